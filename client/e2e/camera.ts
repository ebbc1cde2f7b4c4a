/** How a screen of the shop is shown to be pictured. */
import type { Page } from 'playwright-core'
import type { Device } from './launch'

export interface Camera {
  page: Page
  origin: string
  device: Device
}

export interface Screen {
  name: string
  /** The page in its full length, which is the rule; a dialog is pictured as the screen shows it. */
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
