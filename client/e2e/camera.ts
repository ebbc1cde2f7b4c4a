/** The page, server and device for the screenshots. */
import type { Page } from 'playwright-core'
import type { Device } from './launch'

export interface Camera {
  page: Page
  origin: string
  device: Device
}

export interface Screen {
  name: string
  /** True (the default) captures the full page; false captures only the visible part, for example for a dialog. */
  whole?: boolean
  only?: Device
  show: (camera: Camera) => Promise<unknown>
}

export const escape = ({ page }: Camera) => page.keyboard.press('Escape')

export const at =
  (path: string) =>
  async ({ page, origin }: Camera) => {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
