import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run test:exhaustive`, which `.ci/run` includes. These files take long, and what they check seldom breaks unnoticed. */
const EXHAUSTIVE = [
  // axe on all pages and dialogs, at two widths. Journeys and keyboard tests use the same controls in every run.
  'client/e2e/site/accessibility.test.ts',
  'client/e2e/office/officeAccessibility.test.ts',
  // The service worker, which breaks only if client/serviceWorker.ts or its registration changes.
  'client/e2e/site/offline.test.ts',
  // Kills a server at each step of a refund. refunds.test.ts checks the same steps without a kill.
  'server/process/killed.test.ts',
  // Starts all processes of `npm run dev`.
  'client/e2e/site/dev.test.ts',
  // Compares the requests of a walk through the shop with the recording that the benchmark replays.
  'client/e2e/site/walk.test.ts',
  // Fills a database with 25,000 products.
  'server/domain/catalogue/largeCatalogue.test.ts',
  'server/domain/queryPlans.test.ts',
]

/** Tests the rules, the server on a real database, and the shop in a real browser. */
export default defineConfig(({ mode }) => ({
  // graphql must be loaded only once. Node loads its CommonJS build, so Vite must resolve the same build here.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    globalSetup: ['server/testing/globalSetup.ts', 'client/e2e/globalSetup.ts'],
    setupFiles: ['server/testing/failOnFaults.ts'],
    include:
      mode === 'exhaustive'
        ? EXHAUSTIVE
        : [
            'server/**/*.test.ts',
            'prisma/**/*.test.ts',
            'client/**/*.test.{ts,tsx}',
            'docs/**/*.test.{ts,tsx}',
            '*.test.ts',
          ],
    exclude: mode === 'exhaustive' ? [] : EXHAUSTIVE,
    pool: 'forks',
    // More than a small machine has cores, because browser tests spend half of their time waiting.
    maxWorkers: 3,
    // Loading a test file's imports takes longer than its tests, so each process continues with the next file. Each file closes what it has
    // opened, and changes nothing that others import.
    isolate: false,
    // Generous limits, because they only end hanging tests and do not measure speed.
    testTimeout: 60_000,
    // A test that passes only on its second try hides a fault.
    retry: 0,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // `npm run coverage` installs the provider with the packages of tools/.
    coverage: {
      provider: 'custom',
      customProviderModule: resolve(import.meta.dirname, 'tools/coverage.ts'),
      include: ['server/**/*.ts', 'client/**/*.{ts,tsx}'],
      exclude: ['**/generated/**', '**/*.generated.ts', '**/*.test.*', '**/testing/**', 'client/e2e/**'],
      reporter: ['text-summary', 'html'],
    },
  },
}))
