/** The browser that tests and pictures are made with, and the screens they look at. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
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

/** Without the parts of a browser that a window needs: a page costs a third less than in a whole Chromium. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** An installed headless shell, else the one that comes as an npm package; where that does not run, an installed Chrome or Chromium. */
export async function launch(...furtherFlags: string[]): Promise<Browser> {
  const args = [...FLAGS, ...furtherFlags]
  const start = (executablePath: string) => playwright.launch({ executablePath, args })
  if (existsSync(HEADLESS_SHELL)) return start(HEADLESS_SHELL)
  const installed = INSTALLED.find((path) => existsSync(path))
  return installed
    ? unpackedBrowser()
        .then(start)
        .catch(() => start(installed))
    : start(await unpackedBrowser())
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
