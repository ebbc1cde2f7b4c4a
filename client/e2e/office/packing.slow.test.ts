/** Packs fifty parcels in the packing table, and counts the presses. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setCartChoices } from '../../../server/domain/cart/cart'
import { shipOrder } from '../../../server/domain/office/orders/orderChanges'
import { changeAddressByBuyer } from '../../../server/domain/orders/placement/changeAddress'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { orderNumber } from '../../../server/domain/orders/order'
import { placeOnce } from '../../../server/domain/orders/placement/placement'
import { trackingLink } from '../../../server/shared/delivery/couriers'
import {
  actorAs,
  addressOf,
  checkOut,
  fillCart,
  newProvenShopper,
  newStaff,
  payFor,
  readOrder,
  setStock,
  type Shopper,
} from '../../../server/testing/data/factories'
import { ADDRESS, BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectAccessible } from '../axe'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, isHydrated } from '../visits'
import { visitAs } from './officeVisits'

const shopfront = openShopfront({ COD_MAX_AMOUNT: '50000' })

const PARCELS = 50
const MOST_PRESSES = 60

interface Bought {
  shopper: Shopper
  id: string
  number: string
}

/** A paid order. Every fifth is a gift, and every seventh is paid on delivery. */
async function buy(i: number): Promise<Bought> {
  const { app } = shopfront
  const shopper = await newProvenShopper(app)
  await fillCart(app, shopper, i % 3 === 0 ? { [BOWL]: 1, [CUP]: 2 } : { [CUP]: 1 })
  if (i % 5 === 0)
    await setCartChoices(app.shop, shopper, {
      giftWrap: true,
      giftMessage: 'Happy birthday!\nLove, Asha',
      hidePrices: true,
    })
  if (i % 7 !== 0) {
    const checkout = await checkOut(app, shopper)
    await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
    return { shopper, id: checkout.order.id, number: orderNumber(checkout.order) }
  }
  const { addressId, email } = shopper
  const input = { addressId, idempotencyKey: randomUUID(), networkAddress: addressOf(email) }
  const order = await placeOnce(app.shop, shopper, input, { payOnDelivery: true })
  return { shopper, id: order.id, number: orderNumber(order) }
}

/** Ships what earlier tests left, and buys new orders. */
async function buyMany(count: number): Promise<Bought[]> {
  const { app } = shopfront
  batch += 1
  await app.shop.db.order.updateMany({
    where: { status: { in: ['PAID', 'CONFIRMED'] } },
    data: { status: 'DELIVERED' },
  })
  await app.shop.db.user.updateMany({ where: { mobile: ADDRESS.mobile }, data: { mobile: '' } })
  await setStock(app, { [BOWL]: 90, [CUP]: 90 })
  const bought: Bought[] = []
  for (let i = 0; i < count; i++) bought.push(await buy(i))
  return bought
}

/** Counts all presses of keys and buttons. The characters of a number do not count, because a scanner enters them. */
class Hands {
  presses = 0
  numbers = 0
  constructor(readonly page: Page) {}

  async click(what: Locator): Promise<void> {
    this.presses += 1
    await what.click()
  }

  async press(key: string): Promise<void> {
    this.presses += 1
    await this.page.keyboard.press(key)
  }

  /** Opens the list and chooses. */
  async choose(what: Locator, option: string): Promise<void> {
    this.presses += 2
    await what.selectOption(option)
  }

  async enterNumber(number: string): Promise<void> {
    this.numbers += 1
    await this.page.keyboard.type(number)
  }
}

const field = (page: Page, order: string) =>
  page.getByRole('textbox', { name: `Tracking number of ${order}`, exact: true })
const row = (page: Page, order: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: order }) })
const status = (page: Page) => page.getByRole('main').getByRole('status')
/** The orders in the table's sequence. */
const ordersIn = (page: Page) =>
  page.getByRole('table', { name: 'Orders to pack' }).getByRole('rowheader').getByRole('link').allInnerTexts()
/** Each test has its own numbers, because the shop refuses a number that another order has. */
let batch = 0
const awbOf = (i: number) => String(14_321_501_000_000 + 1000 * batch + i)

const shipments = async (bought: Bought[]) =>
  new Map(
    (await shopfront.app.shop.db.order.findMany({ where: { id: { in: bought.map(({ id }) => id) } } })).map((order) => [
      orderNumber(order),
      { status: order.status, carrier: order.carrier, number: order.trackingNumber, link: order.trackingUrl },
    ]),
  )
const shippedWith = (carrier: string, number: string) => ({
  status: 'SHIPPED',
  carrier,
  number,
  link: trackingLink(carrier, number),
})

describe('the packing table', () => {
  it('prints and ships fifty parcels in at most 60 presses and 50 numbers', { timeout: 240_000 }, async () => {
    const bought = await buyMany(PARCELS)
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office')
    await page.evaluate(() =>
      Object.assign(window, { printed: 0, print: () => ((window as never as { printed: number }).printed += 1) }),
    )
    const hands = new Hands(page)
    await hands.click(page.getByRole('link', { name: 'Open packing' }))
    await hands.click(page.getByRole('checkbox', { name: `Tick all ${PARCELS} orders` }))
    await hands.click(button(page, 'Print labels and slips'))
    await page.getByRole('heading', { name: `${PARCELS} packing slips` }).waitFor()
    expect(await page.getByRole('article').count()).toBe(PARCELS)
    await hands.click(button(page, 'Print'))
    expect(await page.evaluate(() => (window as never as { printed: number }).printed)).toBe(1)
    await hands.click(page.getByRole('link', { name: 'Back' }))

    // The ticks are still there.
    await hands.choose(page.getByLabel('Courier'), 'Delhivery')
    await button(page, `Ship ${PARCELS} orders`).waitFor()
    const orders = await ordersIn(page)
    expect(orders.toSorted()).toEqual(bought.map(({ number }) => number).toSorted())
    await hands.click(field(page, orders[0]!))
    for (const i of orders.keys()) {
      await hands.enterNumber(awbOf(i))
      await hands.press('Enter')
    }
    // Enter in the last row has moved the focus to the button.
    await hands.press('Enter')
    await status(page).getByText(`${PARCELS} orders shipped.`).waitFor()
    expect(hands.numbers).toBe(PARCELS)
    expect(hands.presses).toBeLessThanOrEqual(MOST_PRESSES)

    const found = await shipments(bought)
    expect(found).toEqual(new Map(orders.map((order, i) => [order, shippedWith('Delhivery', awbOf(i))] as const)))
    expect(await page.getByRole('row').filter({ hasText: 'Shipped' }).count()).toBe(PARCELS)
    await page.reload()
    await page.getByText('There are no orders to pack.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it(
    'ships 49 parcels from a pasted column, and shows in its row why the other was not shipped',
    { timeout: 240_000 },
    async () => {
      const bought = await buyMany(PARCELS)
      const { page, context, complaints, close } = await visitAs(
        shopfront,
        await newStaff(shopfront.app),
        '/office/packing',
      )
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const hands = new Hands(page)
      await hands.choose(page.getByLabel('Courier'), 'Delhivery')
      await hands.click(page.getByRole('checkbox', { name: `Tick all ${PARCELS} orders` }))
      const orders = await ordersIn(page)
      await hands.click(field(page, orders[0]!))
      const column = `${Array.from({ length: PARCELS + 2 }, (_, i) => awbOf(i)).join('\r\n')}\r\n`
      await page.evaluate((text) => navigator.clipboard.writeText(text), column)
      await hands.press('Control+V')
      const preview = page.getByRole('dialog', { name: 'Check the pasted numbers' })
      await preview.getByText(`${PARCELS} numbers can be filled in. 2 rows are left out`).waitFor()
      expect(await preview.getByText('There is no row left for it.').count()).toBe(2)
      await hands.click(preview.getByRole('button', { name: `Fill in ${PARCELS} numbers` }))
      await status(page).getByText(`${PARCELS} numbers pasted.`).waitFor()

      const moved = bought.find(({ number }) => number === orders[20])!
      const address = { ...ADDRESS, street: '9 New Street' }
      await changeAddressByBuyer(shopfront.app.shop, moved.shopper, moved.number, { address, accepted: true })
      await hands.click(button(page, `Ship ${PARCELS} orders`))
      await status(page).getByText('49 orders shipped. 1 not shipped: the row says why.').waitFor()
      expect(hands.presses).toBe(7)
      await row(page, moved.number).getByText('The address changed. Check the order, then tick it again.').waitFor()
      await row(page, moved.number).getByText('New address since').waitFor()
      const found = await shipments(bought)
      expect(found.get(moved.number)).toMatchObject({ status: expect.stringMatching(/PAID|CONFIRMED/), number: null })
      found.delete(moved.number)
      const others = [...orders.entries()].filter(([, order]) => order !== moved.number)
      expect(found).toEqual(new Map(others.map(([i, order]) => [order, shippedWith('Delhivery', awbOf(i))] as const)))

      await button(page, `Go to ${moved.number}`).click()
      expect(await field(page, moved.number).evaluate((each) => each === document.activeElement)).toBe(true)
      await page.getByRole('checkbox', { name: `Tick ${moved.number}` }).check()
      await button(page, 'Ship 1 order').click()
      await status(page).getByText('1 order shipped.').waitFor()
      expect((await shipments([moved])).get(moved.number)).toEqual(shippedWith('Delhivery', awbOf(20)))
      expect(complaints).toEqual([])
      await close()
    },
  )

  it('keeps ticks and numbers while staff look at an order, whose page leads to the next one by a key', async () => {
    await buyMany(3)
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office/packing')
    const [first, second, third] = (await page.getByRole('table').waitFor(), await ordersIn(page)) as [
      string,
      string,
      string,
    ]
    await field(page, first).fill('ek 123 456 789 in')
    await page.getByRole('checkbox', { name: `Tick ${third}` }).check()
    await page.getByRole('link', { name: second }).click()
    const heading = (order: string) => page.getByRole('heading', { name: order, level: 1 })
    await heading(second).waitFor()
    await page.getByText('2 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await heading(third).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await heading(second).waitFor()
    await page.getByRole('textbox', { name: /^Note/ }).fill('Fragile')
    await page.keyboard.press('ArrowLeft')
    await button(page, 'Ship').click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('ArrowLeft')
    expect(await page.getByRole('dialog', { name: `Ship ${second}` }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Packing' }).click()
    await button(page, 'Ship 2 orders').waitFor()
    expect(await field(page, first).inputValue()).toBe('EK123456789IN')
    await close()
  })

  it('asks before it ships two orders with one number, and warns about an unusual number', async () => {
    const bought = await buyMany(2)
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office/packing')
    await button(page, 'Ship').click()
    await status(page).getByText('Please tick the orders to ship.').waitFor()
    const [first, second] = (await ordersIn(page)) as [string, string]
    await field(page, first).click()
    for (const number of ['bd 1', 'BD1']) {
      await page.keyboard.type(number)
      await page.keyboard.press('Enter')
    }
    await row(page, second).getByText(`${first} has the same number.`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Please choose the courier').waitFor()
    expect(await page.getByLabel('Courier').evaluate((each) => each === document.activeElement)).toBe(true)
    await page.getByLabel('Courier').selectOption('Blue Dart')
    await row(page, first).getByText('This is unusual for Blue Dart. Check it.').waitFor()
    await button(page, 'Ship 2 orders').click()
    await status(page).getByText('have the same tracking number').waitFor()
    expect([...(await shipments(bought)).values()].map(({ number }) => number)).toEqual([null, null])
    await button(page, 'Ship 2 orders').click()
    await status(page).getByText('2 orders shipped.').waitFor()
    expect([...(await shipments(bought)).values()]).toEqual([
      shippedWith('Blue Dart', 'BD1'),
      shippedWith('Blue Dart', 'BD1'),
    ])

    // The next parcels start with the same courier, which can also be one that the shop does not know.
    const [another] = await buyMany(1)
    await page.reload()
    await field(page, another!.number).fill('77')
    expect(await page.getByLabel('Courier').inputValue()).toBe('Blue Dart')
    await page.getByLabel('Courier').selectOption('Another courier')
    await page.getByLabel('Name of the courier').fill('Rajdoot')
    await page.getByLabel('Tracking link (optional)').fill('rajdoot.example/{number}')
    await button(page, 'Ship 1 order').click()
    await page.getByText('Please enter a web address that begins with http').waitFor()
    await page.getByLabel('Tracking link (optional)').fill('https://rajdoot.example/?n={number}')
    await button(page, 'Ship 1 order').click()
    await status(page).getByText('1 order shipped.').waitFor()
    const link = 'https://rajdoot.example/?n=77'
    expect((await shipments([another!])).get(another!.number)).toMatchObject({ carrier: 'Rajdoot', number: '77', link })
    await close()
  })

  it('names the order that has the number, and ships both in one parcel after a tick', async () => {
    const [sent] = (await buyMany(1)) as [Bought]
    const staff = await newStaff(shopfront.app)
    const actor = await actorAs(shopfront.app, staff, 'write_orders')
    const yesterday = awbOf(1)
    await shipOrder(shopfront.app.shop, actor, {
      number: sent.number,
      version: (await readOrder(shopfront.app, sent.id)).version,
      carrier: 'Delhivery',
      trackingNumber: yesterday,
    })
    const bought = await buyMany(3)
    const { page, close } = await visitAs(shopfront, staff, '/office/packing')
    const [first, second, third] = (await page.getByRole('table').waitFor(), await ordersIn(page)) as [
      string,
      string,
      string,
    ]
    await page.getByLabel('Courier').selectOption('Delhivery')
    // No word of the table is broken: each is on one line.
    for (const text of ['message', 'prices', 'Chennai'])
      expect(
        await page
          .getByRole('table')
          .getByText(text)
          .first()
          .evaluate((element, word) => {
            const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
            for (let each = node.nextNode(); each; each = node.nextNode()) {
              const at = each.textContent!.indexOf(word)
              if (at === -1) continue
              const range = document.createRange()
              range.setStart(each, at)
              range.setEnd(each, at + word.length)
              return range.getClientRects().length
            }
            return 0
          }, text),
      ).toBe(1)
    await field(page, first).fill(yesterday)
    await field(page, second).fill(awbOf(2))
    await button(page, 'Ship 2 orders').click()
    await status(page).getByText('1 order shipped. 1 not shipped: the row says why.').waitFor()
    await row(page, first).getByText(`${sent.number} was sent with this number on`).waitFor()
    const tick = row(page, first).getByRole('checkbox', { name: `${first} and ${sent.number} are in one parcel` })
    await expectAccessible(page, 'a number of another order', [1280, 390])
    await tick.check()
    // Another number takes the tick away.
    await field(page, first).fill('14321501999999')
    await field(page, first).press('Tab')
    await tick.waitFor({ state: 'detached' })
    await field(page, first).fill(yesterday)
    await button(page, 'Ship 1 order').click()
    await tick.check()
    await button(page, 'Ship 1 order').click()
    await status(page).getByText('1 order shipped.').waitFor()
    expect((await shipments(bought)).get(first)).toEqual(shippedWith('Delhivery', yesterday))

    // The dialog of an order has the same rule and the same tick.
    await page.getByRole('link', { name: third }).click()
    await page.getByRole('heading', { name: third, level: 1 }).waitFor()
    await button(page, 'Ship').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Courier').fill('delhivery')
    await dialog.getByLabel('Tracking number').fill(awbOf(2))
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await dialog.getByText(`${second} was sent with this number on`).waitFor()
    expect((await shipments(bought)).get(third)?.number).toBeNull()
    await dialog.getByRole('checkbox', { name: `${third} and ${second} are in one parcel` }).check()
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await shipments(bought)).get(third)?.number).toBe(awbOf(2))
    await close()
  })

  it('shows which pasted number goes to which order, and fills in none that a spreadsheet broke', async () => {
    await buyMany(3)
    const { page, context, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office/packing')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [first, second, third] = (await page.getByRole('table').waitFor(), await ordersIn(page)) as [
      string,
      string,
      string,
    ]
    await page.getByLabel('Courier').selectOption('Delhivery')
    const rows = [
      ['Reference', 'Waybill', 'Pin'],
      [third, awbOf(3), '560001'],
      ['CER-999999', awbOf(9), '560001'],
      [second, '1.45612E+13', '560001'],
      [first, awbOf(1), '560001'],
    ]
    await field(page, first).click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => row.join('\t')).join('\r\n'))
    await page.keyboard.press('Control+V')
    const preview = page.getByRole('dialog', { name: 'Check the pasted numbers' })
    await preview.getByText('2 numbers can be filled in. 2 rows are left out, with the reason.').waitFor()
    const heading = preview.getByRole('checkbox', { name: 'Leave out 1 heading row: Reference, Waybill, Pin' })
    expect(await heading.isChecked()).toBe(true)
    const shown = preview.getByRole('row').filter({ hasText: third })
    expect(await shown.innerText()).toContain(ADDRESS.name)
    expect(await shown.innerText()).toContain(awbOf(3))
    expect(await preview.getByRole('row').filter({ hasText: 'CER-999999' }).innerText()).toContain('not on this page')
    // Rows with a problem or a note come first.
    expect(await preview.getByRole('row').nth(1).innerText()).toContain('Not filled in')
    expect(await page.locator(`#number-${first}`).inputValue()).toBe('')
    await expectAccessible(page, 'preview of a paste', [1280, 390])
    await preview.getByRole('button', { name: 'Fill in 2 numbers' }).click()
    await button(page, 'Ship 2 orders').waitFor()
    const values = await Promise.all([first, second, third].map((order) => field(page, order).inputValue()))
    expect(values).toEqual([awbOf(1), '', awbOf(3)])

    // A broken number that is typed is named in its row, and not sent.
    await field(page, second).fill('14561234567891.0')
    await field(page, second).press('Enter')
    await row(page, second).getByText('The number has a decimal point.').waitFor()
    await button(page, 'Ship 3 orders').click()
    await status(page).getByText('2 orders shipped. 1 not shipped: the row says why.').waitFor()
    await close()
  })

  it('ships the other orders if a response is lost or a colleague was faster, and ships none twice', async () => {
    const { app } = shopfront
    const bought = await buyMany(3)
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/office/packing')
    await page.getByLabel('Courier').selectOption('Delhivery')
    const [lost, colleagues, third] = (await ordersIn(page)) as [string, string, string]
    const numbers = [awbOf(1), awbOf(2), awbOf(3)]
    await field(page, lost).focus()
    for (const number of numbers) {
      await page.keyboard.type(number)
      await page.keyboard.press('Enter')
    }
    const other = bought.find(({ number }) => number === colleagues)!
    const { version } = await readOrder(app, other.id)
    const parcel = { carrier: 'Blue Dart', trackingNumber: '77937279125' }
    const colleague = await actorAs(app, await newStaff(app), 'write_orders')
    await shipOrder(app.shop, colleague, { number: colleagues, version, ...parcel })
    await page.route('**/graphql*', async (route) => {
      if (!(route.request().postData() ?? '').includes(lost)) return route.fallback()
      // The shop has shipped the order, but the browser gets no response.
      const response = await route.fetch()
      return (await response.text()).includes('PersistedQueryNotFound') ? route.fulfill({ response }) : route.abort()
    })
    await page.keyboard.press('Enter')
    await status(page).getByText('1 order shipped. 2 not shipped: the row says why.').waitFor()
    await row(page, lost).getByText('The shop could not be reached. Please try again.').waitFor()
    await row(page, colleagues).getByText('Already shipped: Blue Dart, 77937279125.').waitFor()
    expect((await shipments(bought)).get(lost)).toEqual(shippedWith('Delhivery', numbers[0]!))
    await page.unrouteAll()
    await button(page, 'Ship 1 order').click()
    await status(page).getByText('1 order shipped.', { exact: true }).waitFor()
    expect(await shipments(bought)).toEqual(
      new Map([
        [lost, shippedWith('Delhivery', numbers[0]!)],
        [colleagues, { ...shippedWith('Blue Dart', '77937279125'), link: null }],
        [third, shippedWith('Delhivery', numbers[2]!)],
      ]),
    )
    const sent = { orderId: { in: bought.map(({ id }) => id) }, status: 'SHIPPED' } as const
    expect(await app.shop.db.orderEvent.count({ where: sent })).toBe(3)
    await close()
  })

  it.each([
    ['twelve lines', Array.from({ length: 12 }, (_, i) => `Line ${i + 1} of the card`).join('\n')],
    ['three hundred wide letters', 'W'.repeat(300)],
    ['twelve long lines', Array.from({ length: 12 }, () => 'M'.repeat(24)).join('\n')],
    ['emoji of seven code points', '👨‍👩‍👧‍👦'.repeat(300)],
    ['ligatures as wide as a sentence', '﷽'.repeat(300)],
  ])('prints any gift message on one card: %s', async (_, giftMessage) => {
    const [order] = (await buyMany(1)) as [Bought]
    await shopfront.app.shop.db.order.update({ where: { id: order.id }, data: { giftMessage } })
    const path = `/office/slips?order=${order.number}`
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), path)
    const card = page.getByRole('figure', { name: 'Gift message' })
    await card.waitFor()
    await page.evaluate(() => document.fonts.ready)
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
    expect(pages).toHaveLength(1)
    // 10 cm, with the edge.
    expect((await card.boundingBox())!.height).toBeLessThan(400)
    expect(await card.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
    expect((await card.innerText()).replace(/\s+/g, '')).toContain(giftMessage.replace(/\s+/g, ''))
    await close()
  })

  it('can be used on a phone, and prints a label and a gift card', async () => {
    const [gift, plain] = (await buyMany(2)) as [Bought, Bought]
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office/packing', 'phone')
    await isHydrated(page)
    await row(page, gift.number).getByText('Gift wrap, Gift message, No prices').waitFor()
    await expectNoSidewaysScroll(page)
    await field(page, gift.number).fill('x')
    await button(page, 'Ship 1 order').click()
    await page.getByText('Please choose the courier').waitFor()
    await expectAccessible(page, 'packing', [1280, 390])
    await page.getByRole('checkbox', { name: `Tick ${plain.number}` }).check()
    await button(page, 'Print labels and slips').click()
    const sheet = (order: string) => page.getByRole('article', { name: order })
    const label = sheet(gift.number).getByRole('region', { name: `Label of ${gift.number}` })
    const total = (await shopfront.app.shop.db.order.findUniqueOrThrow({ where: { id: gift.id } })).totalAmount
    // The courier collects the amount, but the slip in the parcel has no price.
    expect(await label.innerText()).toContain(`Rs. ${total.toLocaleString('en-IN')}`)
    const slip = sheet(gift.number).getByRole('region', { name: `Packing slip of ${gift.number}` })
    expect(await slip.innerText()).not.toContain('Rs.')
    expect(await slip.innerText()).toContain('No prices in the parcel.')
    await sheet(gift.number).getByText('Happy birthday!').waitFor()
    expect(await sheet(plain.number).getByText('Gift message').count()).toBe(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'slips', [1280, 390])
    await close()
  })
})

describe('the dialog Ship of an order', () => {
  it('makes the tracking link from the courier and the number', async () => {
    const [order] = (await buyMany(1)) as [Bought]
    const linkOf = async () => (await shipments([order])).get(order.number)!.link
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), `/office/orders/${order.number}`)
    const dialog = page.getByRole('dialog')
    await button(page, 'Ship').click()
    await dialog.getByLabel('Courier').fill('delhivery')
    await dialog.getByLabel('Tracking number').fill('14321501234567')
    await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await linkOf()).toBe(trackingLink('Delhivery', '14321501234567'))
    // The link changes with the number, unless staff entered another.
    for (const [number, own] of [
      ['14321501234568', ''],
      ['14321501234569', 'https://own.example/'],
      ['14321501234570', null],
    ] as const) {
      await button(page, 'Correct tracking').click()
      await dialog.locator('[name=trackingNumber]:focus').waitFor()
      await dialog.getByLabel('Tracking number').fill(number)
      if (own) await dialog.getByLabel('Tracking link (optional)').fill(own)
      const shown = await dialog.getByLabel('Tracking link (optional)').inputValue()
      expect(shown).toBe(own ?? 'https://own.example/')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await linkOf()).toBe(shown || trackingLink('Delhivery', number))
    }
    await close()
  })
})
