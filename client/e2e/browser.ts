/** A real Chromium on the real app: the built client, served by the server, over a database of the test file's own. */
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestApp } from '../../server/testing/app'
import { launch, VIEWPORTS, type Device } from './launch'

export { VIEWPORTS, type Device }

export interface Visit {
  page: Page
  context: BrowserContext
  /** Everything the page complained about on its console, and every failed script. */
  complaints: string[]
  close(): Promise<void>
}

export interface Shopfront {
  app: FastifyInstance
  origin: string
  /** A shopper with a fresh browser profile. */
  visit(device: Device, path?: string): Promise<Visit>
}

/** Call it at the top of a test file; its parts are there from the first test on. */
export function openShopfront(env: Record<string, string> = {}): Shopfront {
  const shopfront = {} as Shopfront
  let browser: Browser
  beforeAll(async () => {
    shopfront.app = await startTestApp(env)
    shopfront.origin = await shopfront.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await launch()
    shopfront.visit = (device, path = '/') => visit(browser, shopfront.origin, device, path)
  })
  afterAll(() => browser?.close())
  return shopfront
}

async function visit(browser: Browser, origin: string, device: Device, path: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: VIEWPORTS[device],
    hasTouch: device === 'phone',
    reducedMotion: 'reduce',
  })
  // Shorter than a test's, so that a failure names the step that it was waiting for.
  context.setDefaultTimeout(12_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(origin + path)
  return { page, context, complaints, close: () => context.close() }
}

/** No page may be wider than its screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBe(0)
}
