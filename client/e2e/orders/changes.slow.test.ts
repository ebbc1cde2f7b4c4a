/** Products that sold out or changed in price after a shopper saved them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { addToWishlist } from '../../../server/domain/cart/wishlist'
import { fillCart, setStock } from '../../../server/testing/data/factories'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, emptyGuest, guestOf, heading, notification } from '../visits'

const shopfront = openShopfront()

beforeEach(() => emptyGuest(shopfront.app))

const setPrice = (id: string, discounted: number) =>
  shopfront.app.shop.db.product.update({ where: { id }, data: { discounted } })

describe('a sold-out product', () => {
  it('cannot be bought from its card or its page', async () => {
    await setStock(shopfront.app, { 'saffron-nut-bowl': 0 })
    const { page, complaints, close } = await shopfront.visit('desktop', '/products?search=saffron')
    const card = page.getByRole('article', { name: 'Saffron Nut Bowl' })
    await card.getByText('Sold out', { exact: true }).first().waitFor()
    expect(await card.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true)
    expect(await card.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0)

    await card.getByRole('link', { name: 'Saffron Nut Bowl' }).click()
    await page.getByRole('heading', { level: 1, name: 'Saffron Nut Bowl' }).waitFor()
    const main = page.getByRole('main')
    await main
      .getByRole('paragraph')
      .filter({ hasText: /^Sold out$/ })
      .first()
      .waitFor()
    // In place of the cart's button, a form asks for an email. A shopper can still add it to the wishlist.
    await main.getByRole('button', { name: 'Email me when it is back' }).waitFor()
    await main.getByRole('button', { name: 'Add to Wishlist' }).first().click()
    await page.waitForURL('**/login')
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a warning in the cart, and cannot be ordered until it is back in stock', async () => {
    const { app } = shopfront
    const guest = await guestOf(app)
    await fillCart(app, guest, { 'ash-ripple-ramen-bowl': 2, 'celadon-chai-cup': 1 })
    const { page, complaints, close } = await shopfront.visitAsGuest('phone', null)
    await setStock(app, { 'ash-ripple-ramen-bowl': 1 })
    await page.goto(`${shopfront.origin}/cart`)
    const line = page.getByRole('article', { name: 'Ash Ripple Ramen Bowl' })
    await line.getByText('Only 1 left of Ash Ripple Ramen Bowl.').waitFor()

    await setStock(app, { 'ash-ripple-ramen-bowl': 0 })
    await page.reload()
    await line.getByText('Ash Ripple Ramen Bowl is sold out.').waitFor()
    expect(await page.getByText(/is sold out|left of/).count()).toBe(1)
    await expectNoSidewaysScroll(page)

    await button(page, 'Checkout').click()
    await page.waitForURL('**/checkout')
    await page.getByText('Ash Ripple Ramen Bowl is sold out.').waitFor()
    await button(page, 'Place Order').click()
    await page.getByText('Ash Ripple Ramen Bowl is out of stock.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await app.shop.db.order.count({ where: { status: 'AWAITING_PAYMENT' } })).toBe(0)

    // The demo account may hold half of the pieces.
    await setStock(app, { 'ash-ripple-ramen-bowl': 4 })
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await page.getByText('Ash Ripple Ramen Bowl', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a changed price', () => {
  it('is shown on the wishlist as a saving if it fell, and not mentioned if it rose', async () => {
    const { app } = shopfront
    const guest = await guestOf(app)
    for (const productId of ['stone-grey-platter', 'tea-for-two-set', 'bud-vase-trio']) {
      await addToWishlist(app.shop, guest, { productId })
    }
    // The first price falls from 1,560, the second rises from 3,499, and the third stays the same.
    await setPrice('stone-grey-platter', 1300)
    await setPrice('tea-for-two-set', 3600)
    const { page, complaints, close } = await shopfront.visitAsGuest('phone', '/wishlist')
    const fallen = page.getByRole('article', { name: 'Stone Grey Platter' })
    await fallen.getByText('Rs. 260 cheaper since you saved it').waitFor()
    await fallen.getByText('Rs. 1,300', { exact: true }).waitFor()
    await page.getByRole('article', { name: 'Tea for Two Set' }).getByText('Rs. 3,600', { exact: true }).waitFor()
    expect(await page.getByText(/since you saved it/).count()).toBe(1)
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('is shown in the cart next to the old price, and is what the shopper pays', async () => {
    const { app } = shopfront
    const guest = await guestOf(app)
    await fillCart(app, guest, { 'cream-footed-fruit-bowl': 2, 'celadon-chai-cup': 1 })
    const { page, complaints, close } = await shopfront.visitAsGuest('desktop', '/cart')
    await heading(page).waitFor()
    expect(await page.getByText(/changed from/).count()).toBe(0)

    await setPrice('cream-footed-fruit-bowl', 1980)
    await page.reload()
    const line = page.getByRole('article', { name: 'Cream Footed Fruit Bowl' })
    await line.getByText('The price of Cream Footed Fruit Bowl changed from Rs. 2,080 to Rs. 1,980.').waitFor()
    await line.getByText('SubTotal Rs. 3,960', { exact: true }).waitFor()
    expect(await page.getByText(/changed from/).count()).toBe(1)
    // 2 x 1,980 plus a cup for 270
    await page.getByRole('region', { name: 'Price details' }).getByText('Rs. 4,230', { exact: true }).waitFor()

    await button(page, 'Checkout').click()
    await page.getByText('The price of Cream Footed Fruit Bowl changed from').waitFor()
    await button(page, 'Place Order').click()
    const till = page.getByRole('dialog')
    await till.getByText('Rs. 4,230', { exact: true }).waitFor()
    await till.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await page.getByRole('region', { name: 'Price details' }).getByText('Rs. 4,230', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it.each(['Pay online', 'Cash on delivery'])(
    'blocks an order placed from a page with the old total (payment: %s)',
    async (way) => {
      const { app } = shopfront
      await setPrice('celadon-chai-cup', 270)
      const guest = await guestOf(app)
      await fillCart(app, guest, { 'celadon-chai-cup': 1 })
      const { page, complaints, close } = await shopfront.visitAsGuest('phone', '/checkout')
      await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check()
      const details = page.getByRole('region', { name: 'Price details' })
      await details.getByText('Rs. 270', { exact: true }).first().waitFor()

      await setPrice('celadon-chai-cup', 290)
      await button(page, 'Place Order').click()
      await notification(page, 'The total is now Rs. 290. Please check it and confirm again.').waitFor()
      await details.getByText('Rs. 290', { exact: true }).first().waitFor()
      await page.getByText('The price of Celadon Chai Cup changed from Rs. 270 to Rs. 290.').waitFor()
      expect(
        await app.shop.db.order.count({
          where: { userId: guest.id, status: { in: ['AWAITING_PAYMENT', 'CONFIRMED'] } },
        }),
      ).toBe(0)

      await button(page, 'Place Order').click()
      if (way === 'Pay online') await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
      await page.waitForURL('**/order_summary')
      await details.getByText('Rs. 290', { exact: true }).first().waitFor()
      expect(complaints).toEqual([])
      await close()
    },
  )
})
