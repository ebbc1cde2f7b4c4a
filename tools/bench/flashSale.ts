/**
 * Visitors look at 15 pages a second while pieces are sold, on a PostgreSQL server. A sale changes a stock as the checkout does. Half of the products
 * have few pieces, which pages show, so their pages become new with each sale.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { generateCatalogue, openDatabase, startPostgres } from '../../server/testing'
import { parseSettings } from '../../server/settings'
import { cpuMsOf } from '../usage'
import { page, send } from './calls'
import { withFolder, withShop } from './processes'
import { median, p95 } from './rows'

const PRODUCTS = [22, 1_000]
const SALES_PER_SECOND = [0, 1, 10]
const PAGES_PER_SECOND = 15
const SECONDS = 20
const SEED = 1

async function measureSale(origin: string, pid: number, db: pg.Client, salesPerSecond: number) {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM product WHERE variant_of IS NULL ORDER BY id LIMIT 300',
  )
  const ids = rows.map(({ id }) => id)
  await db.query(`UPDATE product SET stock = CASE WHEN hashtext(id) % 2 = 0 THEN 100000 ELSE 5 END`)
  const paths = ['/', '/products', '/products?page=2', '/products?category=cups', '/products?category=bowls']
  // Few pages are popular.
  const nth = (n: number): string =>
    n % 2 === 0 ? paths[(n / 2) % paths.length]! : `/product/${ids[(n * n) % ids.length]!}`
  for (let n = 0; n < 2 * ids.length; n += 1) await send(origin, page('page', nth(n)))
  const times: number[] = []
  const waiting: Promise<unknown>[] = []
  const end = performance.now() + SECONDS * 1_000
  const before = cpuMsOf(pid)
  const visit = async () => {
    for (let n = 0; performance.now() < end; n += 1) {
      const ask = async () => {
        const began = performance.now()
        await send(origin, page('page', nth(n)))
        times.push(performance.now() - began)
      }
      waiting.push(ask())
      await sleep(1_000 / PAGES_PER_SECOND)
    }
  }
  const sell = async () => {
    for (let n = 0; salesPerSecond > 0 && performance.now() < end; n += 1) {
      const id = ids[(n * 7919) % ids.length]
      // A stock that would run out is filled again, which removes all pages from the cache.
      await db.query('UPDATE product SET stock = CASE WHEN stock > 1 THEN stock - 1 ELSE 5 END WHERE id = $1', [id])
      await sleep(1_000 / salesPerSecond)
    }
  }
  await Promise.all([visit(), sell()])
  await Promise.all(waiting)
  return {
    'median, ms': median(times).toFixed(1),
    'p95, ms': p95(times).toFixed(0),
    'server, ms per page': ((cpuMsOf(pid) - before) / times.length).toFixed(1),
  }
}

/** Prints a table for each number of products. */
export async function measureFlashSale(): Promise<void> {
  for (const products of PRODUCTS) {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('The flash sale needs PostgreSQL.')
    try {
      const { db: prisma, close } = await openDatabase(parseSettings({ DATABASE_URL: postgres.url }))
      if (products > 22) await generateCatalogue(prisma, { products, variants: 1, seed: SEED })
      await close()
      const table = await withFolder(async (folder) => {
        const db = new pg.Client(postgres.url)
        await db.connect()
        try {
          return await withShop({ DATABASE_URL: postgres.url, DATA_DIR: folder }, async ({ origin, child }) => {
            const measured: Record<string, object> = {}
            for (const rate of SALES_PER_SECOND)
              measured[`${rate} sales a second`] = await measureSale(origin, child.pid!, db, rate)
            return measured
          })
        } finally {
          await db.end()
        }
      })
      console.log(`${products} products, ${PAGES_PER_SECOND} pages a second`)
      console.table(table)
    } finally {
      await postgres.stop()
    }
  }
}
