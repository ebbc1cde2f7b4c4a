import { defineConfig } from 'vitest/config'

/** One run for everything: the rules, the server on a real database, and the shop in a real browser. */
export default defineConfig({
  // graphql must be loaded once: Node takes its CommonJS build, and so must what Vite resolves here.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    globalSetup: ['server/testing/globalSetup.ts', 'client/e2e/globalSetup.ts'],
    setupFiles: ['server/testing/failOnFaults.ts'],
    include: [
      'server/**/*.test.ts',
      'prisma/**/*.test.ts',
      'client/**/*.test.{ts,tsx}',
      'docs/**/*.test.{ts,tsx}',
      '*.test.ts',
    ],
    pool: 'forks',
    // More than a small machine has cores: a browser test waits as long as it works.
    maxWorkers: 3,
    // Reading what a file of tests imports takes longer than its tests, so a process goes on with the next file: each closes what
    // it has opened, and changes nothing that others import.
    isolate: false,
    // Generous: they end what hangs, and say nothing of how fast anything is.
    testTimeout: 60_000,
    // A test that passes at its second try hides a fault.
    retry: 0,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
