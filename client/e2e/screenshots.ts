/**
 * Takes screenshots of all screens of the built shop, on a desktop and a phone, and of the visitors' pages at additional sizes. Stores them
 * in screenshots/.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startBuiltShop } from '../../server/testing/builtShop'
import { launch, VIEWPORTS, type Device } from './launch'
import type { Camera, Screen } from './camera'
import { SCREENS } from './screens'

const FOLDER = 'screenshots'
const SERVER = 'dist/server/main.js'

interface Size {
  folder: string
  device: Device
  viewport: { width: number; height: number }
  screens: Screen[]
}

const VISITED = ['home', 'products', 'product', 'studio', 'help-faq', 'login', 'not-found']
const visited = SCREENS.filter(({ name }) => VISITED.includes(name))
const SIZES: Size[] = [
  { folder: 'desktop', device: 'desktop', viewport: VIEWPORTS.desktop, screens: SCREENS },
  { folder: 'phone', device: 'phone', viewport: VIEWPORTS.phone, screens: SCREENS },
  { folder: '320', device: 'phone', viewport: { width: 320, height: 640 }, screens: visited },
  { folder: '844x390', device: 'phone', viewport: { width: 844, height: 390 }, screens: visited },
  { folder: '1920', device: 'desktop', viewport: { width: 1920, height: 1080 }, screens: visited },
  { folder: '2560', device: 'desktop', viewport: { width: 2560, height: 1440 }, screens: visited },
]

/** Visits all screens in order, as one shopper. Returns true if all screens could be shown. */
async function walk(browser: Browser, origin: string, { folder, device, viewport, screens }: Size): Promise<boolean> {
  const context = await browser.newContext({
    viewport,
    hasTouch: device === 'phone',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(8_000)
  const page = await context.newPage()
  let number = 0
  let complete = true
  for (const { name, whole = true, only, show } of screens) {
    if (only && only !== device) continue
    number += 1
    const camera: Camera = { page, origin, device }
    try {
      await show(camera)
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
      // Otherwise the sticky header would appear in the middle of a long screenshot.
      if (whole) await page.evaluate(() => window.scrollTo(0, 0))
      const file = `${String(number).padStart(2, '0')}-${name}.png`
      await page.screenshot({ path: join(FOLDER, folder, file), fullPage: whole })
    } catch (cause) {
      complete = false
      console.error(`${folder}, ${name}:`, cause)
    }
  }
  await context.close()
  return complete
}

async function main(): Promise<void> {
  if (!existsSync(SERVER)) throw new Error('There is nothing built yet: npm run build')
  const shop = await startBuiltShop()
  try {
    rmSync(FOLDER, { recursive: true, force: true })
    const browser = await launch()
    for (const { folder } of SIZES) mkdirSync(join(FOLDER, folder), { recursive: true })
    const results = await Promise.all(SIZES.map((size) => walk(browser, shop.origin, size)))
    await browser.close()
    if (results.includes(false)) process.exitCode = 1
  } finally {
    await shop.close()
  }
}

await main()
