import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  actorAs,
  checkOut,
  newShopper,
  newStaff,
  payFor,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { cancelByBuyer } from '../../orders/after-sale/cancel'
import { confirmPayment } from '../../orders/placement/checkout'
import { orderNumber } from '../../orders/order'
import { placeOnce } from '../../orders/placement/placement'
import { requestReturn } from '../../orders/after-sale/ask'
import { blockCustomer } from '../customers'

const app = await startTestApp({ COD_MAX_AMOUNT: '50000', AUTO_REFUND: '0' })
const { shop } = app
const { db } = shop
const staff = await newStaff(app)

const FIELDS = `order { actions refundable: refundablePaise order { number version status shipment { carrier trackingNumber trackingUrl shippedAt deliveredAt }
  timeline { status source note } refunds { amount: amountPaise state } } payments { id provider amount: amountPaise excess refundable: refundablePaise } refunds { amount: amountPaise state reason
  reference requestedBy { email } } notes { text author { email } } audit { change before after actor { email } } }
  userErrors { code message field orderNumber }`

const ARGUMENTS: Record<string, string> = {
  shipOrder:
    '$number: String!, $version: Int!, $carrier: String!, $trackingNumber: String!, $trackingUrl: String, $sharesParcelWith: [String!]',
  deliverOrder: '$number: String!, $version: Int!',
  cancelOrderByShop: '$number: String!, $version: Int!, $reason: String!, $restock: Boolean! = true',
  acceptReturn: '$number: String!, $version: Int!, $restock: Boolean!',
  refuseReturn: '$number: String!, $version: Int!, $reason: String!',
  refundOrder: '$input: RefundOrderInput!',
  addOrderNote: '$number: String!, $text: String!',
}

const textOf = (mutation: string): string => {
  const passed = [...ARGUMENTS[mutation]!.matchAll(/\$(\w+):/g)].map(([, name]) => `${name}: $${name}`).join(', ')
  return `mutation (${ARGUMENTS[mutation]}) { ${mutation}(${passed}) { ${FIELDS} } }`
}

async function change(mutation: string, variables: Record<string, unknown>, token = staff.token) {
  const { data, errors } = await ask(app, textOf(mutation), { token, variables })
  if (errors) return { code: errors[0]!.extensions.code, message: errors[0]!.message }
  return { ...data[mutation], code: data[mutation].userErrors[0]?.code }
}

/** Buys two bowls and a cup, paid online or on delivery. */
async function buy({ onDelivery = false, paid = true } = {}) {
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newShopper(app, { [BOWL]: 2, [CUP]: 1 })
  const { addressId, email: networkAddress } = shopper
  if (onDelivery) {
    const input = { addressId, idempotencyKey: randomUUID(), networkAddress }
    const order = await placeOnce(shop, shopper, input, { payOnDelivery: true })
    return { shopper, id: order.id, number: orderNumber(order) }
  }
  const checkout = await checkOut(app, shopper)
  if (paid) await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  return { shopper, id: checkout.order.id, number: orderNumber(checkout.order) }
}

const versionOf = async (id: string) => (await readOrder(app, id)).version
const PARCEL = { carrier: ' India Post ', trackingNumber: 'EA1', trackingUrl: 'https://track.example/EA1' }
/** The order's own parcel. */
const parcelOf = ({ number }: { number: string }) => ({ ...PARCEL, trackingNumber: number.replace('CER-', 'EA') })

async function edit(mutation: string, { id, number }: { id: string; number: string }, more: object = {}) {
  return change(mutation, { number, version: await versionOf(id), ...more })
}

async function deliver(bought: { id: string; number: string }) {
  await edit('shipOrder', bought, parcelOf(bought))
  return edit('deliverOrder', bought)
}

async function askBack(bought: Awaited<ReturnType<typeof buy>>) {
  await deliver(bought)
  return requestReturn(shop, bought.shopper, bought.number, { reason: 'CHANGED_MIND' })
}

const allOf = (mutation: string, number: string) => ({
  number,
  version: 1,
  ...PARCEL,
  reason: 'x',
  restock: true,
  text: 'x',
  input: { number, version: 1, whole: true, reason: 'x', idempotencyKey: randomUUID() },
  mutation,
})

describe('a staff change to an order', async () => {
  const bought = await buy()
  const { shopper, number, id } = bought
  const blocked = await newStaff(app)
  await blockCustomer(shop, await actorAs(app, staff, 'write_staff'), { customerId: blocked.id, blocked: true })

  it.each(Object.keys(ARGUMENTS))('%s is refused for everyone except staff', async (mutation) => {
    const before = await readOrder(app, id)
    const variables = allOf(mutation, number)
    for (const [token, code] of [
      ['', 'UNAUTHENTICATED'],
      ['nonsense', 'UNAUTHENTICATED'],
      [blocked.token, 'UNAUTHENTICATED'],
      [shopper.token, 'FORBIDDEN'],
    ] as const)
      expect((await change(mutation, variables, token)).code).toBe(code)
    expect(await readOrder(app, id)).toEqual(before)
    expect(await db.auditEntry.count({ where: { subjectId: number } })).toBe(0)
  })

  it.each(Object.keys(ARGUMENTS).filter((mutation) => mutation !== 'addOrderNote'))(
    '%s is refused after another change and returns the newer order',
    async (mutation) => {
      const answer = await change(mutation, allOf(mutation, number))
      const version = await versionOf(id)
      expect(version).not.toBe(1)
      expect([answer.code, answer.order?.order]).toMatchObject(['STALE_VERSION', { version, status: 'PAID' }])
    },
  )

  it('rejects an unknown order, and keeps the version when the shop updates internal columns', async () => {
    expect((await edit('deliverOrder', { ...bought, number: 'CER-999999' })).userErrors).toMatchObject([
      { code: 'ORDER_NOT_FOUND', field: ['number'] },
    ])
    const before = await versionOf(id)
    await db.order.update({ where: { id }, data: { paymentAskedAt: new Date() } })
    await db.order.update({ where: { id }, data: { network: null } })
    expect(await versionOf(id)).toBe(before)
  })
})

describe('shipping an order', () => {
  it.each(['Carr\u001b[2J', 'Blue\u0000Dart'])('rejects control characters: %j', async (carrier) => {
    const bought = await buy()
    const refused = await edit('shipOrder', bought, { ...PARCEL, carrier })
    expect(refused.userErrors).toMatchObject([{ code: 'INVALID_INPUT', field: ['carrier'] }])
    expect(await db.order.findUniqueOrThrow({ where: { id: bought.id } })).toMatchObject({ status: 'PAID' })
  })

  it('keeps a carrier with a line break on one line', async () => {
    const bought = await buy()
    const { userErrors, order } = await edit('shipOrder', bought, {
      ...parcelOf(bought),
      carrier: 'Carr\r\nBcc: a@b.example',
    })
    expect([userErrors, order.status ?? order.order?.status]).toEqual([[], 'SHIPPED'])
    expect(await db.order.findUniqueOrThrow({ where: { id: bought.id } })).toMatchObject({
      carrier: 'Carr Bcc: a@b.example',
    })
  })

  it('shows the buyer the tracking data and then the delivery; repeated calls change nothing', async () => {
    const bought = await buy()
    const version = await versionOf(bought.id)
    const sent = await change('shipOrder', { number: bought.number, version, ...PARCEL })
    expect(sent.order.order).toMatchObject({
      status: 'SHIPPED',
      shipment: { carrier: 'India Post', trackingNumber: 'EA1', trackingUrl: PARCEL.trackingUrl, deliveredAt: null },
    })
    const again = await change('shipOrder', { number: bought.number, version, ...PARCEL })
    expect(again.order).toEqual(sent.order)
    expect(sent.order.actions).toEqual(['SHIP', 'DELIVER', 'ACCEPT_RETURN', 'REFUND'])
    const corrected = await edit('shipOrder', bought, { carrier: 'Blue Dart', trackingNumber: 'BD2' })
    expect(corrected.order.order.shipment).toMatchObject({
      carrier: 'Blue Dart',
      trackingUrl: expect.stringMatching(/^https:\/\/www\.bluedart\.com\/.*BD2$/),
    })
    const arrived = await edit('deliverOrder', bought)
    expect((await edit('deliverOrder', bought)).order).toEqual(arrived.order)
    expect(arrived.order.order.timeline.slice(-3)).toEqual([
      { status: 'SHIPPED', source: 'SHOP', note: 'Shipped with India Post, tracking number EA1.' },
      { status: 'SHIPPED', source: 'SHOP', note: 'Tracking corrected: Blue Dart, tracking number BD2.' },
      { status: 'DELIVERED', source: 'SHOP', note: 'Delivered.' },
    ])
    expect(arrived.order.audit.map((entry: { change: string }) => entry.change)).toEqual([
      'DELIVER_ORDER',
      'SHIP_ORDER',
      'SHIP_ORDER',
    ])
    expect(arrived.order.audit.at(-1)).toMatchObject({
      before: expect.stringContaining('"status":"PAID"'),
      after: expect.stringContaining('India Post'),
      actor: { email: staff.email },
    })
    const own = await ask(
      app,
      'query ($number: String!) { me { order(number: $number) { shipment { carrier trackingNumber } refunds { state } } } }',
      { token: bought.shopper.token, variables: { number: bought.number } },
    )
    expect(own.data.me.order).toEqual({ shipment: { carrier: 'Blue Dart', trackingNumber: 'BD2' }, refunds: [] })
  })

  it.each([
    [{ carrier: ' ' }, 'carrier'],
    [{ trackingNumber: 'x'.repeat(101) }, 'trackingNumber'],
    [{ trackingUrl: 'javascript:alert(1)' }, 'trackingUrl'],
    [{ trackingUrl: 'track' }, 'trackingUrl'],
  ])('requires valid tracking data: %j', async (wrong, field) => {
    const variables = { ...allOf('shipOrder', 'CER-000001'), ...wrong }
    expect((await change('shipOrder', variables)).userErrors).toMatchObject([{ code: 'INVALID_INPUT', field: [field] }])
  })

  it.each([
    ['1.45612E+13', 'rounded'],
    ['#N/A', 'no number'],
    ['=1+1', 'formula'],
    ['14,561,234,567,891', 'commas'],
  ])('names what a spreadsheet did to the tracking number %j', async (trackingNumber, why) => {
    const variables = { ...allOf('shipOrder', 'CER-000001'), trackingNumber }
    expect((await change('shipOrder', variables)).userErrors).toEqual([
      { code: 'INVALID_INPUT', field: ['trackingNumber'], message: expect.stringContaining(why), orderNumber: null },
    ])
  })

  describe('with the number of another order', async () => {
    const first = await buy()
    const post = { carrier: 'India Post', trackingNumber: 'EK 123 456 789 IN' }
    expect((await edit('shipOrder', first, post)).order.order.shipment).toMatchObject({
      trackingNumber: 'EK123456789IN',
    })
    const used = (number = first.number) => ({
      code: 'TRACKING_NUMBER_USED',
      field: ['trackingNumber'],
      message: expect.stringMatching(
        `^${number} was sent with this number on [0-9]+ [A-Z][a-z]{2,3} 20[0-9]{2}, to another buyer.$`,
      ),
      orderNumber: number,
    })

    it.each([
      ['India Post', 'EK123456789IN'],
      ['india  post', 'ek123456789in'],
      ['INDIA-POST', 'EK 123456789 IN'],
      ['Speed Post', '\uFEFFEK123456789IN\u00a0'],
      ['Indian Post', 'ＥＫ１２３４５６７８９ＩＮ'],
    ])('names that order and changes nothing: %s %j', async (carrier, trackingNumber) => {
      const second = await buy()
      const before = await readOrder(app, second.id)
      expect((await edit('shipOrder', second, { carrier, trackingNumber })).userErrors).toEqual([used()])
      expect(await readOrder(app, second.id)).toEqual(before)
    })

    it.each([
      ['Delhivery', 'EK123456789IN'],
      ['India Post', 'EK123456788IN'],
      ['राम कूरियर', 'EK123456789IN'],
    ])('ships with another courier or number: %s %s', async (carrier, trackingNumber) => {
      expect((await edit('shipOrder', await buy(), { carrier, trackingNumber })).userErrors).toEqual([])
    })

    it('compares the names of unknown couriers', async () => {
      const number = { trackingNumber: '77' }
      const one = await buy()
      expect((await edit('shipOrder', one, { carrier: 'राम कूरियर', ...number })).userErrors).toEqual([])
      expect((await edit('shipOrder', await buy(), { carrier: 'श्याम कूरियर', ...number })).userErrors).toEqual([])
      expect((await edit('shipOrder', await buy(), { carrier: ' राम  कूरियर', ...number })).userErrors).toEqual([
        used(one.number),
      ])
    })

    it('ships if the call names an order in the same parcel, and only then', async () => {
      const [second, third] = [await buy(), await buy()]
      const with_ = (...sharesParcelWith: string[]) => ({ ...post, sharesParcelWith })
      expect((await edit('shipOrder', second, with_())).userErrors).toEqual([used()])
      expect((await edit('shipOrder', second, with_(third.number, second.number, 'x'))).userErrors).toEqual([used()])
      expect((await edit('shipOrder', second, with_(first.number))).order.order).toMatchObject({
        status: 'SHIPPED',
        shipment: { trackingNumber: 'EK123456789IN' },
      })
      expect((await edit('shipOrder', third, post)).userErrors).toEqual([used(second.number)])
      expect((await edit('shipOrder', third, with_(first.number))).userErrors).toEqual([])
      // A new link alone does not count as a new number.
      const link = { ...post, trackingUrl: 'https://track.example/2' }
      expect((await edit('shipOrder', second, link)).userErrors).toEqual([])
      const many = Array.from({ length: 101 }, () => first.number)
      expect((await edit('shipOrder', await buy(), with_(...many))).userErrors).toMatchObject([
        { code: 'INVALID_INPUT', field: ['sharesParcelWith'] },
      ])
    })

    it('refuses it as a correction too, and after the other order has arrived', async () => {
      const arrived = await buy()
      await deliver(arrived)
      const wrong = await buy()
      await edit('shipOrder', wrong, parcelOf(wrong))
      expect((await edit('shipOrder', wrong, parcelOf(arrived))).userErrors).toEqual([used(arrived.number)])
      // A number that was corrected is free again.
      await edit('shipOrder', wrong, { carrier: 'India Post', trackingNumber: 'EX1' })
      expect((await edit('shipOrder', await buy(), parcelOf(wrong))).userErrors).toEqual([])
    })

    it('ships one of several orders that get the same number at the same time', async () => {
      const orders = await Promise.all(Array.from({ length: 5 }, () => buy()))
      const answers = await Promise.all(
        orders.map((order) => edit('shipOrder', order, { carrier: 'India Post', trackingNumber: 'EK5' })),
      )
      expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'TRACKING_NUMBER_USED')).toHaveLength(4)
    })
  })

  it('follows the sequence of statuses', async () => {
    const bought = await buy()
    const conflict = { code: 'ORDER_STATUS_CONFLICT' }
    expect(await edit('deliverOrder', bought)).toMatchObject({
      ...conflict,
      userErrors: [{ message: 'You cannot mark the order as delivered while the status is "paid".' }],
    })
    expect(await edit('acceptReturn', bought, { restock: true })).toMatchObject(conflict)
    expect(await edit('refuseReturn', bought, { reason: 'no' })).toMatchObject(conflict)
    await deliver(bought)
    expect(await edit('cancelOrderByShop', bought, { reason: 'no' })).toMatchObject(conflict)
    expect(await edit('shipOrder', bought, PARCEL)).toMatchObject(conflict)
  })
})

describe('cancelOrderByShop', () => {
  it('returns the items to stock and requests a refund of the payment only once', async () => {
    const bought = await buy()
    const shelf = await stockOf(app, BOWL)
    const version = await versionOf(bought.id)
    const variables = { number: bought.number, version, reason: 'The kiln broke.' }
    const cancelled = await change('cancelOrderByShop', variables)
    expect(cancelled.order).toMatchObject({
      refundable: 0,
      order: { status: 'REFUND_DUE' },
      refunds: [{ state: 'REQUESTED', reason: 'The kiln broke.', requestedBy: { email: staff.email } }],
    })
    expect((await change('cancelOrderByShop', variables)).order).toEqual(cancelled.order)
    expect(await stockOf(app, BOWL)).toBe(shelf + 2)
    expect(await db.refund.count({ where: { orderId: bought.id } })).toBe(1)
  })

  it('can leave the stock unchanged; a later payment makes the order REFUND_DUE', async () => {
    await setStock(app, { [BOWL]: 20 })
    const shopper = await newShopper(app, { [BOWL]: 2 })
    const checkout = await checkOut(app, shopper)
    const bought = { id: checkout.order.id, number: orderNumber(checkout.order) }
    const shelf = await stockOf(app, BOWL)
    expect((await edit('cancelOrderByShop', bought, { reason: 'Broken.', restock: false })).order.order.status).toBe(
      'CANCELLED',
    )
    expect(await stockOf(app, BOWL)).toBe(shelf)
    await confirmPayment(shop, shopper.id, await payFor(app, checkout))
    const after = await readOrder(app, bought.id)
    expect([after.status, after.events.at(-1)!.note]).toEqual([
      'REFUND_DUE',
      expect.stringContaining('The payment arrived after the shop cancelled the order, so we will refund it'),
    ])
    expect(await db.receivedPayment.findMany({ where: { orderId: bought.id } })).toMatchObject([
      { excess: 'The payment arrived after the shop cancelled the order.' },
    ])
  })
})

describe('a return', () => {
  it('can be accepted, which returns its items to stock, or refused with a reason', async () => {
    const [one, other] = [await buy(), await buy()]
    await askBack(one)
    const shelf = await stockOf(app, BOWL)
    const back = await edit('acceptReturn', one, { restock: true })
    expect(back.order.order.status).toBe('RETURNED')
    expect((await edit('acceptReturn', one, { restock: true })).order).toEqual(back.order)
    expect(await stockOf(app, BOWL)).toBe(shelf + 2)
    await askBack(other)
    const refused = await edit('refuseReturn', other, { reason: 'It is scratched.' })
    expect(refused.order.order.timeline.at(-1)).toEqual({
      status: 'DELIVERED',
      source: 'SHOP',
      note: 'We could not accept your return: It is scratched.',
    })
    expect((await edit('refuseReturn', other, { reason: 'It is scratched.' })).order).toEqual(refused.order)
  })

  it('can be accepted for a parcel that the buyer refused', async () => {
    const bought = await buy({ onDelivery: true })
    await edit('shipOrder', bought, parcelOf(bought))
    const shelf = await stockOf(app, CUP)
    const back = await edit('acceptReturn', bought, { restock: false })
    expect(back.order).toMatchObject({ refundable: 0, payments: [], order: { status: 'RETURNED' } })
    expect(await stockOf(app, CUP)).toBe(shelf)
  })
})

describe('addOrderNote', () => {
  it('adds a staff-only note, and ignores a note that repeats the last one', async () => {
    const { number, shopper } = await buy()
    for (const text of ['Called her.', ' Called her. ', 'No answer.']) await change('addOrderNote', { number, text })
    const { order } = await change('addOrderNote', { number, text: 'No answer.' })
    expect(order.notes).toEqual(['Called her.', 'No answer.'].map((text) => ({ text, author: { email: staff.email } })))
    expect(JSON.stringify(order.order)).not.toContain('Called')
    const { data } = await ask(app, '{ me { export } }', { token: shopper.token })
    expect(data.me.export).not.toContain('Called')
    expect((await change('addOrderNote', { number, text: ' ' })).code).toBe('INVALID_INPUT')
  })
})

describe('a pay-on-delivery order', () => {
  it('counts as paid once it is delivered, and can be refunded only manually', async () => {
    const bought = await buy({ onDelivery: true })
    const { order } = await deliver(bought)
    const total = (await readOrder(app, bought.id)).totalAmount * 100
    expect(order.payments).toEqual([
      { id: `door-${bought.id}`, provider: null, amount: total, excess: null, refundable: total },
    ])
    const refund = async (input: object) =>
      change('refundOrder', {
        input: {
          number: bought.number,
          version: await versionOf(bought.id),
          reason: 'She may keep it.',
          idempotencyKey: randomUUID(),
          ...input,
        },
      })
    expect((await refund({ whole: true })).userErrors).toMatchObject([
      { code: 'INVALID_INPUT', field: ['input', 'reference'] },
    ])
    const part = await refund({ amountPaise: 5050, reference: 'UTR 1' })
    expect(part.order).toMatchObject({
      refundable: total - 5050,
      order: { status: 'DELIVERED', refunds: [{ amount: 5050, state: 'PROCESSED' }] },
    })
    expect(part.order.order.timeline.at(-1).note).toBe('We refunded Rs. 50.50 (UTR 1).')
    expect((await refund({ whole: true, reference: 'UTR 2' })).order.order.status).toBe('REFUNDED')
  })
})

describe('a cancellation by the buyer', () => {
  it('does not return stock that staff have already returned', async () => {
    const bought = await buy()
    const shelf = await stockOf(app, BOWL)
    const { lines } = await readOrder(app, bought.id)
    const bowl = lines.find(({ productId }) => productId === BOWL)!
    const input = {
      number: bought.number,
      version: await versionOf(bought.id),
      lines: [{ id: bowl.id, quantity: 1 }],
      restock: true,
      reason: 'One is cracked.',
      idempotencyKey: randomUUID(),
    }
    expect((await change('refundOrder', { input })).userErrors).toEqual([])
    expect(await stockOf(app, BOWL)).toBe(shelf + 1)
    await cancelByBuyer(shop, bought.shopper, bought.number)
    expect(await stockOf(app, BOWL)).toBe(shelf + 2)
  })
})
