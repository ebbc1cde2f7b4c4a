/**
 * Measures the shop with a large catalogue on a PostgreSQL server: listing, search and suggestions. Each query is
 * different, so no response is cached.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db, generateCatalogue, generatedProduct, startPostgres } from '../../server/testing'
import { withFolder, withShop, type Running } from './processes'
import { ask, requestOf, type Recorded } from './recording'
import { median, type Row } from './rows'

export interface GrowthPoint {
  name: string
  products: number
  /** Milliseconds from a request's start to the end of its response. */
  p50: number
  p95: number
}

export interface LargeCatalogue {
  rows: Row[]
  /** Used for a plot from 100 to 100,000 products. */
  growth: GrowthPoint[]
}

const SEED = 1
const PAGE_SIZE = 8
const TARGET_MS = 50
/** The maximum growth of the p95 when the catalogue grows tenfold. */
const GROWTH = { unit: 'x', target: 3 } as const
const WARM_UP = 10
const CHANGED = 'celadon-chai-cup'
const HEARD_WITHIN_MS = 200

const FULL = { sizes: [100, 1_000, 10_000, 100_000], requests: 100 }
const SMALL = { sizes: [30, 300], requests: 10 }

const LISTING_REQUEST = requestOf('listing, sorted', 'ProductsPageQuery')
const SUGGESTIONS = requestOf('suggestions', 'SearchBarQuery')
/** The page's recorded request with other variables. */
const withVariables = (request: Recorded, variables: Record<string, unknown>): Recorded => ({
  ...request,
  variables: { ...request.variables, ...variables },
})
const SORTS = ['FEATURED', 'PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW', 'RATING', 'NEWEST']

/** The n-th long word of a product's title. */
function wordOf(i: number, products: number, n = 0): string {
  // A prime step, so that consecutive requests are for products far apart.
  const { title } = generatedProduct(SEED, 22 + ((i * 7919) % (products - 22)))
  const words = title.split(/\W+/).filter((word) => word.length >= 5)
  return words[n % words.length] ?? title
}
const misspelt = (word: string): string => word.slice(0, 3) + word.slice(4)

const LISTING = 'Listing with filter, sort, page 500 and facets'

const CASES: Record<string, (i: number, products: number) => Recorded> = {
  [LISTING]: (i, products) => {
    // A small catalogue has no page 500, so a page near its end is used.
    const page = Math.min(500, Math.floor((products * 0.6) / PAGE_SIZE))
    return withVariables(LISTING_REQUEST, { filter: { minRating: 3, minPrice: i }, sort: SORTS[i % 5], page })
  },
  'Search in the middle of a title': (i, products) => {
    const filter = { search: wordOf(i, products).slice(1, -1), minPrice: i }
    return withVariables(LISTING_REQUEST, { filter, sort: SORTS[i % 5], page: 1 })
  },
  // Trailing spaces make each request unique.
  'Suggestions for one misspelt word': (i, products) =>
    withVariables(SUGGESTIONS, { text: misspelt(wordOf(i, products)) + ' '.repeat(i % 50) }),
  'Suggestions for two misspelt words': (i, products) =>
    withVariables(SUGGESTIONS, {
      text: `${misspelt(wordOf(i, products))} ${misspelt(wordOf(i, products, 1))}${' '.repeat(i % 50)}`,
    }),
}

async function timeOf(origin: string, request: Recorded): Promise<number> {
  const started = performance.now()
  await ask(origin, request)
  return performance.now() - started
}

const quantile = (sorted: number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1]!

async function measureCase(origin: string, name: string, products: number, requests: number): Promise<GrowthPoint> {
  const times: number[] = []
  for (let i = 0; i < WARM_UP + requests; i++) {
    const time = await timeOf(origin, CASES[name]!(i, products))
    if (i >= WARM_UP) times.push(time)
  }
  times.sort((a, b) => a - b)
  return { name, products, p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

/** The time of the first listing after a price change. The server must recompute all counts for it. */
async function measureAfterChange({ origin }: Running, db: Db, requests: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < requests; i++) {
    await db.product.update({ where: { id: CHANGED }, data: { discounted: { increment: 1 } } })
    // A change may take a second to reach the server.
    await sleep(HEARD_WITHIN_MS)
    times.push(await timeOf(origin, CASES[LISTING]!(i, 100)))
  }
  return median(times)
}

/** Null if PostgreSQL is not available. With `isSmall`, it only checks that the measurement works. */
export async function measureLargeCatalogue(isSmall: boolean): Promise<LargeCatalogue | null> {
  const postgres = await startPostgres()
  if (!postgres) return null
  try {
    return await withFolder((folder) =>
      withShop({ DATABASE_URL: postgres.url, DATA_DIR: folder }, (shop) => measureSizes(shop, postgres.url, isSmall)),
    )
  } finally {
    await postgres.stop()
  }
}

async function measureSizes(shop: Running, databaseUrl: string, isSmall: boolean): Promise<LargeCatalogue> {
  const { sizes, requests } = isSmall ? SMALL : FULL
  const db = connect({ connectionString: databaseUrl, max: 1 }, 30_000)
  try {
    const growth: GrowthPoint[] = []
    for (const products of sizes) {
      await generateCatalogue(db, { products, seed: SEED })
      for (const name of Object.keys(CASES)) growth.push(await measureCase(shop.origin, name, products, requests))
    }
    const name = `Listing right after a price has changed, ${sizes.at(-1)!} products`
    const value = await measureAfterChange(shop, db, isSmall ? 1 : 10)
    return { rows: [...rowsOf(growth, sizes.at(-1)!), { name, value, unit: 'ms', target: 200 }], growth }
  } finally {
    await db.$disconnect()
  }
}

/** For the largest catalogue: the time, and its growth compared with a catalogue a tenth of that size. */
const rowsOf = (growth: GrowthPoint[], products: number): Row[] =>
  growth
    .filter((point) => point.products === products)
    .flatMap(({ name, p95 }) => {
      const before = growth.find((point) => point.name === name && point.products === products / 10)!
      return [
        { name: `${name}, ${products} products, p95`, value: p95, unit: 'ms', target: TARGET_MS },
        { name: `${name}, from ${products / 10} products on`, ...GROWTH, value: p95 / before.p95 },
      ]
    })
