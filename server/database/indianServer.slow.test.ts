/**
 * The shop on a server that initdb set up on an Indian machine: its time zone, formats and locale are not the shop's. The clocks of the server
 * and of this process are at the ends of a year, of a financial year and of February.
 */
import pg from 'pg'
import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app'
import { requestCode } from '../domain/login/codeLogin'
import { confirmPayment } from '../domain/orders/placement/checkout'
import { placeOnce } from '../domain/orders/placement/placement'
import { sumSales } from '../domain/office/sales/sumSales'
import { orderNumber } from '../domain/orders/order'
import { dayInIndia } from '../shared/delivery/delivery'
import { testSettings } from '../testing/app'
import { ask } from '../testing/calls'
import {
  addressOf,
  checkOut,
  fillCart,
  newDelivered,
  newShopper,
  newStaff,
  payFor,
  setStock,
} from '../testing/data/factories'
import { BOWL, CUP } from '../testing/data/fixtures'
import { startIndianPostgres } from '../testing/postgres'
import { openDatabase, type Database } from './client'

const postgres = await startIndianPostgres()

it('PostgreSQL and libfaketime are installed in CI', () => {
  if (process.env['CI']) expect(postgres).not.toBeNull()
})

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** In the order of time, because a database's clock does not go back. */
const MOMENTS = [
  '2026-12-31T23:59:30+05:30',
  '2027-01-01T00:30:00+05:30',
  '2027-03-31T23:50:00+05:30',
  '2027-04-01T00:30:00+05:30',
  '2027-04-01T02:00:00+05:30',
  '2027-04-01T05:29:00+05:30',
  '2027-04-01T13:30:00+05:30',
  '2028-02-29T00:05:00+05:30',
  '2028-02-29T23:30:00+05:30',
  '2028-03-01T03:00:00+05:30',
]

const START = '2026-12-31T23:00:00+05:30'

/** Columns with times in the future. */
const AHEAD = ['shop_order.expires_at', 'outbox_message.due_at', 'sign_in_failures.window_to']

/** Prisma makes the id and the time of these rows at the same moment. An id of version 7 begins with its time, which needs no zone. */
const WRITTEN_BY_PRISMA = [
  ['user_account', 'created_at'],
  ['audit_entry', 'at'],
  ['shop_order', 'placed_at'],
]
  .map(
    ([table, column]) => `
      SELECT to_timestamp(('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::bigint / 1000.0) AS made, ${column} AS stored
      FROM ${table} WHERE substr(id::text, 15, 1) = '7'`,
  )
  .join(' UNION ALL ')

/** The time zone of connections that choose none. */
async function zoneOf(connectionString: string): Promise<string> {
  const client = new pg.Client(connectionString)
  await client.connect()
  const { rows } = await client.query<{ zone: string }>(`SELECT current_setting('TimeZone') AS zone`)
  await client.end()
  return rows[0]!.zone
}

const isAbout = (at: Date | string, moment: number) => Math.abs(new Date(at).getTime() - moment) < MINUTE_MS

/** What was ordered at the moments so far, by day in India. */
const sold = new Map<string, number>()

describe.runIf(postgres)('on an Indian server', () => {
  let app: FastifyInstance
  let database: Database
  let token: string

  const moveTo = (moment: string) => {
    vi.useRealTimers()
    postgres!.setAhead(Date.parse(moment) - Date.now())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment), shouldAdvanceTime: true })
  }

  beforeAll(async () => {
    moveTo(START)
    const settings = testSettings({ DATABASE_URL: postgres!.url, SELLER_STATE: 'Kerala' })
    database = await openDatabase(settings)
    app = await buildApp({ ...database, settings })
    await app.ready()
    token = (await newStaff(app)).token
  })
  afterAll(async () => {
    await app.close()
    await database.close()
    vi.useRealTimers()
    await postgres!.stop()
  })

  /** The times of the last and the next day in all tables that are of no moment of this test. */
  async function oddTimes(now: Date): Promise<string[]> {
    const { db } = database
    const columns = await db.$queryRaw<{ table: string; name: string }[]>`
      SELECT table_name AS table, column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name <> '_prisma_migrations'`
    const odd: string[] = []
    for (const { table, name } of columns.filter((column) => !AHEAD.includes(`${column.table}.${column.name}`))) {
      const rows = await db.$queryRawUnsafe<{ at: Date }[]>(
        `SELECT "${name}" AS at FROM "${table}"
         WHERE "${name}" BETWEEN $1::timestamptz - interval '1 day' AND $1::timestamptz + interval '1 day'`,
        now,
      )
      const isOdd = ({ at }: { at: Date }) => [START, ...MOMENTS].every((moment) => !isAbout(at, Date.parse(moment)))
      odd.push(...rows.filter(isOdd).map(({ at }) => `${table}.${name}: ${at.toISOString()}`))
    }
    return odd
  }

  it('has a time zone and formats other than the shop', async () => {
    const { db } = database
    expect(await zoneOf(postgres!.url)).toBe('Asia/Kolkata')
    expect(
      await db.$queryRaw`SELECT current_setting('TimeZone') AS zone, current_setting('DateStyle') AS style`,
    ).toEqual([{ zone: 'UTC', style: 'ISO, MDY' }])
    const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT now() AS now`
    expect(isAbout(row!.now, Date.now())).toBe(true)
  })

  it.each(MOMENTS)('dates an order of %s', async (moment) => {
    moveTo(moment)
    const { shop } = app
    const { db } = database
    const now = new Date(moment)
    const day = dayInIndia(now)
    const isNow = (at: string) => isAbout(at, now.getTime())

    // An order that is paid online, one that awaits payment, and one that is paid on delivery.
    await setStock(app, { [BOWL]: 40, [CUP]: 40 })
    const shopper = await newShopper(app, { [CUP]: 1 })
    const paid = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
    await fillCart(app, shopper, { [CUP]: 1 })
    const { order: waiting } = await checkOut(app, shopper)
    const other = await newShopper(app, { [BOWL]: 1 })
    await placeOnce(
      shop,
      other,
      { addressId: other.addressId, idempotencyKey: `cod-${moment}`, networkAddress: addressOf(other.email) },
      { payOnDelivery: true },
    )
    const delivered = await newDelivered(app, await newShopper(app), { [BOWL]: 2 })
    await requestCode(shop, addressOf(shopper.email), { email: shopper.email })

    const query = `{ me { orders(first: 5) { nodes { id placedAt timeline { at } invoice { issuedAt } } } } }`
    const { nodes } = (await ask(app, query, { token: shopper.token })).data.me.orders as {
      nodes: { id: string; placedAt: string; timeline: { at: string }[]; invoice: { issuedAt: string } | null }[]
    }
    const seen = nodes.find(({ invoice }) => invoice !== null)!
    expect([seen.placedAt, ...seen.timeline.map(({ at }) => at), seen.invoice!.issuedAt].every(isNow)).toBe(true)

    // The hold of the order that awaits payment, read by the database.
    const [held] = await db.$queryRaw<{ seconds: number }[]>`
      SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM shop_order WHERE id = ${waiting.id}::uuid`
    expect(held!.seconds).toBeGreaterThan(14 * 60 - 30)
    expect(held!.seconds).toBeLessThan(15 * 60 + 1)

    const end = `query ($id: ID!) { node(id: $id) { ... on Order { returnableUntil deliveredAt } } }`
    const buyer = await db.user.findUniqueOrThrow({ where: { id: delivered.userId } })
    const { node } = (await ask(app, end, { token: app.signToken(buyer), variables: { id: delivered.id } })).data
    expect(isNow(node.deliveredAt as string)).toBe(true)
    expect(Date.parse(node.returnableUntil) - Date.parse(node.deliveredAt)).toBe(14 * DAY_MS)

    // The takings, the sales and the file of invoices of the day, before and after the maintenance task adds up the days.
    const nth = (sold.get(day) ?? 0) + 1
    sold.set(day, nth)
    const figures = `query ($day: Date!) { office { takings(from: $day, to: $day) { orders }
      sales(from: $day, to: $day, by: PRODUCT) { rows { key pieces } } } }`
    const { body } = await app.inject({
      url: `/office/invoices.csv?from=${day}&to=${day}`,
      headers: { authorization: token },
    })
    const lines: Record<string, string>[] = parse(body, { bom: true, columns: true })
    expect(lines.map(({ invoiceDate }) => invoiceDate)).toEqual(Array(3 * nth).fill(day))
    expect(lines.map(({ invoiceNumber }) => invoiceNumber)).toContain(orderNumber(paid))
    for (const isSummed of [false, true]) {
      while (isSummed && (await sumSales(db)) > 0);
      const { data } = await ask(app, figures, { token, variables: { day } })
      expect(data.office.takings).toEqual([{ orders: 2 * nth }])
      expect(
        new Map(data.office.sales.rows.map((row: { key: string; pieces: number }) => [row.key, row.pieces])),
      ).toEqual(
        new Map([
          [BOWL, 3 * nth],
          [CUP, nth],
        ]),
      )
    }

    const mails = await db.outboxMessage.findMany({ where: { createdAt: { gte: new Date(+now - MINUTE_MS) } } })
    expect(mails.length).toBeGreaterThan(2)
    expect(mails.filter(({ dueAt }) => !isAbout(dueAt, now.getTime()))).toEqual([])

    // Nothing is written in another zone.
    const off = await db.$queryRawUnsafe(
      `SELECT stored FROM (${WRITTEN_BY_PRISMA}) AS rows WHERE abs(extract(epoch FROM stored - made)) > 60`,
    )
    expect(off).toEqual([])
    expect(await oddTimes(now)).toEqual([])
  })
})
