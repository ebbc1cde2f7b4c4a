import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './server/testing/longestFirst.ts'

/** The slow tests that take longest. */
const LONGEST = [
  ...['everyPage', 'focus', 'officeFocus', 'fits', 'hydration', 'shell', 'eventOrder', 'memory'],
  // These wait for most of their time.
  ...['lifecycle', 'backup', 'smallHeap', 'killed', 'indianServer', 'client', 'failover'],
]
const sequencer = longestFirst(new RegExp(`/(${LONGEST.join('|')})\\.slow\\.test\\.ts$`))

/** Tests the rules, the server on a real database, and the shop in a real browser. */
export default defineConfig(({ mode }) => {
  // `npm run test:slow` runs the tests that take long, or that only a change in one place can break. `npm test` runs the others.
  const isSlow = mode === 'slow'
  return {
    // graphql must be loaded only once. Node loads its CommonJS build, so Vite must resolve the same build here.
    resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
    test: {
      include: [`{server,prisma,client,docs}/**/*${isSlow ? '.slow' : ''}.test.{ts,tsx}`],
      exclude: isSlow ? [] : ['**/*.slow.test.*'],
      globalSetup: ['server/testing/globalSetup.ts', 'client/e2e/globalSetup.ts'],
      setupFiles: ['server/testing/failOnErrors.ts'],
      pool: 'forks',
      // Loading a test file's imports takes longer than running its tests, so each process is reused for the next file. Each file closes
      // what it has opened, and changes nothing that others import. Vitest would start new processes for another project.
      isolate: false,
      // More workers than a small machine has cores, because browser tests spend half of their time waiting. Most slow tests are such tests.
      maxWorkers: isSlow ? 4 : 3,
      sequence: { sequencer },
      // Generous limits, because they only end hanging tests and do not measure speed. A busy machine has needed four times the usual time.
      testTimeout: isSlow ? 600_000 : 180_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      // `npm run coverage` installs the provider with the packages of tools/.
      coverage: {
        provider: 'custom',
        customProviderModule: resolve(import.meta.dirname, 'tools/coverage.ts'),
        include: ['server/**/*.ts', 'client/**/*.{ts,tsx}'],
        exclude: ['**/generated/**', '**/*.generated.ts', '**/*.test.*', '**/testing/**', 'client/e2e/**'],
        reporter: ['text-summary', 'html'],
      },
    },
  }
})
