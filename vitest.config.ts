import { resolve } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** `npm run test:exhaustive`, which `.ci/run` includes. These tests are slow and rarely find a bug that other tests miss. */
const EXHAUSTIVE = [
  // axe on all pages and dialogs, at two widths. Journeys and keyboard tests use the same controls in every run.
  'client/e2e/site/accessibility.test.ts',
  'client/e2e/office/officeAccessibility.test.ts',
  // The service worker, which breaks only if client/serviceWorker.ts or its registration changes.
  'client/e2e/site/offline.test.ts',
  // The page before its code has loaded. It breaks only if client/hydrateWhenIdle.ts or index.html changes.
  'client/e2e/site/hydration.test.ts',
  'client/e2e/catalogue/filterDrawer.test.ts',
  // The tester and the explorer, which no shopper opens. Tests of the server check the calls that they send.
  'client/e2e/site/tester.test.ts',
  'client/e2e/site/explorer.test.ts',
  // The office in a browser, in addition to office.test.ts. Tests of server/graphql and server/domain check the same rules.
  'client/e2e/office/officeDesk.test.ts',
  'client/e2e/office/secondFactor.test.ts',
  'client/e2e/office/staff.test.ts',
  // The size and look of each email. composeMail.test.ts checks the texts.
  'client/e2e/orders/mailGallery.test.ts',
  // Overlap, movement and alignment. They change only with styles and with the components of client/components/layout and product.
  'client/e2e/site/shell.test.ts',
  'client/e2e/catalogue/cards.test.ts',
  'client/e2e/catalogue/gallery.test.ts',
  // The shop by keyboard, without JavaScript or with blocked storage. Journeys and purchases use the same controls and pages.
  'client/e2e/site/keyboard.test.ts',
  'client/e2e/catalogue/noScript.test.ts',
  'client/e2e/site/blockedStorage.test.ts',
  // Shoppers who take an unusual path: dead ends, failures, returns, changed goods. Tests of server/domain check the rules, and
  // journeys, purchases and payments use the same pages.
  'client/e2e/orders/deadEnds.test.ts',
  'client/e2e/orders/orders.test.ts',
  'client/e2e/orders/changes.test.ts',
  'client/e2e/site/trouble.test.ts',
  'client/e2e/catalogue/productPage.test.ts',
  // Emailed codes and the profile page. Tests of server/domain/accounts check the rules, and journeys use the same forms.
  'client/e2e/orders/codes.test.ts',
  'client/e2e/orders/account.test.ts',
  // Search in the page. server/domain/catalogue and the judged searches test the results.
  'client/e2e/catalogue/closeSearch.test.ts',
  // The contrast of text on the slides at six widths. It changes only with a slide's photo or text.
  'client/e2e/catalogue/slides.test.ts',
  // Interrupts the embedded database while it starts. Only changes in server/database/embedded can break it, and every test starts this
  // database.
  'server/database/embedded/start.test.ts',
  // Kills a server at each step of a refund. refunds.test.ts checks the same steps without a kill.
  'server/process/killed.test.ts',
  // Renders 1,500 pages with a small heap. server/memory.test.ts measures the same growth with fewer pages.
  'server/process/smallHeap.test.ts',
  // Nearly 900 orders: all sequences of a payment's events. payments.test.ts tests the sequences that once went wrong.
  'server/domain/orders/refunds/eventOrder.test.ts',
  // The actual time limits of connections, and servers that are killed or started twice. Only server/http and server/process can break
  // them.
  'server/http/connections.test.ts',
  'server/process/lifecycle.test.ts',
  // Complete backups, restores and moves. Only changes to server/commands/backup or the schema can break them.
  'server/commands/backup/backup.test.ts',
  // Copies the built server with its packages, which change with package.json.
  'server/runtimePackages.test.ts',
  // Starts all processes of `npm run dev`.
  'client/e2e/site/dev.test.ts',
  // Compares the requests of a session in the shop with the recording that the benchmark replays.
  'client/e2e/site/walk.test.ts',
  // Fills a database with 25,000 products.
  'server/domain/catalogue/largeCatalogue.test.ts',
  'server/domain/queryPlans.test.ts',
]

/** Tests in a browser. */
const BROWSER = ['client/e2e/']
/** Tests that start or kill other processes: databases, servers, Redis, and the commands of the documents. */
const PROCESSES = [
  ...['commands', 'database', 'http', 'limits', 'ops', 'process'].map((folder) => `server/${folder}/`),
  'server/runtimePackages.test.ts',
  'docs/',
]

const ALL = ['{server,prisma,client,docs}/**/*.test.{ts,tsx}', '*.test.ts']

/** A browser or another process may be late on a busy machine. CI repeats such a test, and lists it as flaky. A bug fails each time. */
const CI_RETRIES = process.env['CI'] ? 2 : 0

/** Tests the rules, the server on a real database, and the shop in a real browser. */
export default defineConfig(({ mode }) => {
  const isExhaustive = mode === 'exhaustive'
  /** The test files below these paths. */
  const below = (paths: string[]) =>
    isExhaustive
      ? EXHAUSTIVE.filter((file) => paths.some((path) => file.startsWith(path)))
      : paths.map((path) => (path.endsWith('/') ? `${path}**/*.test.{ts,tsx}` : path))
  const project = (name: string, include: string[], exclude: string[], retry: number): TestProjectConfiguration => ({
    // graphql must be loaded only once. Node loads its CommonJS build, so Vite must resolve the same build here.
    resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
    test: {
      name,
      include,
      exclude: [...exclude, ...(isExhaustive ? [] : EXHAUSTIVE)],
      retry,
      setupFiles: ['server/testing/failOnFaults.ts'],
      pool: 'forks',
      // Loading a test file's imports takes longer than running its tests, so each process is reused for the next file. Each file closes
      // what it has opened, and changes nothing that others import.
      isolate: false,
      // Generous limits, because they only end hanging tests and do not measure speed.
      testTimeout: 180_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
    },
  })
  return {
    test: {
      globalSetup: ['server/testing/globalSetup.ts', 'client/e2e/globalSetup.ts'],
      // More workers than a small machine has cores, because browser tests spend half of their time waiting.
      maxWorkers: 3,
      reporters: ['default', './server/testing/flakyReporter.ts'],
      projects: [
        // Never repeated: a test of a rule that passes only on its second try hides a bug.
        project('rules', isExhaustive ? EXHAUSTIVE : ALL, [...below(BROWSER), ...below(PROCESSES)], 0),
        project('processes', below(PROCESSES), [], CI_RETRIES),
        project('browser', below(BROWSER), [], CI_RETRIES),
      ],
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
