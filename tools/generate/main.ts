/**
 * Fills the shop with made-up products, to test it with a large catalogue, and with orders, to test it after years of
 * trade:
 *
 * DATABASE_URL=postgres://… npm run generate -- --products 100000 [--variants 5] [--orders 1000000] [--seed 1] [--force]
 *
 * Existing products and orders are kept and count toward the total. Refuses a shop in production or with orders, unless forced.
 */
import { parseArgs } from 'node:util'
import {
  generateCatalogue,
  generateOrders,
  MAX_GENERATED_VARIANTS,
  openDatabase,
  progressBar,
  seededProducts,
} from '../../server/testing'
import { readSettings } from '../../server/settings'

const MAX_ORDERS = 100_000_000
/** A statement that writes many rows may take as long as necessary. */
/** Its statements take long. */
const UNLIMITED = { statementMs: 0, queryMs: 0 }

const USAGE = `npm run generate -- [--products 100000] [--variants 1] [--orders 0] [--seed 1] [--force]

Fills the database with made-up products and orders. The numbers include those that exist.
--variants is the number of glazes and sizes of each new product.
--force also fills a shop in production or with orders.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '100000' },
      variants: { type: 'string', default: '1' },
      orders: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const [products, variants, orders, seed] = [values.products, values.variants, values.orders, values.seed].map(
    Number,
  ) as [number, number, number, number]
  if (!Number.isInteger(products) || products < seededProducts.length || products > 1_000_000)
    throw new Error(`--products must be a whole number between ${seededProducts.length} and 1000000.`)
  if (!Number.isInteger(variants) || variants < 1 || variants > MAX_GENERATED_VARIANTS)
    throw new Error(`--variants must be a whole number between 1 and ${MAX_GENERATED_VARIANTS}.`)
  if (!Number.isInteger(orders) || orders < 0 || orders > MAX_ORDERS)
    throw new Error(`--orders must be a whole number up to ${MAX_ORDERS}.`)
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.')
  return { products, variants, orders, seed, force: values.force }
}

async function main(): Promise<void> {
  const given = readArguments()
  if (!given) return console.log(USAGE)
  const { force, orders, ...wanted } = given
  const settings = readSettings()
  if (settings.mode === 'production' && !force)
    throw new Error('This shop is in production. Pass --force to fill it anyway.')
  const { db, close } = await openDatabase(settings, UNLIMITED)
  try {
    if (!force && (await db.order.count()) > 0) throw new Error('This shop has orders. Pass --force to fill it anyway.')
    const started = performance.now()
    const bar = progressBar(process.stderr)
    await generateCatalogue(db, wanted, (done) => bar(done, wanted.products, 'products'))
    if (orders > 0) await generateOrders(db, orders, (done) => bar(done, orders, 'orders'))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `The shop has ${await db.product.count({ where: { variantOf: null } })} products and ${await db.order.count()} orders now. This took ${seconds} s.`,
    )
  } finally {
    await close()
  }
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
