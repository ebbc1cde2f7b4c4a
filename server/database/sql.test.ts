import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { readCart } from '../domain/cart/readCart'
import { withHistory } from '../domain/orders/order'
import { readOrdersBelow } from '../domain/orders/readOrders'
import { Prisma } from '../generated/prisma/client'
import { startTestApp, testSettings } from '../testing/app'
import { checkOut, fillCart, newShopper } from '../testing/data/factories'
import { openDatabase } from './client'
import { columnsOf, sqlWithin, statement, withDates, type Param } from './sql'
import { namerOver } from './statementNames'

const app = await startTestApp()
const { shop } = app

const NAME = statement('test name', (db, id: Param<string>) =>
  db.selectFrom('userAccount').where('userAccount.id', '=', id).select('userAccount.firstName'),
)
const NEITHER = statement('test two values', (db, first: Param<string>, second: Param<string>) =>
  db
    .selectFrom('userAccount')
    .where('userAccount.firstName', '=', second)
    .where('userAccount.email', '=', first)
    .where('userAccount.lastName', '<>', second)
    .select('userAccount.id'),
)

describe('a statement', () => {
  it('is compiled once, with a placeholder for each value', () => {
    expect(NAME.text).toBe('select "user_account"."first_name" from "user_account" where "user_account"."id" = $1')
    expect(NEITHER.text.match(/\$\d/g)).toEqual(['$1', '$2', '$3'])
  })

  it('runs with the values of each call, on the pool and in a transaction', async () => {
    const [asha, kabir] = [await newShopper(app), await newShopper(app)]
    await shop.db.user.update({ where: { id: kabir.id }, data: { firstName: 'Kabir', lastName: 'Rao' } })
    expect(await shop.sql.rows(NAME, kabir.id)).toEqual([{ firstName: 'Kabir' }])
    expect(await shop.sql.rows(NEITHER, kabir.email, 'Kabir')).toEqual([{ id: kabir.id }])
    expect(await shop.sql.rows(NEITHER, asha.email, 'Kabir')).toEqual([])
    await shop.db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: kabir.id }, data: { firstName: 'Inside' } })
      expect(await sqlWithin(tx).rows(NAME, kabir.id)).toEqual([{ firstName: 'Inside' }])
      expect(await sqlWithin(tx).rows(NEITHER, kabir.email, 'Inside')).toEqual([{ id: kabir.id }])
    })
  })

  it('treats every value as data, even SQL', async () => {
    const strange = `x' OR ''='; DROP TABLE cart; --`
    expect(await shop.sql.rows(NEITHER, strange, strange)).toEqual([])
    expect(await shop.db.cart.count()).toBeGreaterThan(0)
  })
})

describe('a query with sql.ts', () => {
  it('returns the same cart as Prisma, on the pool and in a transaction', async () => {
    const shopper = await newShopper(app, { 'celadon-chai-cup': 2, 'grand-moon-jar': 1 })
    await shop.db.product.update({ where: { id: 'grand-moon-jar' }, data: { hiddenAt: new Date() } })
    await shop.db.cart.update({ where: { userId: shopper.id }, data: { couponCode: 'SUMMER', giftWrap: true } })
    const lines = {
      include: { product: true },
      orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }],
    }
    const byPrisma = await shop.db.cart.findUniqueOrThrow({
      where: { userId: shopper.id },
      include: { coupon: true, lines },
    })
    expect(byPrisma.lines).toHaveLength(2)
    expect(await readCart(shop.sql, shopper.id)).toEqual(byPrisma)
    expect(await shop.db.$transaction((tx) => readCart(sqlWithin(tx), shopper.id))).toEqual(byPrisma)
    await shop.db.product.update({ where: { id: 'grand-moon-jar' }, data: { hiddenAt: null } })
  })

  it('returns the same orders as Prisma', async () => {
    const shopper = await newShopper(app)
    for (const product of ['celadon-chai-cup', 'ash-ripple-ramen-bowl']) {
      await fillCart(app, shopper, { [product]: 1 })
      await checkOut(app, shopper)
    }
    const byPrisma = await shop.db.order.findMany({
      where: { userId: shopper.id },
      include: withHistory,
      orderBy: { serial: 'desc' },
    })
    expect(byPrisma).toHaveLength(2)
    expect(await readOrdersBelow(shop.sql, shopper.id, { below: null, most: 10 })).toEqual(byPrisma)
    expect(await readOrdersBelow(shop.sql, shopper.id, { below: byPrisma[0]!.serial, most: 10 })).toEqual([byPrisma[1]])
  })
})

it('columnsOf qualifies column names, and withDates parses dates', () => {
  expect(columnsOf('cart', { id: 'id', userId: 'userId' })).toEqual(['cart.id', 'cart.userId'])
  const row = { at: '2026-11-23T18:00:00+05:30', over: null as string | null, other: 'x' }
  expect(withDates(row, 'at', 'over')).toEqual({ at: new Date('2026-11-23T12:30:00Z'), over: null, other: 'x' })
})

describe('DATABASE_PREPARED', () => {
  const prepared = (of: typeof app) =>
    of.shop.db.$queryRaw<{ name: string }[]>`SELECT name FROM pg_prepared_statements WHERE name !~ '^prisma'`

  it('creates no named prepared statements if set to 0', async () => {
    const other = await startTestApp({ DATABASE_PREPARED: '0' })
    await fillCart(other, await newShopper(other), { 'celadon-chai-cup': 1 })
    expect(await prepared(other)).toEqual([])
  })

  it('keeps named plans on a PostgreSQL server, but not in the embedded database', async () => {
    await shop.sql.rows(NAME, (await newShopper(app)).id)
    const names = (await prepared(app)).map(({ name }) => name)
    // The statement may have run on another connection in the pool.
    if (!shop.settings.databasePrepared) expect(names).toEqual([])
  })

  it('names a limited number of Prisma statements, and never a search', () => {
    const nameStatement = namerOver(new Map([[NAME.text, NAME.name]]))
    expect(nameStatement({ sql: 'SELECT 1 FROM "public"."cart"' })).toMatch(/^prisma \d+$/)
    expect(nameStatement({ sql: 'SELECT 1 FROM "public"."cart" WHERE a LIKE $1' })).toBe('')
    expect(nameStatement({ sql: 'SELECT 1 FROM cart' })).toBe('')
    expect(nameStatement({ sql: NAME.text })).toBe('test name')
    for (let i = 0; i < 200; i += 1) nameStatement({ sql: `SELECT ${i} FROM "public"."cart"` })
    expect(nameStatement({ sql: 'SELECT 1000 FROM "public"."cart"' })).toBe('')
  })
})

describe('the embedded database', () => {
  it('runs statements with a time limit without a warning of the driver', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-sql-'))
    const warnings: string[] = []
    const listen = ({ message }: Error) => void warnings.push(message)
    process.on('warning', listen)
    const settings = testSettings({ DATA_DIR: dataDir })
    const database = await openDatabase(settings)
    const embedded = await buildApp({ ...database, settings })
    const numbers = [1, 2, 3]
    const rows = numbers.map((n) => embedded.shop.sql.rawWithin<{ n: number }>(1000, Prisma.sql`SELECT ${n}::int AS n`))
    expect((await Promise.all(rows)).flat()).toEqual(numbers.map((n) => ({ n })))
    // Node emits a warning in a later step.
    await sleep(0)
    expect(warnings.filter((message) => message.includes('client.query'))).toEqual([])
    process.off('warning', listen)
    await embedded.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
