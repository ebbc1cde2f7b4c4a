/** After the sale: a buyer returns or cancels some pieces on a phone, and staff decide, send new ones and refund at a desk. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { orderNumber, type Order } from '../../../server/domain/orders/order'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import {
  checkOut,
  fillCart,
  newDelivered,
  newShopper,
  newStaff,
  payFor,
  setStock,
  stockOf,
} from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button } from '../visits'

const shopfront = openShopfront({ AUTO_REFUND: '0' })

const pathOf = (order: Order) => `/orders/${orderNumber(order)}`
const officePathOf = (order: Order) => `/office/orders/${orderNumber(order)}`
const standing = (page: Page, text: string) =>
  page.getByRole('main').locator('[aria-live=polite]').getByText(text, { exact: true })

const photo = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()

it('a buyer returns one broken piece of four with a photo, and gets a new one', async () => {
  const { app } = shopfront
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 4, [CUP]: 1 })
  const buyer = await shopfront.visitAs(shopper, 'phone', pathOf(order))
  await button(buyer.page, 'Return').click()
  const dialog = buyer.page.getByRole('dialog', { name: /^Return CER-/ })
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await dialog.getByText('Please choose at least one item').waitFor()
  // The error moves the focus to the lines, and the first one is the bowl.
  await buyer.page.keyboard.press('Space')
  await dialog.getByLabel('Quantity of Sea Glass Serving Bowl').selectOption('1')
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await dialog.getByText('Please choose a reason').waitFor()
  await dialog.getByLabel(/^Why do you return Sea Glass/).selectOption('It arrived broken')
  await dialog.getByText('wrap the shards and throw them away').waitFor()
  await dialog.getByRole('radio', { name: 'A new piece' }).check()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'bowl.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(),
  })
  await dialog.getByRole('img', { name: 'Your photo 1' }).waitFor()
  await dialog.getByLabel('More details (optional)').fill('The rim is in two parts.')
  await expectNoSidewaysScroll(buyer.page)
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await standing(buyer.page, 'Return requested').waitFor()
  await buyer.page.getByText('Return asked', { exact: true }).waitFor()
  await expectNoSidewaysScroll(buyer.page)

  const staff = await shopfront.visitAs(await newStaff(app), 'desktop', officePathOf(order))
  await button(staff.page, 'Decide on the return').click()
  const decision = staff.page.getByRole('dialog', { name: /^Decide on the return/ })
  await decision.getByText('“The rim is in two parts.”').waitFor()
  await decision.getByRole('img', { name: 'Photo 1 of the returned items' }).waitFor()
  await decision.getByText(/^Stays with the customer, because it is broken: 1 × Sea Glass/).waitFor()
  expect(await decision.getByRole('radio', { name: /^New pieces/ }).isChecked()).toBe(true)
  await decision.getByRole('button', { name: 'Accept the return' }).click()
  await standing(staff.page, 'Delivered').waitFor()
  expect(await stockOf(app, BOWL)).toBe(35)

  await buyer.page.reload()
  await buyer.page.getByText('1 replaced', { exact: true }).waitFor()
  const newPieces = buyer.page.getByRole('region', { name: /^Return of/ }).getByRole('link', { name: /^CER-/ })
  const number = await newPieces.textContent()
  await newPieces.click()
  await buyer.page.getByText(/^Replaces items of/).waitFor()
  await expectNoSidewaysScroll(buyer.page)

  await staff.page.getByRole('region', { name: 'Returns' }).getByRole('link', { name: number! }).click()
  await staff.page.getByText(/^Replacement for/).waitFor()
  await staff.page.getByRole('link', { name: 'Packing slip' }).click()
  const slip = staff.page.getByRole('article', { name: number! })
  await slip.getByText(`Replacement for ${orderNumber(order)}`).waitFor()
  await slip.getByText('1 ×', { exact: true }).waitFor()
  expect(await slip.getByText('Rs.').count()).toBe(0)
  await staff.page.goBack()
  await button(staff.page, 'Ship').click()
  const parcel = staff.page.getByRole('dialog', { name: `Ship ${number}` })
  await parcel.getByLabel('Courier').fill('India Post')
  await parcel.getByLabel('Tracking number').fill('EK123456789IN')
  await parcel.getByRole('button', { name: 'Ship' }).click()
  await standing(staff.page, 'Shipped').waitFor()
  await buyer.page.reload()
  await standing(buyer.page, 'Shipped').waitFor()
  expect([...buyer.complaints, ...staff.complaints]).toEqual([])
  await Promise.all([buyer.close(), staff.close()])
})

it('a buyer cancels one of two lines, and staff refund what the shop owes for it', async () => {
  const { app } = shopfront
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newShopper(app)
  await fillCart(app, shopper, { [BOWL]: 1, [CUP]: 2 })
  const checkout = await checkOut(app, shopper)
  const order = await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
  const buyer = await shopfront.visitAs(shopper, 'phone', pathOf(order))
  await button(buyer.page, 'Cancel order').click()
  const dialog = buyer.page.getByRole('dialog', { name: /^Cancel CER-/ })
  await dialog.getByRole('radio', { name: 'Only some items' }).check()
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await dialog.getByText('Please choose at least one item').waitFor()
  await dialog.getByRole('checkbox', { name: 'Celadon Chai Cup' }).check()
  await dialog.getByText('We refund Rs. 540 to the card or account you paid with.').waitFor()
  // Staff change the order at the same time.
  await app.shop.db.order.update({ where: { id: order.id }, data: { version: { increment: 1 } } })
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await dialog.getByText('This order has changed in the meantime').waitFor()
  await expectNoSidewaysScroll(buyer.page)
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await buyer.page.getByText('2 cancelled', { exact: true }).waitFor()
  await standing(buyer.page, 'Paid').waitFor()
  await buyer.page.getByRole('region', { name: 'Timeline' }).getByText('Money sent').waitFor()
  expect(await stockOf(app, CUP)).toBe(20)

  const staff = await shopfront.visitAs(await newStaff(app), 'desktop', '/office')
  const attention = staff.page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText(/Rs\. 540 to refund/).waitFor()
  await attention.getByRole('link', { name: orderNumber(order) }).click()
  await staff.page.getByText('Rs. 540 is to be refunded for cancelled or returned items. Press Refund.').waitFor()
  await button(staff.page, 'Refund').click()
  const refund = staff.page.getByRole('dialog')
  expect(await refund.getByLabel('Celadon Chai Cup').inputValue()).toBe('2')
  await refund.getByLabel(/^Reason/).fill('Cancelled by the customer')
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByRole('button', { name: 'Refund Rs. 540' }).click()
  await refund.waitFor({ state: 'detached' })
  const { amount } = await app.shop.db.refund.findFirstOrThrow({ where: { orderId: order.id } })
  expect(amount).toBe(54_000)
  expect(await staff.page.getByText(/is to be refunded/).count()).toBe(0)
  expect([...buyer.complaints, ...staff.complaints]).toEqual([])
  await Promise.all([buyer.close(), staff.close()])
})
