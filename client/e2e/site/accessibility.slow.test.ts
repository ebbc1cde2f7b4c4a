/** States of the shop that need several steps. states.slow.test.ts has the others, and everyPage.slow.test.ts the pages. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { orderNumber } from '../../../server/domain/orders/order'
import { checkOut, newShopper } from '../../../server/testing/data/factories'
import { BOWL } from '../../../server/testing/data/fixtures'
import { expectAccessible, loadAxe } from '../axe'
import { openShopfront } from '../browser'
import { button, emptyGuest, heading, networkStrip, untilHydrated } from '../visits'

const shopfront = openShopfront()

describe('the shop at any width', () => {
  const open = async (page: Page, path: string) => {
    await page.goto(shopfront.origin + path)
    await heading(page).waitFor()
  }

  it('has an accessible menu and an accessible message for an unsaved change', async () => {
    await emptyGuest(shopfront.app)
    const { page, context, close } = await shopfront.visitAsGuest('desktop', null)
    await open(page, '/product/celadon-chai-cup')
    await untilHydrated(page)
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().waitFor()
    // The network strip loads when the page is idle, together with the code for failed changes.
    await networkStrip(page).waitFor({ state: 'attached' })
    await loadAxe(page)
    await context.setOffline(true)
    await page.getByRole('status').filter({ hasText: 'You are offline.' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().waitFor()
    await expectAccessible(page, 'a change that was not saved')
    await context.setOffline(false)
    await open(page, '/products')
    await page.setViewportSize({ width: 320, height: 800 })
    await button(page, 'Sort, Featured').click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page, 'the menu of sorts')
    await close()
  })

  it('has accessible empty pages, delivery days and notifications', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAsGuest('desktop', null)
    for (const path of ['/cart', '/wishlist', '/orders', '/order_summary']) {
      await open(page, path)
      await expectAccessible(page, `empty ${path}`)
    }
    await open(page, '/product/sea-glass-serving-bowl')
    await page.getByLabel('Delivery to').fill('560003')
    await button(page, 'Check').click()
    await page.getByText('Arrives ').waitFor()
    await expectAccessible(page, 'a delivery day')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('alert').first().waitFor()
    await expectAccessible(page, 'a notification')

    expect(complaints).toEqual([])
    await close()
  })

  it('has an accessible unpaid order, which can be cancelled', async () => {
    const { app } = shopfront
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const checkout = await checkOut(app, shopper)
    const path = `/orders/${orderNumber(checkout.order)}`
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'desktop', null)
    await open(page, path)
    await expectAccessible(page, 'an order that waits')
    await button(page, 'Cancel order').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'cancelling')

    expect(complaints).toEqual([])
    await close()
  })
})
