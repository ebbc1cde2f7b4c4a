/** Checks every office page with axe. */
import { describe, expect, it } from 'vitest'
import { newStaff } from '../../../server/testing/data/factories'
import { BOWL } from '../../../server/testing/data/fixtures'
import { expectAccessible } from '../axe'
import { openShopfront } from '../browser'
import { button } from '../visits'
import { buy, visitAs } from './officeVisits'

const shopfront = openShopfront()

describe('the office', () => {
  it('shows accessible pages on a phone', async () => {
    const { app, origin } = shopfront
    const { number, shopper } = await buy(shopfront, { [BOWL]: 1 })
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office', 'phone')
    const below = [
      '',
      '/orders',
      `/orders/${number}`,
      '/goods',
      `/goods/${BOWL}`,
      '/coupons',
      '/mails',
      '/takings',
      '/audit',
      `/customers/${shopper.id}`,
    ]
    for (const path of below) {
      await page.goto(`${origin}/office${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectAccessible(page, path, [390])
    }
    await page.goto(`${origin}/office/orders/${number}`)
    await button(page, 'Refund').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'a refund', [390])
    expect(complaints).toEqual([])
    await close()
  })
})
