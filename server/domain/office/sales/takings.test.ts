import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../../../testing/postgres'
import { openDatabase } from '../../../database/client'
import type { Db } from '../../../database/db'
import { generateOrders } from '../../../testing/data/generateOrders'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { openTestDatabase, testSettings } from '../../../testing/app'
import type { Shop } from '../../shop'
import { sumTakings } from './sumTakings'
import { listTakings } from './takings'
import { DAY_MS } from '../../../shared/durations'

const dayAgo = (days: number): string => dayInIndia(new Date(Date.now() - days * DAY_MS))
const TODAY = dayAgo(0)
/** More days than one round can add up. */
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

async function sumAllDays(db: Db): Promise<void> {
  while ((await sumTakings(db)) > 0);
}

const storedDays = async (db: Db): Promise<string[]> => {
  const rows = await db.takingsDay.findMany({ where: { summedAt: { not: null } }, orderBy: { day: 'asc' } })
  return rows.map(({ day }) => day.toISOString().slice(0, 10))
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
  it(
    'matches a plain JavaScript calculation before and after totals are stored, and after later changes',
    { timeout: 120_000 },
    async () => {
      for (let i = 0; i < 150; i += 1) await pay(db)
      for (let i = 0; i < 50; i += 1) await refund(db)
      expect(await takings(db)).toEqual(await expected(db))
      await sumAllDays(db)
      expect(await takings(db)).toEqual(await expected(db))
      for (let round = 0; round < 60; round += 1) {
        await changeSomething(db)
        expect(await takings(db)).toEqual(await expected(db))
        if (round % 3 === 0) await sumAllDays(db)
      }
      // A change to a payment also affects its refunds, which are on other days.
      await sumAllDays(db)
      await db.receivedPayment.updateMany({
        where: { currency: 'INR', refunds: { some: {} } },
        data: { currency: 'USD' },
      })
      expect(await takings(db)).toEqual(await expected(db))
    },
  )

  it('reads the stored totals of past days and adds up today', async () => {
    await sumAllDays(db)
    await pay(db, { ...randomPayment(), currency: 'INR', receivedAt: new Date() })
    const days = await storedDays(db)
    expect(days.filter((day) => day >= TODAY)).toEqual([])
    expect(days).toContain(dayAgo(2))
    await db.takingsDay.update({ where: { day: new Date(dayAgo(2)) }, data: { gross: 42 } })
    expect(await takings(db, dayAgo(2), dayAgo(2))).toMatchObject([{ gross: 42 }])
    await db.takingsDay.deleteMany()
    expect(await takings(db)).toEqual(await expected(db))
  })

  it('splits days at midnight in India', async () => {
    await db.$executeRaw`TRUNCATE received_payment CASCADE`
    const at = (instant: string) => ({ amount: 100, currency: 'INR', excess: null, receivedAt: new Date(instant) })
    await pay(db, at('2026-03-09T18:29:59.999Z'))
    await pay(db, at('2026-03-09T18:30:00.000Z'))
    for (let round = 0; round < 2; round += 1) {
      const day = { gross: 100, refunds: 0, orders: 1 }
      expect(await takings(db, '2026-03-09', '2026-03-09')).toEqual([{ day: '2026-03-09', ...day }])
      expect(await takings(db, '2026-03-10', '2026-03-11')).toEqual([{ day: '2026-03-10', ...day }])
      await sumAllDays(db)
    }
  })

  it('clears all totals after changes that bypass the row triggers: a TRUNCATE and generated orders', async () => {
    await sumAllDays(db)
    expect(await storedDays(db)).toContain(dayAgo(2))
    await generateOrders(db, 1200)
    expect(await takings(db)).toEqual((await expected(db)).filter(({ day }) => day >= FIRST))
    await sumAllDays(db)
    await db.$executeRaw`TRUNCATE received_payment CASCADE`
    expect([await takings(db), await storedDays(db)]).toEqual([[], []])
    expect(await sumTakings(db)).toBe(0)
  })
})

const postgres = process.env['BENCH_DATABASE_URL'] ? null : await startPostgres()

// Runs only if a PostgreSQL server is installed, because the embedded database has no concurrent connections.
describe.runIf(postgres)('sumTakings on a PostgreSQL server', async () => {
  const url = postgres?.url ?? ''
  const database = postgres && (await openDatabase(testSettings({ DATABASE_URL: url })))
  const db = database?.db as Db
  const [rival, holder] = [new pg.Client(url), new pg.Client(url)]
  const [day, other] = [dayAgo(5), dayAgo(6)]
  const noonOf = (of: string) => new Date(`${of}T12:00:00+05:30`)
  const INSERT = `INSERT INTO received_payment (id, order_id, amount, currency, received_at)
    SELECT $1, id, 700, 'INR', $2 FROM shop_order LIMIT 1`
  afterAll(async () => {
    await Promise.all([rival.end(), holder.end()])
    await database?.close()
    await postgres?.stop()
  })
  if (database) {
    await Promise.all([rival.connect(), holder.connect()])
    await emptyBooks(db)
    for (const of of [day, other]) await pay(db, { amount: 100, currency: 'INR', excess: null, receivedAt: noonOf(of) })
  }

  it('skips a day that a transaction is changing, until it commits', async () => {
    await rival.query('BEGIN')
    await rival.query(INSERT, ['pay_rival', noonOf(day)])
    await sumAllDays(db)
    const days = await storedDays(db)
    expect([days.includes(day), days.includes(other)]).toEqual([false, true])
    expect(await takings(db)).toMatchObject([{ gross: 100 }, { gross: 100 }])
    await rival.query('COMMIT')
    expect(await takings(db)).toMatchObject([{ gross: 100 }, { gross: 800 }])
    await sumAllDays(db)
    expect(await takings(db)).toMatchObject([{ gross: 100 }, { gross: 800 }])
    expect(await storedDays(db)).toContain(day)
  })

  it('makes a concurrent change to the same day wait, after which it clears the total', async () => {
    const waiting = async () => {
      const [row] = await db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`
      return row!.n
    }
    await db.takingsDay.deleteMany()
    // Keeps the transaction open between computing the total and committing.
    await holder.query(`SELECT pg_advisory_lock(1)`)
    await db.$executeRawUnsafe(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'`)
    await db.$executeRawUnsafe(`CREATE TRIGGER waits AFTER UPDATE ON takings_day FOR EACH ROW
      WHEN (NEW.day = '${day}' AND NEW.summed_at IS NOT NULL) EXECUTE FUNCTION wait()`)
    const summing = sumTakings(db)
    await expect.poll(waiting).toBe(1)
    const writing = rival.query(INSERT, ['pay_meanwhile', noonOf(day)])
    await expect.poll(waiting).toBe(2)
    await holder.query('SELECT pg_advisory_unlock(1)')
    await Promise.all([summing, writing])
    await db.$executeRawUnsafe('DROP FUNCTION wait CASCADE')
    expect(await storedDays(db)).not.toContain(day)
    expect(await takings(db)).toEqual(await expected(db))
    await sumAllDays(db)
    expect(await takings(db)).toEqual(await expected(db))
  })

  it('can run on several servers at the same time', async () => {
    await db.takingsDay.deleteMany()
    const counts = await Promise.all([sumTakings(db), sumTakings(db), sumTakings(db)])
    expect(counts.reduce((sum, count) => sum + count)).toBe((await storedDays(db)).length)
    expect(await takings(db)).toEqual(await expected(db))
  })
})
