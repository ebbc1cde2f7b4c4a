/**
 * The shop with 100,000 products on a PostgreSQL server, once without variants and once with five variants each. No request was sent before,
 * so no cache has its response.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { generateCatalogue, generatedProduct, openDatabase, seededProducts, startPostgres } from '../../server/testing'
import type { BuiltShop } from '../../server/testing'
import { parseSettings } from '../../server/settings'
import { cpuMsOf, cpuMsOfPostgres, findPostmaster } from '../usage'
import { operation, page, send, type Call } from './calls'
import { withFolder, withShop } from './processes'
import { median, p95 } from './rows'

const PRODUCTS = 100_000
const VARIANTS = [1, 5]
const SEED = 1
const WARM_UP = 20
const REQUESTS = 100
const CHANGES = 10
/** How long a change may take to reach the server. */
const HEARD_WITHIN_MS = 200
/** Targets: the p95 of a request and of a page, and the median of the first listing after a change. */
const TARGETS = { requestMs: 50, pageMs: 60, changeMs: 200 }
const SORTS = ['FEATURED', 'PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW', 'RATING', 'NEWEST']

/** A generated product. The prime step puts consecutive requests far apart. */
function nth(i: number) {
  const first = seededProducts.length
  return generatedProduct(SEED, first + ((i * 7919) % (PRODUCTS - first)))
}
/** A long word of a product's title. */
function wordOf(i: number, n = 0): string {
  const { title } = nth(i)
  const words = title.split(/\W+/).filter((word) => word.length >= 5)
  return words[n % words.length] ?? title
}
const misspelt = (word: string): string => word.slice(0, 3) + word.slice(4)
const listing = (filter: object, i: number, pageNumber = 1): Call =>
  operation('ProductsPageQuery', { filter, sort: SORTS[i % SORTS.length], first: 8, page: pageNumber })
const suggestions = (text: string): Call => operation('SearchBarQuery', { text })

const LISTING = 'Listing with a filter, page 500, with facets'
const CASES: Record<string, { call: (i: number) => Call; targetMs: number }> = {
  [LISTING]: { call: (i) => listing({ minRating: 3, minPrice: i }, i, 500), targetMs: TARGETS.requestMs },
  'Search in the middle of a title, with facets': {
    call: (i) => listing({ search: wordOf(i).slice(1, -1), minPrice: i }, i),
    targetMs: TARGETS.requestMs,
  },
  // Spaces at the end make each request unique.
  'Suggestions for one misspelt word': {
    call: (i) => suggestions(misspelt(wordOf(i)) + ' '.repeat(i % 50)),
    targetMs: TARGETS.requestMs,
  },
  'Suggestions for two misspelt words': {
    call: (i) => suggestions(`${misspelt(wordOf(i))} ${misspelt(wordOf(i, 1))}${' '.repeat(i % 50)}`),
    targetMs: TARGETS.requestMs,
  },
  'Data of a product': { call: (i) => operation('ProductPageQuery', { id: nth(i).id }), targetMs: TARGETS.requestMs },
  'Page of a product': { call: (i) => page('Product', `/product/${nth(1_000 + i).id}`), targetMs: TARGETS.pageMs },
  'Page of a listing': { call: (i) => page('Listing', `/products?min=${100 + i}`), targetMs: TARGETS.pageMs },
}

type Table = Record<string, Record<string, string>>

async function measureShop({ origin, child }: BuiltShop, db: pg.Client): Promise<Table> {
  const postmaster = await findPostmaster(db)
  const cpu = () => ({
    server: cpuMsOf(child.pid!),
    database: postmaster ? cpuMsOfPostgres(postmaster) : NaN,
  })
  /** The mean per request. */
  const usedSince = (before: ReturnType<typeof cpu>, requests: number) => {
    const now = cpu()
    const each = (key: 'server' | 'database') => ((now[key] - before[key]) / requests).toFixed(1)
    return { 'server, ms': each('server'), 'database, ms': each('database') }
  }
  const table: Table = {}
  for (const [name, { call, targetMs }] of Object.entries(CASES)) {
    const times: number[] = []
    for (let i = 0; i < WARM_UP; i += 1) await send(origin, call(i))
    const before = cpu()
    for (let i = WARM_UP; i < WARM_UP + REQUESTS; i += 1) {
      const began = performance.now()
      await send(origin, call(i))
      times.push(performance.now() - began)
    }
    table[name] = {
      'median, ms': median(times).toFixed(0),
      'p95, ms': p95(times).toFixed(0),
      ...usedSince(before, REQUESTS),
      target: `${targetMs} ms`,
    }
  }
  const times: number[] = []
  const before = cpu()
  for (let i = 0; i < CHANGES; i += 1) {
    await db.query('UPDATE product SET discounted = discounted + 1, original = original + 1 WHERE id = $1', [nth(i).id])
    await sleep(HEARD_WITHIN_MS)
    const began = performance.now()
    await send(origin, listing({ minRating: 2, minPrice: i }, i))
    times.push(performance.now() - began)
  }
  table['Listing after a change of a price'] = {
    'median, ms': median(times).toFixed(0),
    ...usedSince(before, CHANGES),
    target: `${TARGETS.changeMs} ms`,
  }
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid!}/status`, 'utf8'))?.[1]) / 1024
  table['Memory afterwards, MB'] = { 'median, ms': memory.toFixed(0) }
  return table
}

/** Starts the shop on a database that has the catalogue. */
const measureFilled = (url: string): Promise<Table> =>
  withFolder(async (folder) => {
    const db = new pg.Client(url)
    await db.connect()
    try {
      const began = performance.now()
      return await withShop({ DATABASE_URL: url, DATA_DIR: folder }, async (shop) => {
        const start = { 'median, ms': (performance.now() - began).toFixed(0) }
        return { Start: start, ...(await measureShop(shop, db)) }
      })
    } finally {
      await db.end()
    }
  })

/** Prints a table for each number of variants. */
export async function measureLargeCatalogue(): Promise<void> {
  for (const variants of VARIANTS) {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('The large catalogue needs PostgreSQL.')
    try {
      const settings = parseSettings({ DATABASE_URL: postgres.url })
      const { db, close } = await openDatabase(settings, { statementMs: 0, queryMs: 0 })
      await generateCatalogue(db, { products: PRODUCTS, variants, seed: SEED })
      await close()
      console.log(`${PRODUCTS} products, variants of each: ${variants}`)
      console.table(await measureFilled(postgres.url))
    } finally {
      await postgres.stop()
    }
  }
}
