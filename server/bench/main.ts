/** `npm run bench`: measures the built shop and prints one table; `--small` only shows that it runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../settings'
import { measureClient } from './client'
import { measureGrowth, type Growth } from './growth'
import { measureLargeCatalogue } from './largeCatalogue'
import { measureFlatness } from './memory'
import { cartRequest, measurePersonalCalls, signUp } from './personal'
import { plotGrowth } from './plot'
import { NO_POSTGRES, startPostgres, type Postgres } from './postgres'
import { startShop } from './processes'
import { learnPersisted, measurePublicAnswers, PERSISTED_LIST } from './public'
import { printRows, type LeftOut, type Row } from './rows'
import { measureStarts } from './starts'

const isSmall = process.argv.includes('--small')
/** Times in seconds. */
const SIZE = isSmall
  ? { starts: 1, rounds: 1, warmUp: 0, public: 1, lighthouse: 1, personal: 1, steps: [1, 50], growth: 1 }
  : {
      starts: 3,
      // Many short ones: what else the machine does then seldom hits one side alone in most of them.
      rounds: 15,
      // In its first seconds V8 still compiles.
      warmUp: 3,
      public: 1,
      lighthouse: 3,
      personal: 8,
      steps: [1, 2, 5, 10, 20, 50, 100, 200],
      growth: 3,
    }

interface Measured {
  rows: Row[]
  leftOut?: LeftOut[]
  growth?: Growth
}

async function withEmbedded(): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-bench-'))
  try {
    const starts = await measureStarts(dataDir, SIZE.starts)
    const shop = await startShop({ DATA_DIR: join(dataDir, '0') })
    try {
      const answers = await measurePublicAnswers(shop, SIZE.rounds, SIZE.public, SIZE.warmUp)
      const resident = shop.memoryMb() ?? NaN
      const memory = { name: 'Resident memory with the embedded database', value: resident, unit: 'MB', target: 400 }
      const client = await measureClient(shop, SIZE.lighthouse)
      return { rows: [...answers, ...starts, memory as Row, ...client] }
    } finally {
      await shop.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const MEMORY = { unit: 'MB', target: 160 } as const

async function withPostgres(postgres: Postgres): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-bench-'))
  const shop = await startShop({ DATABASE_URL: postgres.url, DATA_DIR: dataDir })
  try {
    const list = `${shop.origin}/api/products`
    const flat = await measureFlatness(shop, list, isSmall)
    const resident = shop.memoryMb() ?? NaN
    const token = await signUp(shop)
    const personal = await measurePersonalCalls(shop, postgres, token, SIZE.personal)
    const subjects = {
      'GraphQL product list, GET of a persisted query': { url: shop.origin + PERSISTED_LIST, request: {} },
      'me { cart }': { url: `${shop.origin}/graphql`, request: cartRequest(token) },
    }
    await learnPersisted(shop.origin)
    const busy = shop.memoryMb() ?? NaN
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
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(): Promise<Required<Measured>> {
  const embedded = await withEmbedded()
  const postgres = await startPostgres()
  if (!postgres) return { rows: embedded.rows, leftOut: leaveOut(NO_POSTGRES), growth: {} }
  try {
    const { rows, leftOut = [], growth = {} } = await withPostgres(postgres)
    return { rows: [...embedded.rows, ...rows], leftOut, growth }
  } finally {
    await postgres.stop()
  }
}

const leaveOut = (because: string): LeftOut[] =>
  [
    'Resident memory with a PostgreSQL server, and its growth',
    'SQL statements of personal calls, and how even their times are',
    'Growth by connections',
    'Listing, search and suggestions in a large catalogue',
  ].map((name) => ({ name, because }))

// What cannot be measured ends it with a code other than 0; a target that is missed does not: machines differ.
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
