/**
 * Prints as JSON how long taps take on a slow phone: the first, made four seconds after the page has loaded, a later one, and on a slower
 * network one made right after the page has loaded.
 * Arguments: the shop's origin and a number of runs. The benchmark calls this script and turns the output into table rows.
 */
import type { Browser, Page } from 'playwright-core'
import { launch, VIEWPORTS } from './launch'

/** The network speed (in bytes per second) and CPU slowdown of Lighthouse's slow 4G profile. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 93_750 }
const CPU = { rate: 4 }
/** A phone far from the server. */
const FAR = { ...NETWORK, latency: 300 }
const AFTER_LOAD_MS = 4000
const BETWEEN_TAPS_MS = 1500

interface Tap {
  path: string
  button: string
  /** A selector for the element that appears after the tap. */
  brings: string
  undo: (page: Page) => Promise<unknown>
}

const TAPS: Record<string, Tap> = {
  Search: {
    path: '/',
    button: 'Search',
    brings: ':popover-open',
    undo: (page) => page.keyboard.press('Escape'),
  },
  Filter: {
    path: '/products',
    button: 'Filter',
    brings: ':popover-open',
    undo: (page) => page.keyboard.press('Escape'),
  },
  // Visitors are redirected to the login page.
  'Add to Cart': {
    path: '/product/sea-glass-serving-bowl',
    button: 'Add to Cart',
    brings: 'main input[type=email]',
    undo: (page) => page.goBack(),
  },
}

/** A string instead of a function, because tsx would add calls to helpers that do not exist in the page. */
const TIME_TAP = `new Promise((resolve) => {
  const shown = (since) => requestAnimationFrame(() => resolve(performance.now() - since))
  const look = (since) => requestAnimationFrame(() => document.querySelector('SELECTOR') ? shown(since) : look(since))
  addEventListener('pointerdown', (event) => look(event.timeStamp), { once: true, capture: true })
})`

/** Milliseconds from the touch until the new element is visible, plus one frame. */
async function tap(page: Page, { button, brings }: Tap): Promise<number> {
  const target = page.getByRole('button', { name: button, exact: true }).first()
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox())!
  const took = page.evaluate<number>(TIME_TAP.replace('SELECTOR', brings))
  await page.evaluate(() => undefined)
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  return took
}

/** Opens the page in a new profile. */
async function withPage<Result>(
  browser: Browser,
  url: string,
  network: typeof NETWORK,
  cpu: typeof CPU,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: VIEWPORTS.phone,
    // Most phones have two or three pixels in one, so they take larger photos.
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', cpu)
    await page.goto(url, { waitUntil: 'load' })
    return await measure(page)
  } finally {
    await context.close()
  }
}

interface Taps {
  first: number
  later: number
  atOnce: number
}

async function run(browser: Browser, url: string, each: Tap): Promise<Taps> {
  const atOnce = await withPage(browser, url, FAR, { rate: 1 }, (page) => tap(page, each))
  return withPage(browser, url, NETWORK, CPU, async (page) => {
    await page.waitForTimeout(AFTER_LOAD_MS)
    const first = await tap(page, each)
    await page.waitForTimeout(BETWEEN_TAPS_MS)
    await each.undo(page)
    await page.locator(each.brings).waitFor({ state: 'detached' })
    await page.waitForTimeout(BETWEEN_TAPS_MS)
    return { first, later: await tap(page, each), atOnce }
  })
}

const [origin, runs] = process.argv.slice(2)
const browser = await launch()
try {
  const taps: Record<string, Taps[]> = {}
  for (const [name, each] of Object.entries(TAPS)) {
    taps[name] = []
    for (let i = 0; i < Number(runs); i += 1) taps[name].push(await run(browser, origin + each.path, each))
  }
  console.log(JSON.stringify(taps))
} finally {
  await browser.close()
}
