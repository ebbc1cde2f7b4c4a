import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp, testSettings, withLimits } from '../../../testing/app'
import {
  addressOf,
  fillCart,
  newPayingShopper,
  newProvenShopper,
  newShopper,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { ADDRESS, BOWL, CUP, PASSWORD } from '../../../testing/data/fixtures'
import { deleteAccount } from '../../own-account/deleteAccount'
import { eraseAddresses } from '../../own-account/erasure'
import { updateAddress } from '../../accounts/addresses'
import { maintain } from '../../maintenance/maintenance'
import { placeOnce } from '../placement/placement'
import { limitsFor } from '../../../guards/limits'

const app = await startTestApp(
  { COD_OPEN_ORDERS: '2' },
  {
    limits: {
      'holds.perAccount': 0,
      'onDelivery.perMobile': 3,
      'onDelivery.perPostalAddress': 3,
      'onDelivery.perNetworkOfProven': 7,
    },
  },
)
const { shop } = app
const { db } = shop

let last = 0
const next = () => (last += 1)
const ownMobile = () => `98${String(next()).padStart(8, '0')}`
const ownStreet = () => `${next()}, Lake View Road`

interface From {
  mobile?: string
  street?: string
  city?: string
  zipCode?: string
  network?: string
  isDemo?: boolean
  isProven?: boolean
  hasPaid?: boolean
}

/** Creates an account with a cup in its cart, with a confirmed email unless `from` says otherwise. Mobile number, street and network are unique unless `from` gives them. */
async function shopperFrom({
  network = addressOf(randomUUID()),
  isDemo = false,
  isProven = !isDemo,
  hasPaid = false,
  ...from
}: From = {}) {
  const create = hasPaid ? newPayingShopper : isProven ? newProvenShopper : newShopper
  if (hasPaid) await setStock(app, { [BOWL]: 500 })
  const shopper = await create(app)
  const { id, addressId } = shopper
  const address = { ...ADDRESS, mobile: ownMobile(), street: ownStreet(), ...from }
  await updateAddress(shop, shopper, addressId, address)
  if (isDemo) await db.user.update({ where: { id }, data: { isDemo } })
  await setStock(app, { [CUP]: 500 })
  await fillCart(app, shopper, { [CUP]: 1 })
  const input = () => ({ addressId, idempotencyKey: randomUUID(), networkAddress: network })
  return { id, shopper, place: () => placeOnce(shop, shopper, input(), { payOnDelivery: true }) }
}

/** Returns a function that orders a cup with a new demo account, each time from another network. */
async function demoFrom(from: From) {
  const { shopper } = await shopperFrom({ ...from, isDemo: true })
  return async () => {
    await fillCart(app, shopper, { [CUP]: 1 })
    const input = {
      addressId: shopper.addressId,
      idempotencyKey: randomUUID(),
      networkAddress: addressOf(randomUUID()),
    }
    return placeOnce(shop, shopper, input, { payOnDelivery: true })
  }
}

const placeFrom = async (from: From) => (await shopperFrom(from)).place()

async function placeMany(count: number, from: () => From) {
  const orders = []
  for (let i = 0; i < count; i += 1) orders.push(await placeFrom(from()))
  return orders
}

/** Names neither a number nor what is counted. */
const TOO_MANY = 'Too many cash on delivery orders like this one are on the way. Please pay for this order online.'

const refused = (message: unknown) => ({ code: 'PAY_ON_DELIVERY_UNAVAILABLE', message })

describe('open pay-on-delivery orders of many accounts', () => {
  it('are limited to three per mobile number, however the number is written', async () => {
    const mobile = ownMobile()
    const orders = await placeMany(3, () => ({ mobile, hasPaid: true }))
    await expect(placeFrom({ mobile: `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}` })).rejects.toMatchObject(
      refused(TOO_MANY),
    )
    await placeFrom({})
    await db.order.update({ where: { id: orders[0]!.id }, data: { status: 'DELIVERED' } })
    await placeFrom({ mobile })
  })

  it('are limited to three per postal address, ignoring case, spaces and punctuation', async () => {
    const ways = [
      { street: '12/3, M.G. Road', city: 'Kochi', zipCode: '682016' },
      { street: '12 3 mg road', city: 'KOCHI', zipCode: '682 016' },
      { street: ' 12-3 M G Road.', city: 'kochi ', zipCode: '682016' },
    ]
    for (const way of ways) await placeFrom({ ...way, hasPaid: true })
    await expect(placeFrom({ street: '12/3 MG ROAD', city: 'Kochi', zipCode: '682016' })).rejects.toMatchObject(
      refused(TOO_MANY),
    )
    await placeFrom({ ...ways[0], zipCode: '682017' })
    await placeFrom({ ...ways[0], street: '12/4, M.G. Road' })
    await placeFrom({ ...ways[0], city: 'Kollam' })
  })

  it('are counted separately for addresses in another script that differ only in vowel signs', async () => {
    await placeMany(3, () => ({ street: '१२, मीरा मार्ग', hasPaid: true }))
    await placeFrom({ street: '१२, मारा मार्ग' })
  })

  it('are limited separately per network, even if they are days old', async () => {
    const network = '203.0.113.7'
    await placeMany(6, () => ({ network }))
    const old = await placeFrom({ network })
    const aWeekAgo = new Date(Date.now() - 7 * 24 * 3600_000)
    await db.order.update({ where: { id: old.id }, data: { heldSince: aWeekAgo, placedAt: aWeekAgo } })
    await maintain(shop, () => false)
    await expect(placeFrom({ network })).rejects.toMatchObject(refused(TOO_MANY))
    await placeFrom({ network: '203.0.113.8' })
    await db.order.update({ where: { id: old.id }, data: { status: 'CANCELLED' } })
    await maintain(shop, () => false)
    expect(await db.order.findUnique({ where: { id: old.id } })).toMatchObject({ network: null })
    await placeFrom({ network })
  })

  it('count until they are delivered, even after their accounts are deleted', async () => {
    const shared = { mobile: ownMobile(), street: ownStreet(), network: '203.0.113.9', hasPaid: true }
    const orders = await placeMany(3, () => shared)
    for (const { userId } of orders) await db.$transaction((tx) => eraseAddresses(tx, userId))
    for (const by of ['mobile', 'street'] as const)
      await expect(placeFrom({ [by]: shared[by] })).rejects.toMatchObject(refused(expect.any(String)))
    const theirs = { id: { in: orders.map(({ id }) => id) } }
    await db.order.updateMany({ where: theirs, data: { status: 'DELIVERED' } })
    await maintain(shop, () => false)
    expect(await db.order.count({ where: { ...theirs, addressHash: null } })).toBe(3)
    await db.order.updateMany({ where: theirs, data: { heldSince: new Date(Date.now() - 25 * 3600_000) } })
    await maintain(shop, () => false)
    for (const { id } of orders)
      expect(await db.order.findUnique({ where: { id } })).toMatchObject({ network: null, addressHash: null })
  })

  it.each(['mobile', 'street', 'network'] as const)(
    'let only one of six concurrent orders with the same %s take the last slot',
    async (by) => {
      const shared = { [by]: { mobile: ownMobile(), street: ownStreet(), network: '198.51.100.1' }[by] }
      await placeMany(by === 'network' ? 6 : 2, () => ({ ...shared, hasPaid: true }))
      const rivals = await Promise.all(Array.from({ length: 6 }, () => shopperFrom({ ...shared, hasPaid: true })))
      const before = await stockOf(app, CUP)
      const results = await Promise.allSettled(rivals.map(({ place }) => place()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject(refused(expect.any(String)))
      expect(await stockOf(app, CUP)).toBe(before - 1)
    },
  )

  it('never deadlock if concurrent orders share numbers, addresses and networks in different combinations', async () => {
    const mobiles = [ownMobile(), ownMobile()]
    const streets = [ownStreet(), ownStreet()]
    const networks = ['198.51.100.20', '198.51.100.21']
    const rivals = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        shopperFrom({ mobile: mobiles[i % 2], street: streets[(i >> 1) % 2], network: networks[(i >> 2) % 2] }),
      ),
    )
    const results = await Promise.allSettled(rivals.map(({ place }) => place()))
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refused(expect.any(String)))
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(3)
  })

  it("of a shared demo account get the network's limit for each mobile number and address", async () => {
    const shared = { mobile: ownMobile(), street: ownStreet() }
    const place = await demoFrom(shared)
    for (let i = 0; i < 7; i += 1) await place()
    await expect(place()).rejects.toMatchObject(refused(TOO_MANY))
  })
})

describe('open pay-on-delivery orders of unproven accounts', () => {
  it('are limited to five per network, apart from those of proven accounts', async () => {
    const network = '203.0.113.20'
    const orders = await placeMany(5, () => ({ network, isProven: false }))
    await expect(placeFrom({ network, isProven: false })).rejects.toMatchObject(refused(TOO_MANY))
    await placeMany(7, () => ({ network }))
    await expect(placeFrom({ network })).rejects.toMatchObject(refused(TOO_MANY))
    await db.order.update({ where: { id: orders[0]!.id }, data: { status: 'DELIVERED' } })
    await placeFrom({ network, isProven: false })
  })

  it('are limited to 25 and 100 for the wider networks of one IPv6 subscriber', async () => {
    const from = (wide: number, narrow: number) => ({
      network: `2001:db8:77:${(wide * 256 + narrow).toString(16)}::1`,
      isProven: false,
    })
    for (let wide = 0; wide < 4; wide += 1) {
      for (let narrow = 0; narrow < 25; narrow += 1) await placeFrom(from(wide, narrow))
      await expect(placeFrom(from(wide, 25))).rejects.toMatchObject(refused(TOO_MANY))
    }
    await expect(placeFrom(from(4, 0))).rejects.toMatchObject(refused(TOO_MANY))
    await placeFrom({ network: '2001:db8:78::1', isProven: false })
  })

  it.each([
    ['unproven accounts', 4, { isProven: false }],
    ['accounts with confirmed throwaway emails, which cost nothing,', 3, {}],
  ])("of %s to somebody's mobile number or address do not shut out its owner, proven or not", async (_, count, who) => {
    const theirs = { mobile: ownMobile(), street: ownStreet() }
    await placeMany(count, () => ({ ...theirs, ...who }))
    await placeFrom(theirs)
    await placeFrom({ ...theirs, isProven: false })
  })

  it('shut that owner out once the accounts have paid for an order, until all of it is refunded', async () => {
    const mobile = ownMobile()
    const orders = await placeMany(3, () => ({ mobile, hasPaid: true }))
    await expect(placeFrom({ mobile })).rejects.toMatchObject(refused(TOO_MANY))
    const payment = await db.receivedPayment.findFirstOrThrow({ where: { order: { userId: orders[0]!.userId } } })
    const { id: paymentId, orderId, amount } = payment
    const refund = { orderId, paymentId, reason: 'Sent back.', dueAt: new Date(), endedAt: new Date() }
    await db.refund.create({ data: { ...refund, amount: amount - 100, state: 'PROCESSED' } })
    await db.refund.create({ data: { ...refund, amount: 100, state: 'FAILED' } })
    await expect(placeFrom({ mobile })).rejects.toMatchObject(refused(TOO_MANY))
    await db.refund.create({ data: { ...refund, amount: 100, state: 'PROCESSED' } })
    await placeFrom({ mobile })
  })
})

describe('pay on delivery in a shop that sends emails', async () => {
  const mailing = await startTestApp({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@shop.example',
    PUBLIC_ORIGIN: 'https://shop.example',
  })
  const place = async (prove: (id: string) => Promise<unknown>) => {
    const shopper = await newShopper(mailing)
    const { addressId, email } = shopper
    await prove(shopper.id)
    await fillCart(mailing, shopper, { [CUP]: 1 })
    const input = { addressId, idempotencyKey: randomUUID(), networkAddress: addressOf(email) }
    return placeOnce(mailing.shop, shopper, input, { payOnDelivery: true })
  }
  const set = (data: object) => (id: string) => mailing.shop.db.user.update({ where: { id }, data })

  it('needs a confirmed email for the first order, and the refusal says that a code helps', async () => {
    await expect(place(async () => null)).rejects.toMatchObject({
      ...refused('Please confirm your email before you order with cash on delivery.'),
      confirmEmail: true,
    })
    expect((await place(set({ emailVerifiedAt: new Date() }))).status).toBe('CONFIRMED')
  })

  it('is not offered to the demo account, whose email cannot be confirmed', async () => {
    await expect(place(set({ isDemo: true }))).rejects.toMatchObject({
      ...refused('Cash on delivery is not available for the demo account.'),
      confirmEmail: false,
    })
  })
})

describe('the limits of open pay-on-delivery orders', () => {
  it('allow for families and for networks shared by a mobile carrier', () => {
    expect(limitsFor(testSettings())).toMatchObject({
      'onDelivery.perAccount': 3,
      'onDelivery.perMobile': 3,
      'onDelivery.perPostalAddress': 3,
      'onDelivery.perNetworkOfUnproven': 5,
      'onDelivery.perNetworkOfProven': 20,
    })
  })

  it('are off at 0', async () => {
    const off = withLimits(shop, {
      'holds.perAccount': 0,
      'onDelivery.perAccount': 3,
      'onDelivery.perMobile': 0,
      'onDelivery.perPostalAddress': 0,
      'onDelivery.perNetworkOfProven': 0,
    })
    const shared = { mobile: ownMobile(), street: ownStreet(), network: '198.51.100.40' }
    for (let i = 0; i < 6; i += 1) {
      const { id, shopper } = await shopperFrom(shared)
      const { id: addressId } = await db.address.findFirstOrThrow({ where: { userId: id } })
      const input = { addressId, idempotencyKey: randomUUID(), networkAddress: shared.network }
      await placeOnce(off, shopper, input, { payOnDelivery: true })
    }
  })
})

describe('an account that is opened again and again with one mailbox', () => {
  it('holds no more stock on delivery than one account can', async () => {
    const own = { street: ownStreet(), mobile: ownMobile() }
    const network = addressOf(randomUUID())
    const email = `${randomUUID()}@example.com`
    for (let round = 0; round < 4; round += 1) {
      const { id, shopper, place } = await shopperFrom({ ...own, network })
      await db.user.update({ where: { id }, data: { email } })
      await setStock(app, { [CUP]: 500 })
      await place()
      await fillCart(app, shopper, { [CUP]: 1 })
      await place()
      const viewer = await db.user.findUniqueOrThrow({ where: { id } })
      await deleteAccount(shop, viewer, network, { password: PASSWORD })
      expect(await stockOf(app, CUP)).toBe(500)
    }
    const isOpen = { status: 'CONFIRMED', deliveryMobile: own.mobile } as const
    expect(await db.order.count({ where: isOpen })).toBe(0)
  })
})
