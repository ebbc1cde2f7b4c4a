import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  actorAs,
  addressOf,
  checkOut,
  fillCart,
  newShopper,
  newStaff,
  parcelOf,
  payFor,
  readOrder,
  setStock,
} from '../../../testing/data/factories'
import { BENGALURU, BOWL, PASSWORD } from '../../../testing/data/fixtures'
import { updateAddress } from '../../accounts/addresses'
import { deleteAccount } from '../../own-account/deleteAccount'
import { sweepAddresses } from '../../own-account/erasure'
import { shipOrder } from '../../office/orders/orderChanges'
import { changeAddressByBuyer } from './changeAddress'
import { invoiceOf } from '../invoice'
import { orderNumber } from '../order'
import { placeOnce } from './placement'
import { confirmPayment } from './checkout'
import { cancelByBuyer } from '../after-sale/cancel'

const app = await startTestApp({
  SELLER_NAME: 'Asha Rao Pottery',
  SELLER_ADDRESS: '12 Kiln Road, Bengaluru 560001',
  SELLER_STATE: 'Karnataka',
  SELLER_GSTIN: '29ABCDE1234F1Z5',
  GST_PERCENT: '12',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'shop@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
  COD_OPEN_ORDERS: '10',
  DELIVERY_COUNTRIES: 'IN,FR',
  ORDER_WEBHOOK_URL: 'http://127.0.0.1:9/hook',
  ORDER_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
})
const { shop } = app
const { db, settings } = shop
const staff = await newStaff(app)
await setStock(app, { [BOWL]: 900 })

const MYSURU = { ...BENGALURU, street: '5 Palace Road', city: 'Mysuru', zipCode: '570001', mobile: '9000000001' }
const CHENNAI = { ...BENGALURU, name: 'Anbu', city: 'Chennai', state: 'Tamil Nadu', zipCode: '600004' }
/** Five days further than the rest of India. */
const LEH = { ...CHENNAI, city: 'Leh', state: 'Ladakh', zipCode: '194101' }
const PARIS = {
  ...BENGALURU,
  city: 'Paris',
  state: 'Paris',
  country: 'France',
  zipCode: '75001',
  mobile: '+33 1 23 45 67 89',
}

/** A paid order to Bengaluru. */
async function paid() {
  const shopper = await newShopper(app)
  await updateAddress(shop, shopper, shopper.addressId, BENGALURU)
  await fillCart(app, shopper, { [BOWL]: 2 })
  const checkout = await checkOut(app, shopper)
  await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  const order = await readOrder(app, checkout.order.id)
  return { shopper, order, number: orderNumber(order) }
}

/** A confirmed order of a proven shopper to Bengaluru, paid on delivery. */
async function onDelivery() {
  const shopper = await newShopper(app)
  await db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
  const mobile = `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const street = `${Math.floor(Math.random() * 1e8)} Kiln Road`
  await updateAddress(shop, shopper, shopper.addressId, { ...BENGALURU, mobile, street })
  await fillCart(app, shopper, { [BOWL]: 1 })
  const input = { addressId: shopper.addressId, idempotencyKey: crypto.randomUUID(), networkAddress: '203.0.113.9' }
  const order = await placeOnce(shop, shopper, input, { payOnDelivery: true })
  return { shopper, order, number: orderNumber(order) }
}

const CHANGE = `mutation ($number: String!, $address: AddressInput!, $accept: Boolean! = false) {
  changeOrderAddress(number: $number, address: $address, acceptChanges: $accept) {
    order { version deliveryAddress { name city } actions timeline { note source } }
    userErrors { code field message } } }`
const change = async (token: string, number: string, address: object, accept = false) =>
  (await ask(app, CHANGE, { token, variables: { number, address, accept } })).data.changeOrderAddress

const messagesOf = async (topic: string) =>
  (await db.outboxMessage.findMany({ where: { topic }, orderBy: { id: 'asc' } })).map(
    ({ channel, body }) => `${channel} ${(JSON.parse(body) as { type: string }).type}`,
  )

describe('changeOrderAddress', () => {
  it('changes the address, informs the buyer and the webhook, and leaves items and money alone', async () => {
    const { shopper, order, number } = await paid()
    const earlier = await messagesOf(order.id)
    const { order: shown, userErrors } = await change(shopper.token, number, MYSURU)
    expect(userErrors).toEqual([])
    expect(shown.deliveryAddress).toEqual({ name: MYSURU.name, city: 'Mysuru' })
    expect(shown.actions).toContain('CHANGE_ADDRESS')
    expect(shown.timeline.at(-1)).toEqual({ note: 'You changed the delivery address.', source: 'SHOPPER' })
    const after = await readOrder(app, order.id)
    expect(after).toMatchObject({
      status: 'PAID',
      deliveryStreet: '5 Palace Road',
      deliveryZipCode: '570001',
      deliveryMobile: '9000000001',
      deliveryCountryCode: 'IN',
      addressHash: null,
      addressChangedAt: expect.any(Date),
      totalAmount: order.totalAmount,
      lines: order.lines,
    })
    expect(after.version).toBeGreaterThan(order.version)
    expect((await messagesOf(order.id)).slice(earlier.length)).toEqual([
      'webhook order.address_changed',
      'mail ADDRESS_CHANGED',
    ])
    const [entry] = await db.auditEntry.findMany({ where: { subjectId: number } })
    expect(entry).toMatchObject({ actorId: shopper.id, action: 'changeOrderAddress' })
    expect(JSON.stringify(entry)).not.toContain('Palace')
    // The saved address stays as it is.
    expect(await db.address.findUniqueOrThrow({ where: { id: shopper.addressId } })).toMatchObject({
      city: 'Bengaluru',
    })
  })

  it('changes nothing when it is repeated', async () => {
    const { shopper, order, number } = await paid()
    await change(shopper.token, number, MYSURU)
    const once = await readOrder(app, order.id)
    const { userErrors } = await change(shopper.token, number, {
      ...MYSURU,
      street: '  5   Palace Road ',
      mobile: '+91 90000 00001',
    })
    expect(userErrors).toEqual([])
    expect(await readOrder(app, order.id)).toEqual(once)
  })

  it('asks before the tax or the day changes', async () => {
    const { shopper, order, number } = await paid()
    const { userErrors } = await change(shopper.token, number, LEH)
    expect(userErrors).toEqual([
      {
        code: 'CHANGES_UNACCEPTED',
        field: ['acceptChanges'],
        message: 'The tax on the invoice becomes IGST; the total stays the same. The items arrive 5 days later.',
      },
    ])
    expect(await readOrder(app, order.id)).toEqual(order)
    const before = invoiceOf(settings, order)!.total
    expect((await change(shopper.token, number, LEH, true)).userErrors).toEqual([])
    const moved = await readOrder(app, order.id)
    const { cgst, sgst, igst } = invoiceOf(settings, moved)!.total
    expect([cgst, sgst]).toEqual([0, 0])
    // CGST and SGST are rounded one by one.
    expect(Math.abs(igst - before.cgst - before.sgst)).toBeLessThanOrEqual(order.lines.length)
    const days = (each: typeof order) => each.lines[0]!.estimatedDelivery.getTime() / 86_400_000
    expect(days(moved)).toBe(days(order) + 5)
    // Back again: the invoice changes, and the items arrive earlier, which needs no question.
    expect((await change(shopper.token, number, BENGALURU)).userErrors[0].message).toBe(
      'The tax on the invoice becomes CGST and SGST; the total stays the same.',
    )
    expect((await change(shopper.token, number, BENGALURU, true)).userErrors).toEqual([])
    expect(days(await readOrder(app, order.id))).toBe(days(order))
  })

  it('keeps the seller and the rate that the order had', async () => {
    const { order, shopper } = await paid()
    const seller = { ...settings.seller, name: 'Another name' }
    const later = { ...shop, settings: { ...settings, seller, gst: { ...settings.gst, rate: 500 } } }
    await changeAddressByBuyer(later, shopper, orderNumber(order), { address: CHENNAI, accepted: true })
    const before = order.invoiceTerms as object
    expect((await readOrder(app, order.id)).invoiceTerms).toEqual({ ...before, buyerState: '33', isSameState: false })
  })

  it.each([
    ['zipCode', { zipCode: 'PIN' }],
    ['street', { street: ' . ' }],
    ['mobile', { mobile: '12' }],
    ['name', { name: '\u202e\u200b' }],
    ['country', { country: '' }],
  ])('names the invalid field %s', async (field, wrong) => {
    const { shopper, order, number } = await paid()
    const { userErrors } = await change(shopper.token, number, { ...MYSURU, ...wrong })
    expect(userErrors[0]).toMatchObject({ code: 'INVALID_INPUT', field: ['address', field] })
    expect(await readOrder(app, order.id)).toEqual(order)
  })

  it('is refused to others, and after the parcel has left or the order has ended', async () => {
    const { shopper, order, number } = await paid()
    const stranger = await newShopper(app)
    for (const [token, wanted] of [
      [stranger.token, number],
      [shopper.token, 'CER-999999'],
      [shopper.token, 'x'],
    ])
      expect((await change(token!, wanted!, MYSURU)).userErrors[0].code).toBe('ORDER_NOT_FOUND')
    const actor = await actorAs(app, staff, 'write_orders')
    await shipOrder(shop, actor, { number, version: order.version, ...parcelOf(order) })
    expect((await change(shopper.token, number, MYSURU)).userErrors[0].code).toBe('ORDER_NOT_CHANGEABLE')
    const cancelled = await paid()
    await cancelByBuyer(shop, cancelled.shopper, cancelled.number)
    expect((await change(cancelled.shopper.token, cancelled.number, MYSURU)).userErrors[0].code).toBe(
      'ORDER_NOT_CHANGEABLE',
    )
    expect((await readOrder(app, order.id)).deliveryCity).toBe('Bengaluru')
  })

  it('is refused after 20 changes by the buyer, and emailed once in ten minutes', async () => {
    const { shopper, order, number } = await paid()
    const changes = async (channel: string) =>
      (await messagesOf(order.id)).filter((each) => each.startsWith(channel) && /address_changed/i.test(each)).length
    for (let i = 1; i <= 20; i += 1)
      expect((await change(shopper.token, number, { ...MYSURU, street: `${i} Palace Road` })).userErrors).toEqual([])
    expect([await changes('mail'), await changes('webhook')]).toEqual([1, 20])
    const last = await readOrder(app, order.id)
    expect((await change(shopper.token, number, MYSURU)).userErrors).toMatchObject([
      { code: 'LIMIT_REACHED', field: ['number'] },
    ])
    expect(await readOrder(app, order.id)).toEqual(last)
    // A repetition of the last change is none.
    expect((await change(shopper.token, number, { ...MYSURU, street: '20 Palace Road' })).userErrors).toEqual([])
    // A change after ten minutes is emailed again.
    const moved = await paid()
    await change(moved.shopper.token, moved.number, MYSURU)
    await db.outboxMessage.updateMany({
      where: { topic: moved.order.id },
      data: { createdAt: new Date(Date.now() - 11 * 60_000) },
    })
    await change(moved.shopper.token, moved.number, { ...MYSURU, street: '7 Palace Road' })
    expect((await messagesOf(moved.order.id)).filter((each) => each === 'mail ADDRESS_CHANGED')).toHaveLength(2)
  })

  it('either changes the address before the parcel leaves, or is refused', async () => {
    const actor = await actorAs(app, staff, 'write_orders')
    for (let i = 0; i < 8; i += 1) {
      const { shopper, order, number } = await paid()
      const [moved, shipped] = await Promise.allSettled([
        changeAddressByBuyer(shop, shopper, number, { address: MYSURU, accepted: false }),
        shipOrder(shop, actor, { number, version: order.version, ...parcelOf(order) }),
      ])
      // Staff saw the former address, so the change makes their version stale.
      expect([moved.status, shipped.status].filter((each) => each === 'fulfilled')).toHaveLength(1)
      const after = await readOrder(app, order.id)
      expect(after).toMatchObject(
        moved.status === 'fulfilled'
          ? { status: 'PAID', deliveryCity: 'Mysuru' }
          : { status: 'SHIPPED', deliveryCity: 'Bengaluru', addressChangedAt: null },
      )
    }
  })
})

describe('an order that is paid on delivery', () => {
  it('goes only where couriers take cash', async () => {
    const { shopper, order, number } = await onDelivery()
    const { userErrors } = await change(shopper.token, number, PARIS, true)
    expect(userErrors[0]).toMatchObject({ code: 'PAY_ON_DELIVERY_UNAVAILABLE', field: ['address'] })
    expect(await readOrder(app, order.id)).toEqual(order)
    expect((await change(shopper.token, number, { ...MYSURU, mobile: '9111111111' })).userErrors).toEqual([])
    const moved = await readOrder(app, order.id)
    expect(moved.addressHash).not.toBe(order.addressHash)
  })

  it('counts for its new mobile number, and only once', async () => {
    const { shopper, order, number } = await onDelivery()
    const mobile = order.deliveryMobile
    const place = async (change: object) => {
      await updateAddress(shop, shopper, shopper.addressId, { ...BENGALURU, mobile, ...change })
      await fillCart(app, shopper, { [BOWL]: 1 })
      const input = { addressId: shopper.addressId, idempotencyKey: crypto.randomUUID(), networkAddress: '203.0.113.9' }
      const placed = await placeOnce(shop, shopper, input, { payOnDelivery: true })
      // Outside the hour whose unpaid orders are limited.
      await db.order.update({ where: { id: placed.id }, data: { heldSince: new Date(Date.now() - 7_200_000) } })
      return placed
    }
    for (let i = 1; i < shop.limits['onDelivery.perMobile']; i += 1) await place({ street: `${i} Hill Road` })
    const other = await place({ street: '9 Hill Road', mobile: '9333333333' })
    const { userErrors } = await change(shopper.token, orderNumber(other), { ...MYSURU, mobile })
    expect(userErrors[0].code).toBe('PAY_ON_DELIVERY_UNAVAILABLE')
    expect((await readOrder(app, other.id)).deliveryMobile).toBe('9333333333')
    expect((await change(shopper.token, number, { ...MYSURU, mobile })).userErrors).toEqual([])
  })
})

describe('changeOrderAddressByShop', () => {
  const BY_SHOP = `mutation ($number: String!, $version: Int!, $address: AddressInput!, $accept: Boolean! = false) {
    changeOrderAddressByShop(number: $number, version: $version, address: $address, acceptChanges: $accept) {
      order { addressChangedAt actions order { version timeline { note source } } audit { change } }
      userErrors { code field message } } }`
  const byShop = async (token: string, variables: Record<string, unknown>) => {
    const { data, errors } = await ask(app, BY_SHOP, { token, variables })
    return data?.changeOrderAddressByShop ?? { userErrors: [{ code: errors![0]!.extensions.code }] }
  }

  it('changes the address with the version that staff saw', async () => {
    const { shopper, order, number } = await paid()
    const stale = await byShop(staff.token, { number, version: order.version + 1, address: MYSURU })
    expect(stale.userErrors[0].code).toBe('STALE_VERSION')
    const { order: shown, userErrors } = await byShop(staff.token, { number, version: order.version, address: MYSURU })
    expect(userErrors).toEqual([])
    expect(shown).toMatchObject({
      addressChangedAt: expect.any(String),
      actions: expect.arrayContaining(['CHANGE_ADDRESS']),
      audit: [{ change: 'CHANGE_ORDER_ADDRESS' }],
    })
    expect(shown.order.timeline.at(-1)).toEqual({ note: 'We changed the delivery address.', source: 'SHOP' })
    expect((await byShop(shopper.token, { number, version: 0, address: CHENNAI })).userErrors[0].code).toBe('FORBIDDEN')
    expect((await readOrder(app, order.id)).deliveryCity).toBe('Mysuru')
    const asked = await byShop(staff.token, { number, version: shown.order.version, address: CHENNAI })
    expect(asked.userErrors[0]).toMatchObject({ code: 'CHANGES_UNACCEPTED', field: ['acceptChanges'] })
  })

  it('writes an address of a deleted account that is erased too, also after the former one was', async () => {
    const { shopper, order, number } = await paid()
    const viewer = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
    await deleteAccount(shop, viewer, addressOf(viewer.email), { password: PASSWORD })
    const days = (count: number) => new Date(Date.now() + count * 24 * 3600_000)
    await sweepAddresses(db, days(31))
    const erased = await readOrder(app, order.id)
    expect(erased).toMatchObject({ status: 'PAID', deliveryStreet: '', eraseAddressAt: null })
    await byShop(staff.token, { number, version: erased.version, address: MYSURU })
    await sweepAddresses(db, days(29))
    expect((await readOrder(app, order.id)).deliveryStreet).toBe(MYSURU.street)
    await sweepAddresses(db, days(31))
    expect(await readOrder(app, order.id)).toMatchObject({ deliveryStreet: '', deliveryName: '', deliveryMobile: '' })
  })
})
