import { afterAll, describe, expect, it } from 'vitest'
import type { Db } from '../../../database/db'
import { generateOrders } from '../../../testing/data/generateOrders'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { openTestDatabase } from '../../../testing/app'
import type { Shop } from '../../shop'
import { listTakings } from './takings'
import { DAY_MS } from '../../../shared/durations'

const dayAgo = (days: number): string => dayInIndia(new Date(Date.now() - days * DAY_MS))
const DAYS = 110
const FIRST = dayAgo(DAYS)

const takings = (db: Db, from = FIRST, to = dayAgo(0)) => listTakings({ db } as Shop, { from, to })

/** The same takings, computed in JavaScript over all rows. */
async function expected(db: Db) {
  const days = new Map<string, { day: string; gross: number; refunds: number; orders: number }>()
  const of = (at: Date) => {
    const day = dayInIndia(at)
    if (!days.has(day)) days.set(day, { day, gross: 0, refunds: 0, orders: 0 })
    return days.get(day)!
  }
  for (const { receivedAt, amount, excess } of await db.receivedPayment.findMany({ where: { currency: 'INR' } })) {
    of(receivedAt).gross += amount
    of(receivedAt).orders += excess === null ? 1 : 0
  }
  const where = { state: 'PROCESSED', payment: { currency: 'INR' } } as const
  for (const { endedAt, amount } of await db.refund.findMany({ where })) of(endedAt!).refunds += amount
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** A pseudorandom sequence that is the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

const random = randomFrom(7)
const pick = <Item>(items: Item[]): Item => items[random(items.length)]!
let payments = 0

/** Some of these times are exactly at the start or the end of a day. */
function randomInstant(): Date {
  const start = new Date(`${dayAgo(random(DAYS))}T00:00:00+05:30`).getTime()
  const at = start + pick([0, DAY_MS - 1, random(DAY_MS), random(DAY_MS)])
  return new Date(Math.min(at, Date.now()))
}

const randomPayment = () => ({
  amount: random(100_000),
  currency: pick(['INR', 'INR', 'INR', 'USD']),
  excess: pick([null, null, 'came on top of another']),
  receivedAt: randomInstant(),
})

function randomRefund() {
  const state = pick(['PROCESSED', 'PROCESSED', 'REQUESTED', 'FAILED'] as const)
  return { amount: 1 + random(5_000), state, endedAt: state === 'REQUESTED' ? null : randomInstant() }
}

async function pay(db: Db, data = randomPayment()) {
  const { id: orderId } = await db.order.findFirstOrThrow()
  return db.receivedPayment.create({ data: { id: `pay_${(payments += 1)}`, orderId, provider: 'SANDBOX', ...data } })
}

async function refund(db: Db, data = randomRefund()) {
  const payment = pick(await db.receivedPayment.findMany({ orderBy: { id: 'asc' } }))
  const given = { orderId: payment.orderId, paymentId: payment.id, reason: 'x', dueAt: new Date() }
  return db.refund.create({ data: { ...given, ...data } })
}

/** Changes that the shop never makes, but an operator might make manually. */
async function changeSomething(db: Db): Promise<void> {
  const payment = { id: pick(await db.receivedPayment.findMany({ orderBy: { id: 'asc' } })).id }
  const back = { id: pick(await db.refund.findMany({ orderBy: { id: 'asc' } })).id }
  const { amount, currency, excess, receivedAt } = randomPayment()
  await pick([
    () => pay(db),
    () => refund(db),
    () => db.receivedPayment.update({ where: payment, data: { amount } }),
    () => db.receivedPayment.update({ where: payment, data: { currency } }),
    () => db.receivedPayment.update({ where: payment, data: { excess } }),
    () => db.receivedPayment.update({ where: payment, data: { receivedAt } }),
    () => db.receivedPayment.delete({ where: payment }),
    () => db.refund.update({ where: back, data: randomRefund() }),
    () => db.refund.update({ where: back, data: { paymentId: payment.id } }),
    () => db.refund.delete({ where: back }),
  ])()
}

/** Fills the database with orders and deletes all payments and refunds. */
async function emptyBooks(db: Db): Promise<void> {
  await generateOrders(db, 1000)
  await db.$executeRaw`TRUNCATE received_payment CASCADE`
}

const { db, close } = await openTestDatabase()
afterAll(close)
await emptyBooks(db)

describe('listTakings', () => {
  it('matches a plain JavaScript calculation, also after changes', { timeout: 120_000 }, async () => {
    for (let i = 0; i < 150; i += 1) await pay(db)
    for (let i = 0; i < 50; i += 1) await refund(db)
    expect(await takings(db)).toEqual(await expected(db))
    for (let round = 0; round < 20; round += 1) {
      await changeSomething(db)
      expect(await takings(db)).toEqual(await expected(db))
    }
  })

  it('splits days at midnight in India', async () => {
    await db.$executeRaw`TRUNCATE received_payment CASCADE`
    const at = (instant: string) => ({ amount: 100, currency: 'INR', excess: null, receivedAt: new Date(instant) })
    await pay(db, at('2026-03-09T18:29:59.999Z'))
    await pay(db, at('2026-03-09T18:30:00.000Z'))
    const day = { gross: 100, refunds: 0, orders: 1 }
    expect(await takings(db, '2026-03-09', '2026-03-09')).toEqual([{ day: '2026-03-09', ...day }])
    expect(await takings(db, '2026-03-10', '2026-03-11')).toEqual([{ day: '2026-03-10', ...day }])
  })
})
