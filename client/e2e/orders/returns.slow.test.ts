/** After the sale: a buyer returns or cancels some pieces on a phone, and staff decide, send new ones and refund at a desk. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { moveOrder } from '../../../server/domain/orders/state/orderState'
import { withOrder } from '../../../server/domain/orders/state/withOrder'
import { orderNumber } from '../../../server/domain/orders/order'
import { requestReturn } from '../../../server/domain/orders/after-sale/ask'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { placeOnce } from '../../../server/domain/orders/placement/placement'
import { PAGES } from '../../../server/shared/pages'
import {
  addressOf,
  checkOut,
  newDelivered,
  newProvenShopper,
  newShopper,
  newStaff,
  payFor,
  setStock,
  stockOf,
} from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, notification } from '../visits'

const shopfront = openShopfront({ AUTO_REFUND: '0' })

/** The end of the progress bar's animation closes a notification. */
const keepNotifications = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important }')
    document.adoptedStyleSheets = [sheet]
  })

const pathOf = (order: { serial: number }) => `/orders/${orderNumber(order)}`
const officePathOf = (order: { serial: number }) => `/office/orders/${orderNumber(order)}`
/** The status, which is the heading if nothing else can be said. */
const standing = (page: Page, text: string) =>
  page.getByRole('main').locator('h1, [aria-live=polite]').getByText(text, { exact: true })

/** The buttons of staff below the order's number. */
async function actionsOf(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Packing slip' }).waitFor()
  return page.locator('div:has(> a:text-is("Packing slip")) > button').allInnerTexts()
}
async function rareActionsOf(page: Page): Promise<string[]> {
  await button(page, 'More actions').click()
  await page.getByRole('menu').waitFor()
  const names = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

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
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await dialog.getByText('Please choose how many items', { exact: true }).waitFor()
  const quantity = dialog.getByLabel('Quantity of Sea Glass Serving Bowl')
  await quantity.and(buyer.page.locator(':focus')).waitFor()
  await quantity.selectOption('1')
  await dialog.getByText('Please choose how many items').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await dialog.getByText('Please choose a reason').waitFor()
  await dialog.getByLabel(/^Why do you return Sea Glass/).selectOption('It arrived broken')
  await dialog.getByText('You need not send the broken item back.').waitFor()
  await dialog.getByText('Refund: Rs. 1,199').waitFor()
  await dialog.getByRole('radio', { name: 'Replacement' }).check()
  await dialog.getByText(/^Refund: Rs/).waitFor({ state: 'detached' })
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
  await buyer.page.getByText('You asked for a return', { exact: true }).waitFor()
  await expectNoSidewaysScroll(buyer.page)

  const staff = await shopfront.visitAs(await newStaff(app), 'desktop', officePathOf(order))
  await button(staff.page, 'Answer the return').click()
  const decision = staff.page.getByRole('dialog', { name: /^Answer the return/ })
  await decision.getByText('“The rim is in two parts.”').waitFor()
  await decision.getByRole('img', { name: 'Photo 1 of the returned items' }).waitFor()
  await decision.getByText(/^Broken, so the customer keeps it: 1 × Sea Glass/).waitFor()
  expect(await decision.getByRole('radio', { name: /^Free replacement/ }).isChecked()).toBe(true)
  await decision.getByRole('button', { name: 'Accept the return' }).click()
  await standing(staff.page, 'Delivered').waitFor()
  expect(await stockOf(app, BOWL)).toBe(35)

  await buyer.page.reload()
  await buyer.page.getByText('replacement for 1', { exact: true }).waitFor()
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

it('staff refuse one line, accept another for money while its new piece is out of stock, and receive it', async () => {
  const { app } = shopfront
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 2, [CUP]: 1 })
  const number = orderNumber(order)
  const lineOf = (productId: string) => order.lines.find((line) => line.productId === productId)!.id
  await requestReturn(app.shop, shopper, number, {
    reason: 'NOT_AS_DESCRIBED',
    wish: 'REPLACEMENT',
    lines: [
      { id: lineOf(BOWL), quantity: 1, reason: 'WRONG_ITEM' },
      { id: lineOf(CUP), quantity: 1 },
    ],
  })
  await setStock(app, { [BOWL]: 0 })
  const staff = await shopfront.visitAs(await newStaff(app), 'phone', officePathOf(order))
  expect(await actionsOf(staff.page)).toEqual(['Answer the return', 'More actions', 'Disable order links'])
  expect(await rareActionsOf(staff.page)).toEqual(['Refund'])
  await button(staff.page, 'Answer the return').click()
  const decision = staff.page.getByRole('dialog', { name: /^Answer the return/ })
  await decision.getByRole('radio', { name: 'Accept some items' }).check()
  await decision
    .getByRole('group', { name: /Celadon Chai Cup/ })
    .getByRole('radio', { name: 'Refuse' })
    .check()
  await decision.getByRole('button', { name: 'Accept the return' }).click()
  await decision.getByText('Please enter a reason').waitFor()
  await staff.page.keyboard.type('The cup was used')
  await decision.getByRole('button', { name: 'Accept the return' }).click()
  await decision.getByText('Sea Glass Serving Bowl is out of stock.').waitFor()
  await expectNoSidewaysScroll(staff.page)
  await decision.getByRole('button', { name: 'Give a refund instead' }).click()
  expect(await decision.getByRole('radio', { name: /^Refund/ }).isChecked()).toBe(true)
  // The reason is the one of the refusal.
  expect(await decision.getByLabel(/^Why not the customer’s wish/).count()).toBe(0)
  await decision.getByRole('button', { name: 'Accept the return' }).click()
  await decision.waitFor({ state: 'detached' })

  const buyer = await shopfront.visitAs(shopper, 'phone', pathOf(order))
  await buyer.page.getByText('Please send us your return', { exact: true }).waitFor()
  await buyer.page.getByText('The cup was used').first().waitFor()
  await buyer.page.getByText('You asked for a replacement. We refund the price instead.').first().waitFor()

  expect(await actionsOf(staff.page)).toEqual(['Items are back', 'More actions', 'Disable order links'])
  expect(await rareActionsOf(staff.page)).toEqual(['Return never arrived', 'Refund'])
  await button(staff.page, 'Items are back').click()
  const parcel = staff.page.getByRole('dialog', { name: /^Are the items of/ })
  await parcel.getByLabel('Return to stock').selectOption('1')
  await parcel.getByText('The refund for them follows now.').waitFor()
  await keepNotifications(staff.page)
  // The report about a refund raises the version too, but changes nothing that staff decide on.
  await app.shop.db.order.update({ where: { id: order.id }, data: { version: { increment: 1 } } })
  await parcel.getByRole('button', { name: 'Items are back' }).click()
  const refund = staff.page.getByRole('dialog')
  await refund.getByRole('heading', { name: /^Refund CER-/ }).waitFor()
  // It covers no button of the dialog.
  const note = (await notification(staff.page, 'Items received').boundingBox())!
  expect(note.y + note.height).toBeLessThanOrEqual((await refund.boundingBox())!.y)
  await staff.page.getByText(/is to be refunded for cancelled or returned items/).waitFor()
  await standing(staff.page, 'Delivered').waitFor()
  expect(await refund.getByLabel('Sea Glass Serving Bowl').inputValue()).toBe('1')
  expect(await stockOf(app, BOWL)).toBe(1)
  await buyer.page.reload()
  await buyer.page.getByRole('heading', { level: 1, name: /^We are refunding Rs\./ }).waitFor()
  await buyer.page.getByText('1 returned', { exact: true }).waitFor()
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByRole('button', { name: 'Refund Rs. 1,199' }).click()
  await refund.waitFor({ state: 'detached' })
  expect(await app.shop.db.refund.count({ where: { orderId: order.id } })).toBe(1)
  expect(staff.page.url()).toMatch(new RegExp(`${officePathOf(order)}$`))
  expect(staff.complaints.filter((text) => !text.includes('OUT_OF_STOCK'))).toEqual([])
  expect(buyer.complaints).toEqual([])
  await Promise.all([buyer.close(), staff.close()])
})

it('a buyer cancels one of two lines, and staff refund what the shop owes for it', async () => {
  const { app } = shopfront
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 2 })
  const checkout = await checkOut(app, shopper)
  const order = await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
  const buyer = await shopfront.visitAs(shopper, 'phone', pathOf(order))
  await button(buyer.page, 'Cancel order').click()
  const dialog = buyer.page.getByRole('dialog', { name: /^Cancel CER-/ })
  await dialog.getByRole('radio', { name: 'Only some items' }).check()
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await dialog.getByText('Please choose at least one item').waitFor()
  await dialog.getByRole('checkbox', { name: 'Celadon Chai Cup' }).check()
  await dialog.getByText('We refund Rs. 540 the way you paid.').waitFor()
  // Staff change the order at the same time.
  await app.shop.db.order.update({ where: { id: order.id }, data: { version: { increment: 1 } } })
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await dialog.getByText('This order has changed.').waitFor()
  await expectNoSidewaysScroll(buyer.page)
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await buyer.page.getByText('2 cancelled', { exact: true }).waitFor()
  await standing(buyer.page, 'Paid').waitFor()
  await buyer.page.getByRole('region', { name: 'Timeline' }).getByText('Refund sent').waitFor()
  const prices = buyer.page.getByRole('region', { name: 'Price details' })
  expect(await prices.innerText()).toMatch(/To be refunded\s+Rs\. 540/)
  await button(buyer.page, 'Cancel order').click()
  await dialog.getByText(/^We refund Rs\. 1,739 .* That includes Rs\. 540 for the items already cancelled\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await buyer.page.goto(`${shopfront.origin}/orders`)
  const card = buyer.page.getByRole('article', { name: orderNumber(order) })
  await card.getByText('Sea Glass Serving Bowl').waitFor()
  expect(await card.getByText('Celadon Chai Cup').count()).toBe(0)
  expect(await stockOf(app, CUP)).toBe(20)

  const staff = await shopfront.visitAs(await newStaff(app), 'desktop', '/office')
  const attention = staff.page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText(/Rs\. 540 to refund/).waitFor()
  await attention.getByRole('link', { name: orderNumber(order) }).click()
  await staff.page.getByText('Rs. 540 is to be refunded for cancelled or returned items. Press Refund.').waitFor()
  await button(staff.page, 'Refund').click()
  const refund = staff.page.getByRole('dialog')
  expect(await refund.getByLabel('Celadon Chai Cup').inputValue()).toBe('2')
  expect(await refund.getByRole('radio', { name: 'Some items: Rs. 540' }).isChecked()).toBe(true)
  // An amount would be for no items, so the shop would owe the price of the cups still.
  await refund.getByRole('radio', { name: 'An amount' }).check()
  await refund.getByRole('textbox', { name: /^Amount/ }).fill('540')
  await refund.getByLabel(/^Reason/).fill('Cancelled by the customer')
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByText('so the shop still owes Rs. 540').waitFor()
  await refund.getByRole('button', { name: 'Back' }).click()
  await refund.getByRole('radio', { name: 'Some items' }).check()
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

it('an order on delivery costs less once some pieces are cancelled, everywhere', async () => {
  const { app, origin } = shopfront
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newProvenShopper(app, { [BOWL]: 1, [CUP]: 2 })
  const placement = {
    addressId: shopper.addressId,
    idempotencyKey: randomUUID(),
    networkAddress: addressOf(shopper.email),
  }
  const order = await placeOnce(app.shop, shopper, placement, { payOnDelivery: true })
  const number = orderNumber(order)
  const buyer = await shopfront.visitAs(shopper, 'phone', pathOf(order))
  await buyer.page.getByText('Please keep Rs. 1,739 ready for the courier.').waitFor()
  await button(buyer.page, 'Cancel order').click()
  const dialog = buyer.page.getByRole('dialog', { name: /^Cancel CER-/ })
  await dialog.getByRole('radio', { name: 'Only some items' }).check()
  await dialog.getByRole('checkbox', { name: 'Celadon Chai Cup' }).check()
  await dialog.getByLabel('Quantity of Celadon Chai Cup').selectOption('1')
  await dialog.getByText('You then pay Rs. 1,469 on delivery, Rs. 270 less.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel items' }).click()
  await buyer.page.getByText('Please keep Rs. 1,469 ready for the courier.').waitFor()
  await buyer.page.getByRole('region', { name: 'Price details' }).getByText('Rs. 1,469').waitFor()
  await buyer.page.goto(`${origin}/orders`)
  await buyer.page.getByRole('article', { name: number }).getByText('Rs. 1,469').waitFor()

  const { linkGeneration: generation } = await app.shop.db.order.findUniqueOrThrow({ where: { id: order.id } })
  const key = app.shop.orderLinks.sign({ orderId: order.id, generation, issuedAt: new Date() })
  const linked = await shopfront.visit('phone', `${PAGES.linkedOrder.path}#${key}`)
  await linked.page.getByRole('region', { name: 'Price details' }).getByText('Rs. 1,469').waitFor()

  const staff = await shopfront.visitAs(await newStaff(app), 'desktop', `/office/slips?order=${number}`)
  await staff.page.getByText('Cash on delivery: Rs. 1,469').waitFor()
  await staff.page.getByRole('list', { name: 'To pack' }).getByText('1 ×', { exact: true }).nth(1).waitFor()
  await staff.page.goto(`${origin}/office/orders`)
  await staff.page.getByText('Rs. 1,469 (COD)').waitFor()

  const move = (status: 'SHIPPED' | 'DELIVERED') =>
    app.shop.db.$transaction(async (tx) => {
      await withOrder(tx, order.id, (locked) =>
        moveOrder(app.shop, tx, locked, status, { source: 'SHOP', note: 'Sent' }),
      )
    })
  await move('SHIPPED')
  await move('DELIVERED')
  await buyer.page.goto(`${origin}${pathOf(order)}`)
  await linked.page.reload()
  await staff.page.goto(`${origin}${officePathOf(order)}`)
  for (const { page } of [buyer, linked, staff]) {
    const prices = page.getByRole('region', { name: 'Price details' })
    await prices.getByText('Paid on delivery').waitFor()
    expect(await prices.innerText()).not.toContain('To pay')
    expect(await page.getByText(/Cash on delivery/i).count()).toBe(0)
  }
  expect([...buyer.complaints, ...linked.complaints, ...staff.complaints]).toEqual([])
  await Promise.all([buyer.close(), linked.close(), staff.close()])
})

it('staff refund one of three pieces before the shipment, and the slip and the page leave it out', async () => {
  const { app, origin } = shopfront
  await setStock(app, { [BOWL]: 20 })
  const shopper = await newShopper(app, { [BOWL]: 3 })
  const order = await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const staff = await shopfront.visitAs(await newStaff(app), 'desktop', officePathOf(order))
  await button(staff.page, 'Refund').click()
  const refund = staff.page.getByRole('dialog')
  await refund.getByRole('radio', { name: 'Some items' }).check()
  const bowls = refund.getByRole('combobox', { name: /Sea Glass Serving Bowl/ })
  await bowls.selectOption('1')
  await refund.getByLabel(/^Reason/).fill('Chipped')
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByText('Items that are not cancelled are still sent').waitFor()
  await refund.getByRole('button', { name: 'Back' }).click()
  // Nothing would be left to ship, but the order would stay paid.
  await refund.getByRole('checkbox', { name: 'Do not send the items, and return them to stock' }).check()
  await bowls.selectOption('3')
  await refund.getByLabel(/^Lower amount/).fill('100')
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByRole('button', { name: 'Refund Rs. 100' }).click()
  await refund.getByRole('alert').filter({ hasText: 'No item would be left to ship.' }).waitFor()
  await bowls.selectOption('1')
  await refund.getByLabel(/^Lower amount/).fill('')
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByText('1 item is cancelled and returns to stock').waitFor()
  await refund.getByRole('button', { name: 'Refund Rs. 1,199' }).click()
  await refund.waitFor({ state: 'detached' })
  await staff.page
    .getByText(/1 cancelled/)
    .first()
    .waitFor()
  expect(await stockOf(app, BOWL)).toBe(18)
  await staff.page.goto(`${origin}/office/slips?order=${orderNumber(order)}`)
  await staff.page.getByRole('list', { name: 'To pack' }).getByText('2 ×', { exact: true }).waitFor()
  expect(staff.complaints.filter((text) => !text.includes('INVALID_INPUT'))).toEqual([])
  await staff.close()
})

it('a parcel that did not arrive cancels the new pieces, and the dialogs say what happens', async () => {
  const { app, origin } = shopfront
  await setStock(app, { [BOWL]: 20 })
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 1 })
  await requestReturn(app.shop, shopper, orderNumber(order), { reason: 'WRONG_ITEM', wish: 'REPLACEMENT' })
  const staff = await shopfront.visitAs(await newStaff(app), 'phone', officePathOf(order))
  await button(staff.page, 'Answer the return').click()
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Accept the return' }).click()
  await staff.page.getByRole('dialog').waitFor({ state: 'detached' })
  const { replacementId } = await app.shop.db.orderReturn.findFirstOrThrow({ where: { orderId: order.id } })
  const replacement = await app.shop.db.order.findUniqueOrThrow({ where: { id: replacementId! } })

  await staff.page.goto(`${origin}${officePathOf(replacement)}`)
  await button(staff.page, 'Cancel order').click()
  const cancel = staff.page.getByRole('dialog')
  await cancel.getByText('For items that are not back yet, it owes nothing until they are.').waitFor()
  await expectNoSidewaysScroll(staff.page)
  await cancel.getByRole('link', { name: orderNumber(order) }).click()

  await button(staff.page, 'More actions').click()
  await staff.page.getByRole('menuitem', { name: 'Return never arrived' }).click()
  const end = staff.page.getByRole('dialog')
  await end.getByText('is cancelled and returns to stock, unless that order is shipped already').waitFor()
  expect(await end.getByRole('link', { name: orderNumber(replacement) }).getAttribute('href')).toBe(
    officePathOf(replacement),
  )
  await expectNoSidewaysScroll(staff.page)
  await end.getByLabel(/^Reason/).fill('Never came')
  await end.getByRole('button', { name: 'End return' }).click()
  await standing(staff.page, 'Delivered').waitFor()
  await staff.page.getByText(`We cancelled the replacement in order ${orderNumber(replacement)}.`).waitFor()
  await staff.page.goto(`${origin}${officePathOf(replacement)}`)
  await standing(staff.page, 'Cancelled').waitFor()
  expect(staff.complaints).toEqual([])
  await staff.close()
})
