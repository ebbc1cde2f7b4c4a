/**
 * The phone's filter drawer on a slow machine: opened by the first tap on a new page, and closed right after a choice.
 */
import { describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { button } from '../visits'

const shopfront = openShopfront()
/** Each run uses a different slowdown. The runs alternate between a tap while the page loads and a tap afterwards. */
const TIMES = 3

describe('the filter drawer', () => {
  it('can be closed even if it was opened before hydration', async () => {
    for (let i = 0; i < TIMES; i += 1) {
      const { page, context, close } = await shopfront.visit('phone', null)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 + 3 * i })
      await page.goto(`${shopfront.origin}/products`, { waitUntil: i % 2 === 0 ? 'commit' : 'load' })
      await button(page, 'Filter').tap()
      const drawer = page.getByRole('dialog', { name: 'Filter' })
      await drawer.getByRole('checkbox', { name: /^Cups/ }).check()
      await drawer.getByRole('button', { name: /^Show / }).tap()
      await drawer.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
      await page.waitForTimeout(1000)
      expect(await drawer.count()).toBe(0)
      await close()
    }
  })
})
