import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../server/testing/longestFirst.ts'

/** The tests of the tools, and checks of the shop whose packages are too large to install everywhere. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // graphql must be loaded only once. Node loads its CommonJS build, so Vite must resolve the same build here.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['tools/**/*.test.ts'],
    globalSetup: ['server/testing/globalSetup.ts'],
    setupFiles: ['server/testing/failOnErrors.ts'],
    pool: 'forks',
    // Most of these tests start servers, which may be late on a busy machine (vitest.config.ts).
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(/\/connections\.test\.ts$/) },
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
