/**
 * `npm run bench` measures the built shop and prints a table. `--small` only checks that it works, and `--record`
 * rewrites recording.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_POSTGRES, type Postgres, startPostgres } from '../../server/testing'
import { projectRoot } from '../../server/settings'
import { measureClient } from './client'
import { measureFirstTaps } from './firstTap'
import { measureGrowth, type Growth } from './growth'
import { measureLargeCatalogue } from './largeCatalogue'
import { measureFlatness } from './memory'
import { measurePersonal } from './personal/measure'
import { plotGrowth } from './plot'
import { withFolder, withShop, type Running } from './processes'
import { compareWithBare, listing, rowsOfRatios, teachListing } from './public'
import { record } from './record'
import { printRows, type LeftOut, type Row } from './rows'
import { measureStarts } from './starts'
import { installTools } from '../install'

const isSmall = process.argv.includes('--small')
/** Times in seconds. */
const SIZE = isSmall
  ? {
      starts: 1,
      turns: { rounds: 1, seconds: 1, warmUp: 0 },
      personal: { turns: { rounds: 1, seconds: 0.2, warmUp: 0 }, seconds: 2, warmUp: 0, shoppers: 10 },
      growth: { steps: [1, 50], seconds: 1 },
    }
  : {
      starts: 3,
      // Short turns, so that other work on the machine disturbs only a few of them.
      turns: { rounds: 5, seconds: 1, warmUp: 2 },
      personal: { turns: { rounds: 5, seconds: 2, warmUp: 2 }, seconds: 45, warmUp: 15, shoppers: 600 },
      growth: { steps: [1, 2, 5, 10, 20, 50, 100, 200], seconds: 3 },
    }
/** The number of Lighthouse runs per page, and of first taps per button. */
const RUNS = { lighthouse: 3, taps: 5 }

const MEMORY = { unit: 'MB', target: 400 } as const

interface Measured {
  rows: Row[]
  leftOut: LeftOut[]
  growth?: Growth
  tooDear?: string[]
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
  const memory = { unit: 'MB', value: Math.max(...resident), target: 600 } as const
  const measureBrowser = async (shop: Running) => [
    ...(await measureClient(shop, RUNS.lighthouse)),
    ...(await measureFirstTaps(shop, RUNS.taps)),
  ]
  // Skipped, because a browser takes most of a minute, and the tests already use one.
  const client = isSmall ? [] : await withShop(env, measureBrowser)
  const row = { name: 'Resident memory with the embedded database', ...memory }
  return { rows: [...rowsOfRatios(ratios), ...starts, row, ...client], leftOut: [] }
}

async function measureMemory(shop: Running): Promise<Measured> {
  const flat = await measureFlatness(shop, isSmall)
  const value = shop.memoryMb()
  await teachListing(shop.origin)
  const { path, headers } = listing()
  const subjects = { 'Listing, GET of a persisted query': { url: shop.origin + path, request: { headers } } }
  const growth = await measureGrowth(subjects, SIZE.growth)
  const name = 'Resident memory with a PostgreSQL server, after public responses'
  return { rows: [{ name, value, ...MEMORY }, flat], leftOut: [], growth }
}

async function measureWithPostgres(postgres: Postgres): Promise<Measured> {
  const memory = await withFolder((folder) => withShop({ DATABASE_URL: postgres.url, DATA_DIR: folder }, measureMemory))
  const personal = await measurePersonal(postgres, { ...SIZE.personal, growth: SIZE.growth })
  return { ...personal, rows: [...memory.rows, ...personal.rows], growth: { ...memory.growth, ...personal.growth } }
}

async function measure(): Promise<Required<Measured>> {
  const embedded = await withFolder(measureEmbedded)
  const postgres = await startPostgres()
  if (!postgres) return { growth: {}, tooDear: [], ...embedded, leftOut: leaveOut(NO_POSTGRES) }
  try {
    const { rows, ...others } = await measureWithPostgres(postgres)
    return { growth: {}, tooDear: [], ...others, rows: [...embedded.rows, ...rows] }
  } finally {
    await postgres.stop()
  }
}

const leaveOut = (because: string): LeftOut[] =>
  ['Resident memory with a PostgreSQL server', 'Personal calls', 'Growth by connections', 'A large catalogue'].map(
    (name) => ({ name, because }),
  )

// A failed measurement sets a nonzero exit code. A missed target does not set one, because machines differ. A slower reference sets one,
// because it would make all targets of personal requests easier to reach.
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
writeFileSync(
  join(folder, 'latest.json'),
  JSON.stringify({ at: new Date().toISOString(), ...measured, catalogues: large?.growth }, null, 2),
)
if (large) writeFileSync(join(folder, 'growth.svg'), plotGrowth(large.growth, measured.growth))
for (const sentence of measured.tooDear) console.error(sentence)
if (measured.tooDear.length > 0 && !isSmall) process.exitCode = 1
