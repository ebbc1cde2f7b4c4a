/** The browser and the screen sizes for tests and screenshots. */
import { chromium as playwright, type Browser } from 'playwright-core'

export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type Device = keyof typeof VIEWPORTS

/** Disables background requests, because without a network many of Chromium's lookups would fail. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the browser from an npm package, so every machine tests with the same version. `TEST_BROWSER` names another
 * browser.
 */
export async function launch(...furtherFlags: string[]): Promise<Browser> {
  const executablePath = process.env['TEST_BROWSER'] || (await unpackedBrowser())
  return playwright.launch({ executablePath, args: [...FLAGS, ...furtherFlags] })
}

/** Unpacks the browser if needed. Two processes must not unpack it at the same time. */
export async function unpackedBrowser(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}
