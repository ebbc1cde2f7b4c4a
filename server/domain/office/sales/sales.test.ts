import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type { OrderStatus, Prisma, SalesKind } from '../../../generated/prisma/client'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { openTestDatabase, testSettings } from '../../../testing/app'
import { lockWaits } from '../../../testing/lockWaits'
import { withHistory, type Order } from '../../orders/order'
import { invoiceOf } from '../../orders/invoice'
import { termsFor } from '../../orders/invoiceTerms'
import type { Shop } from '../../shop'
import { countBuyers, countSold, listSales } from './sales'
import { sumSales } from './sumSales'
import { DAY_MS } from '../../../shared/durations'

const dayAgo = (days: number): string => dayInIndia(new Date(Date.now() - days * DAY_MS))
/** Fewer days than one request adds up without stored sums. */
const DAYS = 25
const KINDS: SalesKind[] = ['PRODUCT', 'VARIANT', 'CATEGORY', 'COUPON']
const settings = testSettings()

/** A pseudorandom sequence that is the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}
const random = randomFrom(11)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!

const { db, env, close } = await openTestDatabase()
afterAll(close)
const shop = { db } as Shop
const shoppers = Array.from({ length: 12 }, () => randomUUID())
await db.user.createMany({
  data: shoppers.map((id) => ({ id, firstName: 'A', lastName: 'B', email: `${id}@sales.example`, passwordHash: '' })),
})
/** Variants too. */
const products = await db.product.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], take: 12 })
const family = await db.product.findFirstOrThrow({ where: { variantOf: { not: null } } })
products.push(family, await db.product.findUniqueOrThrow({ where: { id: family.variantOf! } }))

/** Some of these times are exactly at the start or the end of a day. */
function randomInstant(): Date {
  const start = new Date(`${dayAgo(random(DAYS))}T00:00:00+05:30`).getTime()
  const at = start + pick([0, DAY_MS - 1, random(DAY_MS), random(DAY_MS)])
  return new Date(Math.min(at, Date.now()))
}

const SOLD: OrderStatus[] = ['PAID', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUNDED']
const STATUSES: OrderStatus[] = [...SOLD, 'DELIVERED', 'REFUND_DUE', 'CANCELLED', 'CANCELLED', 'AWAITING_PAYMENT']

const randomLine = (position: number) => {
  const { id, title, discounted, original } = pick(products)
  const image = { imageUrl: '/x.webp', imageAlt: '', imageWidth: 1, imageHeight: 1 }
  const quantity = 1 + random(4)
  const estimatedDelivery = new Date()
  return { position, productId: id, title, discounted, original, quantity, estimatedDelivery, ...image }
}

async function addOrder(): Promise<void> {
  const lines = Array.from({ length: 1 + random(4) }, (_, i) => randomLine(i))
  const sum = lines.reduce((total, { discounted, quantity }) => total + discounted * quantity, 0)
  const percent = pick([null, null, 10, 33])
  const couponDiscount = percent === null ? 0 : Math.floor((sum * percent) / 100)
  const [status, at] = [pick(STATUSES), randomInstant()]
  const giftWrap = pick([0, 50])
  const isSold = status !== 'AWAITING_PAYMENT' && !(status === 'CANCELLED' && random(2) === 0)
  const first = pick(['PAID', 'CONFIRMED'] as const)
  const laterAt = new Date(Math.min(at.getTime() + 2 * DAY_MS, Date.now()))
  const order: Prisma.OrderUncheckedCreateInput = {
    userId: pick(shoppers),
    status,
    addressId: randomUUID(),
    invoiceTerms: termsFor(settings, { state: 'Tamil Nadu', country: 'India', zipCode: '600001' }),
    cartTotal: sum,
    offerDiscount: 0,
    couponDiscount,
    giftWrap,
    convenienceFee: 10,
    totalAmount: sum - couponDiscount + giftWrap + 10,
    ...(percent !== null && { couponCode: `SAVE${percent}`, couponPercent: percent }),
    deliveryName: 'A',
    deliveryStreet: 'B',
    deliveryCity: 'Kochi',
    deliveryState: 'Kerala',
    deliveryCountry: 'India',
    deliveryZipCode: '682001',
    deliveryMobile: '9812300045',
    provider: 'SANDBOX',
    paymentId: 'pay_x',
    payOnDelivery: first === 'CONFIRMED',
    expiresAt: at,
    placedAt: new Date(at.getTime() - 1000),
    lines: { create: lines },
    events: {
      create: [
        { status: 'AWAITING_PAYMENT', source: 'SHOP', at: new Date(at.getTime() - 1000) },
        ...(isSold ? [{ status: first, source: 'SHOP' as const, at }] : []),
        // An order that is paid on delivery still belongs to the day of its confirmation.
        ...(isSold && first === 'CONFIRMED' ? [{ status: 'PAID' as const, source: 'SHOP' as const, at: laterAt }] : []),
      ],
    },
  }
  const { id } = await db.order.create({ data: order })
  await db.receivedPayment.create({
    data: { id: `pay_${id}`, orderId: id, provider: 'SANDBOX', amount: 9_999, currency: 'INR', receivedAt: at },
  })
  if (isSold && random(3) === 0) await addRefund(id)
}

async function addRefund(orderId: string): Promise<void> {
  const lines = await db.orderLine.findMany({ where: { orderId }, orderBy: { position: 'asc' } })
  if (lines.length === 0) return
  const line = pick(lines)
  const state = pick(['PROCESSED', 'PROCESSED', 'REQUESTED', 'FAILED'] as const)
  const back = [{ lineId: line.id, quantity: 1 + random(line.quantity) }]
  await db.refund.create({
    data: {
      orderId,
      paymentId: `pay_${orderId}`,
      amount: 1,
      state,
      endedAt: state === 'REQUESTED' ? null : new Date(),
      reason: 'x',
      dueAt: new Date(),
      ...(random(4) > 0 && { lines: back }),
    },
  })
}

const sumAll = async () => {
  while ((await sumSales(db)) > 0);
}

type Total = Record<string, number>
const ALL: { from: string; to: string } = { from: dayAgo(DAYS), to: dayAgo(0) }

const soldOn = ({ status, events }: Order): string | null => {
  const sold = events.filter((event) => event.status === 'PAID' || event.status === 'CONFIRMED')
  if (sold.length === 0 || status === 'CANCELLED' || status === 'AWAITING_PAYMENT') return null
  return dayInIndia(new Date(Math.min(...sold.map(({ at }) => at.getTime()))))
}

/** The same figures in plain arithmetic over all orders. What was charged for a line is on the order's invoice. */
async function expectedSales(by: SalesKind, { from, to }: typeof ALL) {
  const rows = new Map<string, Total>()
  const goods = new Map((await db.product.findMany()).map((product) => [product.id, product]))
  const orders = await db.order.findMany({ include: { ...withHistory, refunds: true } })
  for (const order of orders) {
    const day = soldOn(order)
    if (day === null || day < from || day > to) continue
    const charged = invoiceOf(settings, order)!.lines
    const counted = new Set<string>()
    for (const [i, line] of order.lines.entries()) {
      const product = line.productId === null ? undefined : goods.get(line.productId)!
      const key = {
        PRODUCT: product ? (product.variantOf ?? product.id) : '',
        VARIANT: product ? product.id : '',
        CATEGORY: product ? product.categoryId : '',
        COUPON: order.couponCode,
      }[by]
      if (key === null) continue
      let back = 0
      for (const { state, lines } of order.refunds)
        for (const part of (lines ?? []) as { lineId: string; quantity: number }[])
          if (state !== 'FAILED' && part.lineId === line.id) back += part.quantity
      if (line.restocked > back) back = line.restocked
      if (back > line.quantity || ['REFUND_DUE', 'RETURNED', 'REFUNDED'].includes(order.status)) back = line.quantity
      const paid = charged[i]!.total
      const row = rows.get(key) ?? { pieces: 0, orders: 0, takings: 0, offers: 0, coupons: 0, back: 0, returned: 0 }
      rows.set(key, row)
      row['pieces']! += line.quantity
      row['orders']! += counted.has(key) ? 0 : 1
      row['takings']! += paid
      row['offers']! += 100 * line.quantity * (line.original - line.discounted)
      row['coupons']! += 100 * line.quantity * line.discounted - paid
      row['back']! += back
      row['returned']! += Math.floor((paid * back) / line.quantity)
      counted.add(key)
    }
  }
  return [...rows]
    .map(([key, row]): [string, Total] => [key, row])
    .sort(([a, one], [b, other]) => other['takings']! - one['takings']! || (a < b ? -1 : 1))
}

async function actualSales(by: SalesKind, span: typeof ALL): Promise<[string, Total][]> {
  const { rows, totalCount, pendingDays } = await listSales(shop, span, by, 200)
  expect([totalCount, pendingDays]).toEqual([rows.length, 0])
  return rows.map((row) => [
    row.key,
    {
      pieces: row.pieces,
      orders: row.orders,
      takings: row.takings,
      offers: row.offerDiscounts,
      coupons: row.couponDiscounts,
      back: row.returnedPieces,
      returned: row.returned,
    },
  ])
}

async function expectedBuyers({ from, to }: typeof ALL) {
  const counts = { newBuyers: 0, returningBuyers: 0, newBuyersOrders: 0, returningBuyersOrders: 0, pendingDays: 0 }
  const orders = await db.order.findMany({ include: withHistory })
  for (const userId of shoppers) {
    const days = orders.filter((order) => order.userId === userId).map(soldOn)
    const sold = days.filter((day) => day !== null && day <= to) as string[]
    const inPeriod = sold.filter((day) => day >= from).length
    if (inPeriod === 0) continue
    const isNew = sold.every((day) => day >= from)
    counts[isNew ? 'newBuyers' : 'returningBuyers'] += 1
    counts[isNew ? 'newBuyersOrders' : 'returningBuyersOrders'] += inPeriod
  }
  return counts
}

async function expectExact(span: typeof ALL): Promise<void> {
  for (const by of KINDS) expect([by, await actualSales(by, span)]).toEqual([by, await expectedSales(by, span)])
  expect(await countBuyers(shop, span)).toEqual(await expectedBuyers(span))
  const pieces = (await expectedSales('PRODUCT', span)).reduce((sum, [, row]) => sum + Number(row.pieces), 0)
  expect(await countSold(shop, span)).toEqual({ pieces, pendingDays: 0 })
}

async function changeSomething(): Promise<void> {
  const orders = await db.order.findMany({ orderBy: { serial: 'asc' }, select: { id: true } })
  const { id } = pick(orders)
  const line = pick(await db.orderLine.findMany({ orderBy: { id: 'asc' } }))
  const refund = pick(await db.refund.findMany({ orderBy: { id: 'asc' } }))
  const categories = await db.category.findMany({ orderBy: { id: 'asc' } })
  const sold = pick(
    await db.orderEvent.findMany({ where: { status: { in: ['PAID', 'CONFIRMED'] } }, orderBy: { id: 'asc' } }),
  )
  await pick([
    () => addOrder(),
    () => addRefund(id),
    () =>
      db.order.update({
        where: { id },
        data: { status: pick(STATUSES.filter((each) => each !== 'AWAITING_PAYMENT')) },
      }),
    () => db.orderLine.update({ where: { id: line.id }, data: { restocked: random(line.quantity + 1) } }),
    () => db.orderLine.update({ where: { id: line.id }, data: { productId: null } }),
    () =>
      db.refund.update({
        where: { id: refund.id },
        data: { state: pick(['FAILED', 'PROCESSED'] as const), endedAt: new Date() },
      }),
    () => db.product.update({ where: { id: pick(products).id }, data: { categoryId: pick(categories).id } }),
    () => db.orderEvent.update({ where: { id: sold.id }, data: { at: randomInstant() } }),
    () => db.order.delete({ where: { id } }),
    () => db.order.update({ where: { id }, data: { userId: pick(shoppers) } }),
  ])()
}

describe('listSales and countBuyers', () => {
  it(
    'match plain arithmetic before and after sums are stored, and after later changes',
    { timeout: 240_000 },
    async () => {
      for (let i = 0; i < 80; i += 1) await addOrder()
      const part = { from: dayAgo(15), to: dayAgo(4) }
      expect((await actualSales('PRODUCT', ALL)).length).toBeGreaterThan(5)
      await expectExact(ALL)
      await sumAll()
      expect(await db.salesDay.count({ where: { summedAt: { not: null } } })).toBeGreaterThanOrEqual(DAYS - 2)
      await expectExact(ALL)
      await expectExact(part)
      for (let round = 0; round < 24; round += 1) {
        await changeSomething()
        await expectExact(round % 2 === 0 ? ALL : part)
        if (round % 4 === 0) await sumAll()
      }
    },
  )

  it('read stored sums of past days', async () => {
    await sumAll()
    await db.salesSum.updateMany({ where: { kind: 'COUPON' }, data: { takings: 4_200 } })
    const { rows } = await listSales(shop, { from: dayAgo(DAYS), to: dayAgo(2) }, 'COUPON', 200)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ takings }) => takings % 4_200 === 0)).toBe(true)
    await db.salesDay.deleteMany()
    await expectExact(ALL)
  })

  it('limit the rows, and count all', async () => {
    const { rows, totalCount } = await listSales(shop, ALL, 'VARIANT', 1)
    expect(rows.length).toBe(1)
    expect(totalCount).toBe((await expectedSales('VARIANT', ALL)).length)
    for (const first of [0, 201])
      await expect(listSales(shop, ALL, 'VARIANT', first)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('reject a period of more than 731 days, without days or in the wrong order', async () => {
    const at = (from: string, to: string) => listSales(shop, { from, to }, 'PRODUCT', 1)
    await expect(at('2024-01-01', '2025-12-31')).resolves.toMatchObject({ rows: [] })
    for (const [from, to] of [
      ['2024-01-01', '2026-01-01'],
      ['2026-01-02', '2026-01-01'],
      ['x', '2026-01-01'],
    ] as const) {
      await expect(at(from, to)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(countBuyers(shop, { from, to })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
  })

  it('say how many days are not added up yet', async () => {
    await db.salesDay.deleteMany()
    const old = new Date(Date.now() - 60 * DAY_MS)
    const { id } = await db.order.findFirstOrThrow({ orderBy: { serial: 'asc' } })
    await db.order.update({ where: { id }, data: { placedAt: old } })
    const span = { from: dayAgo(99), to: dayAgo(0) }
    expect(await listSales(shop, span, 'PRODUCT', 1)).toMatchObject({ pendingDays: 61 - 31 })
    expect(await countBuyers(shop, ALL)).toMatchObject({ pendingDays: 61 - 31 })
    await sumAll()
    expect(await listSales(shop, span, 'PRODUCT', 1)).toMatchObject({ pendingDays: 0 })
    await expectExact(ALL)
  })
})

// Only on a server, because the embedded database has no concurrent connections.
describe.runIf(env['DATABASE_URL'])('sumSales, while another transaction changes an order of a past day', async () => {
  const [rival, holder] = [new pg.Client(env['DATABASE_URL']), new pg.Client(env['DATABASE_URL'])]
  afterAll(() => Promise.all([rival.end(), holder.end()]))
  if (env['DATABASE_URL']) await Promise.all([rival.connect(), holder.connect()])
  const storedDays = async () => {
    const rows = await db.salesDay.findMany({ where: { summedAt: { not: null } } })
    return rows.map((row) => row.day.toISOString().slice(0, 10))
  }
  /** A past day with a sale, and a statement that changes one of its lines. */
  async function somethingSold(): Promise<{ day: string; change: string }> {
    for (const order of await db.order.findMany({ include: withHistory, orderBy: { serial: 'asc' } })) {
      const day = soldOn(order)
      const change = `UPDATE order_line SET discounted = discounted + 1 WHERE id = '${order.lines[0]?.id}'`
      if (day !== null && day < dayAgo(1) && order.lines.length > 0) return { day, change }
    }
    throw new Error('No order was sold on a past day.')
  }

  it('skips the day until the transaction commits', async () => {
    const { day, change } = await somethingSold()
    await db.salesDay.updateMany({ data: { summedAt: null } })
    await rival.query('BEGIN')
    await rival.query(change)
    // The transaction holds the row of `day` locked, because it has cleared the day's sums.
    await sumAll()
    const days = await storedDays()
    expect([days.includes(day), days.length > DAYS - 4]).toEqual([false, true])
    await rival.query('COMMIT')
    await expectExact(ALL)
    await sumAll()
    expect(await storedDays()).toContain(day)
    await expectExact(ALL)
  })

  it('makes the transaction wait, and clears the sums again after it', async () => {
    const { day, change } = await somethingSold()
    const waiting = () => lockWaits(db)
    await db.salesDay.updateMany({ data: { summedAt: null } })
    // Keeps the transaction of sumSales open between computing the sums and committing.
    await holder.query(`SELECT pg_advisory_lock(1)`)
    await db.$executeRawUnsafe(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'`)
    await db.$executeRawUnsafe(`CREATE TRIGGER waits AFTER UPDATE ON sales_day FOR EACH ROW
      WHEN (NEW.day = '${day}' AND NEW.summed_at IS NOT NULL) EXECUTE FUNCTION wait()`)
    const summing = sumSales(db)
    await expect.poll(waiting).toBe(1)
    const writing = rival.query(change)
    await expect.poll(waiting).toBe(2)
    await holder.query('SELECT pg_advisory_unlock(1)')
    await Promise.all([summing, writing])
    await db.$executeRawUnsafe('DROP FUNCTION wait CASCADE')
    expect(await storedDays()).not.toContain(day)
    await expectExact(ALL)
    await sumAll()
    await expectExact(ALL)
  })

  it('can run on several servers at the same time', async () => {
    await db.salesDay.deleteMany()
    const counts = await Promise.all([sumSales(db), sumSales(db), sumSales(db)])
    expect(counts.reduce((sum, count) => sum + count)).toBe((await storedDays()).length)
    await sumAll()
    await expectExact(ALL)
  })
})
