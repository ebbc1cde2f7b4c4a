/** Opens the real app in Chromium: the server serves the built client. Each test file has a separate database. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { projectRoot } from '../../server/settings'
import { startTestApp } from '../../server/testing/app'
import { GUEST_ACCOUNT } from '../../server/shared/shop'
import { launch, VIEWPORTS, type Device } from './launch'

export { VIEWPORTS, type Device }

export interface Visit {
  page: Page
  context: BrowserContext
  /** All console errors of the page, and all scripts that failed to load. */
  complaints: string[]
  close(): Promise<void>
}

export interface Shopfront {
  app: FastifyInstance
  origin: string
  /** Opens a page in a fresh browser profile. If the path is null, no page is opened yet. */
  visit(device: Device, path?: string | null, options?: BrowserContextOptions): Promise<Visit>
  /** Like `visit`, for a shopper who logged in during an earlier visit. */
  visitAs(person: { token: string }, device: Device, path: string | null): Promise<Visit>
  visitAsGuest(device: Device, path: string | null): Promise<Visit>
}

/** One browser for all test files of a process. Each visit has an isolated context. */
let browser: Promise<Browser> | undefined

/** Playwright's message about a blocked service worker. */
const BLOCKED = 'Service Worker registration blocked'
/** Recording a trace runs scripts in every frame. The frame of an email's preview forbids scripts. */
const BLOCKED_BY_TRACE = "Blocked script execution in 'about:srcdoc'"
/** Chromium logs this if a page shows no heading within three seconds after it has loaded, as on a busy machine. */
const UNUSED_FONT = 'was preloaded using link preload but not used'
/** Shorter than a test's timeout, so that a failure names the step that hangs. */
const STEP_TIMEOUT_MS = 120_000
/** Longer than in the app, where a busy machine may close a notification before the test sees it. */
const NOTIFICATION_MS = 30_000

/**
 * In CI, the folder for the traces of tests in repeated files that fail again: `npx playwright-core show-trace FILE` shows each step with the
 * page at that time. First attempts have no trace, because recording takes up to a third of a test's time.
 */
const TRACES = join(projectRoot, 'test-traces')
const isTraced = Boolean(process.env['IS_REPEATED'])

interface Options {
  prepare?: (app: FastifyInstance) => void
  /**
   * Enables the service worker. It fetches and stores files for all pages, which takes an eighth of a visit's time, so only tests of the
   * worker enable it.
   */
  hasServiceWorker?: boolean
}

/** Call this at the top of a test file. The result's properties are available once the first test starts. */
export function openShopfront(
  env: Record<string, string> = {},
  { prepare, hasServiceWorker = false }: Options = {},
): Shopfront {
  const shopfront = {} as Shopfront
  const contexts = new Set<BrowserContext>()
  beforeAll(async () => {
    const app = (shopfront.app = await startTestApp(env, { ...(prepare && { prepare }) }))
    const origin = (shopfront.origin = await app.listen({ host: '127.0.0.1', port: 0 }))
    const running = await (browser ??= launch())
    shopfront.visit = async (device, path = '/', options = {}) => {
      const visited = await visit(running, device, path === null ? null : origin + path, {
        serviceWorkers: hasServiceWorker ? 'allow' : 'block',
        ...options,
      })
      contexts.add(visited.context)
      return visited
    }
    shopfront.visitAs = ({ token }, device, path) => {
      const localStorage = [{ name: 'token', value: token }]
      return shopfront.visit(device, path, { storageState: { cookies: [], origins: [{ origin, localStorage }] } })
    }
    shopfront.visitAsGuest = async (device, path) => {
      const guest = await app.shop.db.user.findUniqueOrThrow({ where: { email: GUEST_ACCOUNT.email } })
      return shopfront.visitAs({ token: app.signToken(guest) }, device, path)
    }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages([...contexts])
  })
  if (isTraced) {
    afterEach(async ({ task }) => {
      if (task.result?.state !== 'fail') return
      const name = task.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)
      // A context that the test has closed has no trace.
      for (const [i, context] of [...contexts].entries())
        await context.tracing.stop({ path: join(TRACES, `${name}-${i}.zip`) }).catch(() => {})
    })
  }
  // A failed test leaves its context open.
  afterAll(() => Promise.all([...contexts].map((context) => context.close())))
  return shopfront
}

/** A failed step often waits for a text. What the page showed instead says why, also for a first attempt, which has no trace. */
async function printPages(contexts: BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.innerText('body', { timeout: 1_000 }).catch(String)
    console.error(`${page.url()} shows:\n${text.slice(0, 4_000)}`)
  }
}

async function visit(
  browser: Browser,
  device: Device,
  url: string | null,
  options: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: VIEWPORTS[device],
    hasTouch: device === 'phone',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true })
  await context.addInitScript((milliseconds) => {
    const sheet = new CSSStyleSheet()
    // The end of this animation closes the notification.
    sheet.replaceSync(`.Toastify__progress-bar { animation-duration: ${milliseconds}ms !important }`)
    document.adoptedStyleSheets.push(sheet)
  }, NOTIFICATION_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    const text = message.text()
    const isOfTrace = isTraced && text.startsWith(BLOCKED_BY_TRACE)
    if (isComplaint && !isOfTrace && !text.startsWith(BLOCKED) && !text.includes(UNUSED_FONT)) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  if (url !== null) await page.goto(url)
  return { page, context, complaints, close: () => context.close() }
}

/** Checks that the page is not wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBe(0)
}
