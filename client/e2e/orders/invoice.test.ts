/** The invoice and the order page as a buyer prints them. */
import { describe, expect, it } from 'vitest'
import { setGiftWrap } from '../../../server/domain/cart/cart'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { orderNumber } from '../../../server/domain/orders/order'
import { checkOut, newShopper, payFor, setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button } from '../visits'

const shopfront = openShopfront()

const PLANTER = 'white-fluted-planter'

/** A paid order of three products with gift wrap, and a phone on which its buyer is logged in. */
async function buy() {
  const { app } = shopfront
  await setStock(app, { [BOWL]: 20, [CUP]: 20, [PLANTER]: 20 })
  const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 4, [PLANTER]: 1 })
  await setGiftWrap(app.shop, shopper, true)
  const order = await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const visit = await shopfront.visitAs(shopper, 'phone', `/orders/${orderNumber(order)}`)
  return { ...visit, order }
}

/** A4 without its margins, in CSS pixels. */
const PAPER = { width: 688, height: 1017 }

/** Chromium writes this type once for each page of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

describe("an order's invoice", () => {
  it('opens from its order, and shows its amounts on a phone', async () => {
    const { page, order, complaints, close } = await buy()
    await page.getByRole('link', { name: 'Invoice' }).click()
    const sheet = page.getByRole('article', { name: 'Tax invoice' })
    await sheet.getByText('GSTIN 29ABCDE1234F1Z5').waitFor()
    await sheet.getByRole('rowheader', { name: 'Gift wrap' }).waitFor()
    const total = order.totalAmount.toLocaleString('en-IN', { minimumFractionDigits: 2 })
    await sheet
      .getByRole('row', { name: /^Total/ })
      .getByText(total)
      .waitFor()
    await expectNoSidewaysScroll(page)
    await button(page, 'Print').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('prints the events of the order next to each other', async () => {
    const { page, order, close } = await buy()
    const { id: orderId } = order
    for (const status of ['SHIPPED', 'DELIVERED'] as const)
      await shopfront.app.shop.db.orderEvent.create({ data: { orderId, status, source: 'SHOP', at: new Date() } })
    await shopfront.app.shop.db.order.update({ where: { id: orderId }, data: { status: 'DELIVERED' } })
    await page.reload()
    const events = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await events.getByText('Delivered').waitFor()
    await page.setViewportSize(PAPER)
    await page.emulateMedia({ media: 'print' })
    const tops = await events.evaluateAll((all) =>
      all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().top),
    )
    expect(tops).toHaveLength(4)
    expect(new Set(tops).size).toBe(1)
    await close()
  })

  it('prints on one page without the header and footer, as does the order', async () => {
    const { page, order, close } = await buy()
    for (const path of [`/orders/${orderNumber(order)}`, `/orders/${orderNumber(order)}/invoice`]) {
      await page.goto(shopfront.origin + path)
      await page.getByRole('main').getByText('Celadon Chai Cup').first().waitFor()
      expect([path, pagesOf(await page.pdf({ format: 'A4' }))]).toEqual([path, 1])
      await page.emulateMedia({ media: 'print' })
      for (const around of ['banner', 'contentinfo', 'navigation'] as const)
        expect([path, around, await page.getByRole(around).count()]).toEqual([path, around, 0])
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
      await page.emulateMedia({ media: null })
    }
    await close()
  })
})
