/**
 * Fills the shop with made-up products, to see it with a large catalogue, and with orders, to see it after years:
 *
 *   DATABASE_URL=postgres://… npm run generate -- --products 100000 [--orders 1000000] [--seed 1] [--force]
 *
 * What is there already counts and stays. Refuses a shop in production or with orders, unless forced.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase, type Db } from './client'
import { tellOfCatalogue } from './cataloguePoll'
import { generateOrders } from './generateOrders'
import { progressBar } from '../commands/progress'
import { parseSettings, readSettings } from '../settings'
import { generatedCategories, generatedProduct } from '../../prisma/catalogue/generatedProducts'
import photographed from '../../prisma/catalogue/products.json' with { type: 'json' }

const ROWS_PER_STATEMENT = 1000
const MINUTE_MS = 60_000
const MOST_ORDERS = 100_000_000

/** A hundred thousand rows at once take as long as they take. */
const UNLIMITED = parseSettings({ DATABASE_STATEMENT_SECONDS: '0', DATABASE_QUERY_SECONDS: '0' }).databaseLimits

interface Wanted {
  /** How many products the catalogue has afterwards, those of the seed included. */
  products: number
  seed: number
}

/** All or nothing: in one transaction, and then the statistics that the planner goes by. */
export async function generateCatalogue(
  db: Db,
  { products, seed }: Wanted,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  await db.category.createMany({ data: generatedCategories, skipDuplicates: true })
  await db.$transaction(
    async (tx) => {
      for (let from = photographed.length; from < products; from += ROWS_PER_STATEMENT) {
        const count = Math.min(ROWS_PER_STATEMENT, products - from)
        const rows = Array.from({ length: count }, (_, i) => generatedProduct(seed, from + i))
        await tx.$executeRaw`
          INSERT INTO product SELECT * FROM json_populate_recordset(NULL::product, ${JSON.stringify(rows)}::json)
          ON CONFLICT DO NOTHING`
        onProgress(from + count)
      }
      await tellOfCatalogue(tx)
    },
    { timeout: 10 * MINUTE_MS },
  )
  await db.$executeRawUnsafe('VACUUM (ANALYZE) product, category')
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '100000' },
      orders: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      force: { type: 'boolean', default: false },
    },
  })
  const [products, orders, seed] = [values.products, values.orders, values.seed].map(Number) as [number, number, number]
  if (!Number.isInteger(products) || products < photographed.length || products > 1_000_000)
    throw new Error(`--products must be a whole number between ${photographed.length} and 1000000.`)
  if (!Number.isInteger(orders) || orders < 0 || orders > MOST_ORDERS)
    throw new Error(`--orders must be a whole number up to ${MOST_ORDERS}.`)
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.')
  return { products, orders, seed, force: values.force }
}

async function main(): Promise<void> {
  const { force, orders, ...wanted } = readArguments()
  const settings = readSettings()
  if (settings.mode === 'production' && !force) throw new Error('This is a shop in production: --force if it must be.')
  const { db, close } = await openDatabase({ ...settings, databaseLimits: UNLIMITED })
  try {
    if (!force && (await db.order.count()) > 0) throw new Error('This shop has orders: --force if it must be.')
    const started = performance.now()
    const bar = progressBar(process.stderr)
    await generateCatalogue(db, wanted, (done) => bar(done, wanted.products, 'products'))
    if (orders > 0) await generateOrders(db, orders, (done) => bar(done, orders, 'orders'))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `The shop has ${await db.product.count()} products and ${await db.order.count()} orders now, after ${seconds} s.`,
    )
  } finally {
    await close()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
