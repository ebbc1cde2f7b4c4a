/** `npm run bench`: measures the built shop and prints one table; `--small` only shows that it runs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../settings'
import { measureClient } from './client'
import { measureFirstTaps } from './firstTap'
import { measureGrowth, type Growth } from './growth'
import { measureLargeCatalogue } from './largeCatalogue'
import { measureFlatness } from './memory'
import { cartRequest, measurePersonalCalls, signUp } from './personal'
import { measurePersonalCosts, SHOP_OF_COSTS } from './personal/costs'
import { plotGrowth } from './plot'
import { NO_POSTGRES, startPostgres, type Postgres } from './postgres'
import { withFolder, withShop, type Running } from './processes'
import { compareWithBare, learnPersisted, PERSISTED_LIST, rowsOfRatios } from './public'
import { record } from './record'
import { printRows, type LeftOut, type Row } from './rows'
import { measureStarts } from './starts'
import { installTools } from './tools'

const isSmall = process.argv.includes('--small')
/** Times in seconds. */
const SIZE = isSmall
  ? {
      starts: 1,
      turns: { rounds: 1, seconds: 1, warmUp: 0 },
      lighthouse: 1,
      taps: 1,
      personal: 1,
      costs: { rounds: 1, seconds: 1, warmUp: 0 },
      steps: [1, 50],
      growth: 1,
    }
  : {
      starts: 3,
      // Short ones: what else the machine does then seldom hits one side alone in most of them.
      turns: { rounds: 5, seconds: 1, warmUp: 2 },
      lighthouse: 3,
      taps: 5,
      personal: 8,
      costs: { rounds: 5, seconds: 2, warmUp: 2 },
      steps: [1, 2, 5, 10, 20, 50, 100, 200],
      growth: 3,
    }

const MEMORY = { unit: 'MB', target: 200 } as const

interface Measured {
  rows: Row[]
  leftOut?: LeftOut[]
  growth?: Growth
}

async function measureEmbedded(dataDir: string): Promise<Measured> {
  const starts = await measureStarts(dataDir, SIZE.starts)
  const env = { DATA_DIR: join(dataDir, '0') }
  const ratios: number[][][] = []
  const resident: number[] = []
  for (let i = 0; i < SIZE.starts; i += 1) {
    await withShop(env, async (shop) => {
      ratios.push(await compareWithBare(shop, SIZE.turns))
      resident.push(shop.memoryMb())
    })
  }
  const memory = { unit: 'MB', value: Math.max(...resident), target: 400 } as const
  const client = await withShop(env, async (shop) => [
    ...(await measureClient(shop, SIZE.lighthouse)),
    ...(await measureFirstTaps(shop, SIZE.taps)),
  ])
  return {
    rows: [
      ...rowsOfRatios(ratios),
      ...starts,
      { name: 'Resident memory with the embedded database', ...memory },
      ...client,
    ],
  }
}

async function measureWithPostgres(shop: Running, postgres: Postgres): Promise<Measured> {
  const list = `${shop.origin}/api/products`
  const flat = await measureFlatness(shop, list, isSmall)
  const resident = shop.memoryMb()
  const token = await signUp(shop)
  const personal = await measurePersonalCalls(shop, postgres, token, SIZE.personal)
  const subjects = {
    'GraphQL product list, GET of a persisted query': { url: shop.origin + PERSISTED_LIST, request: {} },
    'me { cart }': { url: `${shop.origin}/graphql`, request: cartRequest(token) },
  }
  await learnPersisted(shop.origin)
  const busy = shop.memoryMb()
  const growth = await measureGrowth(subjects, SIZE.steps, SIZE.growth)
  return {
    rows: [
      { name: 'Resident memory with a PostgreSQL server, after public answers', value: resident, ...MEMORY },
      { name: 'Resident memory with a PostgreSQL server, after personal calls', value: busy, ...MEMORY },
      flat,
      ...personal.rows,
    ],
    leftOut: personal.leftOut,
    growth,
  }
}

async function measure(): Promise<Required<Measured>> {
  const embedded = await withFolder(measureEmbedded)
  const postgres = await startPostgres()
  if (!postgres) return { rows: embedded.rows, leftOut: leaveOut(NO_POSTGRES), growth: {} }
  try {
    const {
      rows,
      leftOut = [],
      growth = {},
    } = await withFolder((folder) =>
      withShop({ DATABASE_URL: postgres.url, DATA_DIR: folder }, (shop) => measureWithPostgres(shop, postgres)),
    )
    const costs = await withFolder((folder) =>
      withShop({ DATABASE_URL: postgres.url, DATA_DIR: folder, ...SHOP_OF_COSTS }, (shop) =>
        measurePersonalCosts(shop, postgres, SIZE.costs),
      ),
    )
    return { rows: [...embedded.rows, ...rows, ...costs.rows], leftOut: [...leftOut, ...costs.leftOut], growth }
  } finally {
    await postgres.stop()
  }
}

const leaveOut = (because: string): LeftOut[] =>
  [
    'Resident memory with a PostgreSQL server, and its growth',
    'SQL statements of personal calls, and how even their times are',
    'Personal calls, of a bare Fastify, and 50 buyers at once',
    'Growth by connections',
    'Listing, search and suggestions in a large catalogue',
  ].map((name) => ({ name, because }))

// What cannot be measured ends it with a code other than 0; a target that is missed does not: machines differ.
if (process.argv.includes('--record')) {
  await record()
  process.exit()
}
installTools()
const measured = await measure()
const large = await measureLargeCatalogue(isSmall)
measured.rows.push(...(large?.rows ?? []))
printRows(measured.rows, measured.leftOut)
const folder = join(projectRoot, 'bench-results')
mkdirSync(folder, { recursive: true })
if (large) writeFileSync(join(folder, 'growth.svg'), plotGrowth(large.growth, measured.growth))
writeFileSync(
  join(folder, 'latest.json'),
  JSON.stringify({ at: new Date().toISOString(), ...measured, catalogues: large?.growth }, null, 2),
)
