/** The browser that tests and pictures are made with, and the screens they look at. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { chromium as playwright, type Browser } from 'playwright-core'

export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type Device = keyof typeof VIEWPORTS

/** Quiet: on a machine without a network, Chromium's own look-ups only fail, many at a time. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser that comes as an npm package, so that every machine tests with the same one; `TEST_BROWSER` names another. */
export async function launch(...furtherFlags: string[]): Promise<Browser> {
  const executablePath = process.env['TEST_BROWSER'] || (await unpackedBrowser())
  return playwright.launch({ executablePath, args: [...FLAGS, ...furtherFlags] })
}

/** Unpacks it where that has not been done; two at a time would be in each other's way. */
export async function unpackedBrowser(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

/** For a server, or for a browser that another program is to steer too. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
