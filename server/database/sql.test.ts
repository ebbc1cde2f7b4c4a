import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { fillCart, newShopper } from '../testing/factories'
import { statementsOf } from '../testing/statements'
import type { PoolSql } from './sql'
import { nameStatement, sqlWithin } from './sql'

const app = await startTestApp()
const { shop } = app

const NAME = { name: 'test name', text: 'SELECT first_name FROM user_account WHERE id = $1::uuid' }
const RENAME = { name: 'test rename', text: 'UPDATE user_account SET first_name = $2 WHERE id = $1::uuid RETURNING 1' }
const FAULT = { name: 'test fault', text: 'SELECT 1 / $1::int' }

describe('a transaction', () => {
  it('commits what it did, and gives what it returns', async () => {
    const { id } = await newShopper(app)
    const [renamed, name] = await shop.sql.transaction((sql) => sql.together([RENAME, [id, 'Asha']], [NAME, [id]]))
    expect([renamed, name]).toEqual([[[1]], [['Asha']]])
    expect(await shop.sql.rows(NAME, [id])).toEqual([['Asha']])
  })

  it.each([
    ['it throws', async () => Promise.reject(new Error('no'))],
    ['a statement fails', (sql: Parameters<Parameters<PoolSql['transaction']>[0]>[0]) => sql.rows(FAULT, [0])],
    [
      'one of several fails',
      (sql: Parameters<Parameters<PoolSql['transaction']>[0]>[0]) => sql.together([FAULT, [0]], [FAULT, [1]]),
    ],
  ])('leaves nothing where %s, and its connection goes on', async (_why, fail) => {
    const { id } = await newShopper(app)
    const [before] = await shop.sql.rows(NAME, [id])
    const failed = shop.sql.transaction(async (sql) => {
      await sql.rows(RENAME, [id, 'Nobody'])
      await fail(sql)
    })
    await expect(failed).rejects.toThrow(/no|division by zero/)
    for (let i = 0; i < 12; i += 1) expect(await shop.sql.rows(NAME, [id])).toEqual([before])
  })

  it('is one of many at once, each with its own rows', async () => {
    const shoppers = await Promise.all([1, 2, 3].map(() => newShopper(app)))
    const names = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const { id } = shoppers[i % 3]!
        return shop.sql.transaction((sql) => sql.together([RENAME, [id, `N${i}`]], [NAME, [id]]))
      }),
    )
    expect(names.map(([, name]) => name![0]![0])).toEqual(Array.from({ length: 30 }, (_, i) => `N${i}`))
  })

  it('of Prisma runs the same statements', async () => {
    const { id } = await newShopper(app)
    const rows = await shop.db.$transaction((tx) => sqlWithin(tx).together([RENAME, [id, 'Tara']], [NAME, [id]]))
    expect(rows[1]).toEqual([['Tara']])
  })
})

describe('a change that is sent at once', () => {
  it('is committed, and gives the rows of each statement', async () => {
    const { id } = await newShopper(app)
    expect(await shop.sql.change([RENAME, [id, 'Asha']], [NAME, [id]])).toEqual([[[1]], [['Asha']]])
    expect(await shop.sql.rows(NAME, [id])).toEqual([['Asha']])
  })

  it('leaves nothing where one of its statements fails, says why, and its connection goes on', async () => {
    const { id } = await newShopper(app)
    const [before] = await shop.sql.rows(NAME, [id])
    const failed = shop.sql.change([RENAME, [id, 'Nobody']], [FAULT, [0]], [NAME, [id]])
    await expect(failed).rejects.toThrow('division by zero')
    for (let i = 0; i < 12; i += 1) expect(await shop.sql.rows(NAME, [id])).toEqual([before])
  })
})

describe('DATABASE_PREPARED', () => {
  it('prepares none of these by name where it is 0', async () => {
    const other = await startTestApp({ DATABASE_PREPARED: '0' })
    const { id } = await newShopper(other)
    await fillCart(other, { id }, { 'celadon-chai-cup': 1 })
    const named = () =>
      other.shop.sql.rows({ name: '', text: `SELECT name FROM pg_prepared_statements WHERE name !~ '^prisma'` }, [])
    expect(await named()).toEqual([])
  })

  it('lets a server keep plans by name else, for a connection, but not the embedded database', async () => {
    await shop.sql.rows(NAME, [(await newShopper(app)).id])
    const text = `SELECT name FROM pg_prepared_statements WHERE name = 'test name'`
    const found = await shop.sql.rows({ name: 'test prepared', text }, [])
    expect(found).toEqual(shop.settings.databasePrepared ? [['test name']] : [])
  })

  it("names no more than a few of Prisma's statements, and none of a search", () => {
    expect(nameStatement({ sql: 'SELECT 1 FROM "public"."cart"' })).toMatch(/^prisma \d+$/)
    expect(nameStatement({ sql: 'SELECT 1 FROM "public"."cart" WHERE a LIKE $1' })).toBe('')
    expect(nameStatement({ sql: 'SELECT 1 FROM cart' })).toBe('')
    for (let i = 0; i < 200; i += 1) nameStatement({ sql: `SELECT ${i} FROM "public"."cart"` })
    expect(nameStatement({ sql: 'SELECT 1000 FROM "public"."cart"' })).toBe('')
  })
})

it('sends no statement of the cart twice', async () => {
  const { id } = await newShopper(app)
  const statements = await statementsOf(() => fillCart(app, { id }, { 'celadon-chai-cup': 1 }))
  expect(new Set(statements).size).toBe(statements.length)
})
