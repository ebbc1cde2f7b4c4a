import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../database/client'
import { openTestDatabase, testSettings } from '../../testing/app'
import { eventually, statementsOf } from '../../testing/statements'
import { readCells } from './cells'
import { keepCells } from './keptCells'
import type { Cell } from '../shopParts'

const database = await openTestDatabase()
const { db } = database
afterAll(database.close)
const id = 'celadon-chai-cup'
const { categoryId: categoryOfJar } = await db.product.findUniqueOrThrow({ where: { id: 'grand-moon-jar' } })

/** Equal for equal cells, in any order. */
const formOf = (cells: Cell[]): string[] =>
  cells
    .map(({ families, ...cell }) => ({
      ...cell,
      prices: [...cell.prices],
      families: [...families.indexes]
        .map((index, i) => `${families.prices[i]}:${families.lists[index]!.join()}`)
        .sort(),
    }))
    .map((cell) => JSON.stringify(cell))
    .sort()
const equals = (a: Cell[], b: Cell[]): boolean => String(formOf(a)) === String(formOf(b))
const isRight = async (cells: () => Promise<Cell[]>): Promise<boolean> => equals(await cells(), await readCells(db))

describe('kept cells', () => {
  const cells = keepCells(db, database.catalogue)
  const isCurrent = () =>
    eventually(
      () => isRight(cells),
      (is) => is,
    )
  /** The categories of each statement that reads cells, or 'all'. */
  async function readsOf(change: () => Promise<unknown>): Promise<unknown[]> {
    await cells()
    const reads: unknown[] = []
    const changes = new Promise<unknown>((resolve) => database.catalogue.once('countsChanged', resolve))
    await change()
    await changes
    // Notifications of one transaction may arrive separately.
    await sleep(50)
    await statementsOf(cells, ({ text, values }) => {
      if (text.includes('string_agg')) reads.push(values?.[0] ?? 'all')
    })
    return reads
  }

  it.each([
    ['a price', () => db.product.update({ where: { id }, data: { discounted: 272 } }), ['cups']],
    ['a category', () => db.product.update({ where: { id }, data: { categoryId: 'bowls' } }), ['bowls', 'cups']],
    ['hides it', () => db.product.update({ where: { id }, data: { hiddenAt: new Date() } }), ['bowls']],
    ['deletes it', () => db.product.delete({ where: { id } }), ['bowls']],
    [
      'a variant that sells out',
      () => db.product.update({ where: { id: 'grand-moon-jar-celadon' }, data: { stock: 0 } }),
      [categoryOfJar],
    ],
  ])('are read only for the categories of a change: %s', async (_, change, categories) => {
    const [reads] = await readsOf(change)
    expect([...(reads as string[])].sort()).toEqual(categories)
    expect(await isRight(cells)).toBe(true)
  })

  it('are all read after a change without a category', async () => {
    expect(await readsOf(() => db.$executeRaw`SELECT tell_of_counts('')`)).toEqual(['all'])
  })

  it('are not read again after a change that does not affect them', async () => {
    await cells()
    const change = new Promise<void>((resolve) => database.catalogue.once('changed', resolve))
    await db.product.update({ where: { id: 'grand-moon-jar' }, data: { title: 'Grand Jar' } })
    await change
    expect(await statementsOf(cells)).toEqual([])
  })

  it('are right after a category that no notification can name', async () => {
    const { position: _, ...category } = await db.category.findUniqueOrThrow({ where: { id: 'cups' } })
    const long = 'é'.repeat(4000)
    await db.category.create({ data: { ...category, id: long, name: 'Long', position: 100 } })
    await db.product.update({ where: { id: 'tea-for-two-set' }, data: { categoryId: long } })
    expect(await isCurrent()).toBe(true)
    await db.product.update({ where: { id: 'tea-for-two-set' }, data: { discounted: 11 } })
    expect(await isCurrent()).toBe(true)
  })

  it('are read again after a failed read', async () => {
    await db.product.update({ where: { id: 'grand-moon-jar' }, data: { discounted: 12 } })
    await sleep(50)
    await expect(
      statementsOf(cells, () => {
        throw new Error('no connection')
      }),
    ).rejects.toThrow()
    expect(await isCurrent()).toBe(true)
  })
})

const { DATABASE_URL } = database.env

// The embedded database has one connection, so it has no rivals.
describe.runIf(DATABASE_URL)('a read of kept cells, with several servers and rivals,', () => {
  const open: { end(): Promise<unknown> }[] = []
  afterAll(async () => {
    for (const each of open) await each.end()
  })
  async function startServer() {
    const server: Database = await openDatabase(testSettings({ DATABASE_URL: DATABASE_URL! }), { heartbeatMs: 200 })
    open.push({ end: () => server.close() })
    return { ...server, cells: keepCells(server.db, server.catalogue) }
  }
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    open.push(client)
    return client
  }
  const isCurrent = (cells: () => Promise<Cell[]>) =>
    eventually(
      () => isRight(cells),
      (is) => is,
    )

  it('includes a transaction that began before another one and commits after it', async () => {
    const [{ cells }, early, late] = await Promise.all([startServer(), connect(), connect()])
    await cells()
    await early.query('BEGIN')
    await early.query("UPDATE product SET discounted = 7 WHERE id = 'tea-for-two-set'")
    await late.query("UPDATE product SET discounted = 8 WHERE id = 'grand-moon-jar'")
    expect(await isCurrent(cells)).toBe(true)
    const has = async (price: number) => (await cells()).some(({ prices }) => prices.includes(price))
    expect([await has(7), await has(8)]).toEqual([false, true])
    await early.query('COMMIT')
    expect(await eventually(() => has(7), Boolean)).toBe(true)
    expect(await isCurrent(cells)).toBe(true)
  })

  it('includes changes of the time in which its connection was lost', async () => {
    const [{ cells, catalogue }, other] = await Promise.all([startServer(), connect()])
    await cells()
    const lost = new Promise<void>((resolve) => catalogue.once('watching', () => resolve()))
    await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'LISTEN catalogue_counts' AND pid <> pg_backend_pid()`)
    await other.query("UPDATE product SET discounted = 13 WHERE id = 'grand-moon-jar'")
    await lost
    expect(await isRight(cells)).toBe(true)
    await expect.poll(() => catalogue.isWatching).toBe(true)
    await other.query("UPDATE product SET discounted = 14 WHERE id = 'grand-moon-jar'")
    expect(await isCurrent(cells)).toBe(true)
  })

  it(
    'is right after rivals have added, moved, sold out and deleted products at the same time',
    { timeout: 60_000 },
    async () => {
      const servers = await Promise.all([startServer(), startServer()])
      const rivals = await Promise.all([1, 2, 3, 4].map(connect))
      const categories = (await db.category.findMany({ take: 4, orderBy: { id: 'asc' } })).map((each) => each.id)
      const columns = Object.keys(
        (await rivals[0]!.query('SELECT * FROM product LIMIT 1')).rows[0] as Record<string, unknown>,
      ).filter((name) => !['id', 'variant', 'variant_of', 'choices', 'category_id', 'stock', 'sku'].includes(name))
      const add = (key: string, whole: string, nth: number) => `
      INSERT INTO product (id, category_id, stock, variant, variant_of, ${columns.join(', ')})
      SELECT 'rival-${key}', '${categories[nth % 4]!}', ${nth % 3}, 'Glaze: ${key} ${nth}', ${whole}, ${columns.join(', ')}
      FROM product WHERE id = 'tea-for-two-set' ON CONFLICT DO NOTHING`
      const change = (rival: number, { kind, nth }: { kind: number; nth: number }): string => {
        const own = `rival-${rival}-${nth % 4}`
        const update = (set: string) => `UPDATE product SET ${set} WHERE id = '${own}'`
        return [
          add(`${rival}-${nth % 4}`, 'NULL', nth),
          add(`${rival}-${nth % 4}-v`, `(SELECT id FROM product WHERE id = '${own}')`, nth + 1),
          update(`discounted = ${100 + nth}`),
          update(`category_id = '${categories[nth % 4]!}'`),
          update(`stock = ${nth % 2}`),
          update(`hidden_at = ${nth % 2 === 0 ? 'now()' : 'NULL'}`),
          `DELETE FROM product WHERE id = '${own}'`,
        ][kind]!
      }
      const scripts = fc.sample(
        fc.array(fc.record({ kind: fc.nat({ max: 6 }), nth: fc.nat({ max: 60 }) }), { minLength: 120, maxLength: 120 }),
        { numRuns: rivals.length, seed: 3 },
      )
      let isOver = false
      const reading = servers.map(async ({ cells }) => {
        while (!isOver) {
          await cells()
          await sleep(1)
        }
      })
      await Promise.all(
        rivals.map(async (client, rival) => {
          for (const [i, step] of scripts[rival]!.entries()) {
            if (i % 3 === 0) await client.query('BEGIN')
            await client.query(change(rival, step))
            if (i % 3 === 2) await client.query(i % 5 === 0 ? 'ROLLBACK' : 'COMMIT')
          }
        }),
      )
      isOver = true
      await Promise.all(reading)
      expect(await db.product.count({ where: { id: { startsWith: 'rival-' } } })).toBeGreaterThan(0)
      for (const { cells } of servers) expect(await isCurrent(cells)).toBe(true)
    },
  )
})
