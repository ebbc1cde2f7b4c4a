/** `npm run bench` measures the built shop and prints two tables. `--small` only checks that it works; `--large` measures a large catalogue instead, `--sale` pages during a sale, and `--pages` the rendering of pages. */
import { NO_POSTGRES, startPostgres } from '../../server/testing'
import { measureClient } from './client'
import { measureFirstTaps } from './firstTap'
import { measureFlashSale } from './flashSale'
import { withFolder, withShop } from './processes'
import { compareWithBare, rowsOfRatios } from './public'
import { measureLargeCatalogue } from './largeCatalogue'
import { leftOut, type Row } from './rows'
import { measureRendering } from './rendering'
import { measureShoppers } from './shoppers'
import { installTools } from '../install'

const isSmall = process.argv.includes('--small')
const SIZE = isSmall
  ? {
      starts: 1,
      turns: { rounds: 1, seconds: 1, warmUp: 0 },
      shoppers: { shoppers: 10, ordersBefore: 1, seconds: 15, alone: 1 },
    }
  : {
      starts: 3,
      // Short turns, so that other work on the machine disturbs only a few of them.
      turns: { rounds: 5, seconds: 1, warmUp: 2 },
      shoppers: { shoppers: 50, ordersBefore: 10, seconds: 60, alone: 30 },
    }
/** The number of Lighthouse runs per page, and of first taps per button. */
const RUNS = { lighthouse: 3, taps: 5 }

async function measurePublic(folder: string): Promise<Row[]> {
  const ratios: number[][][] = []
  for (let i = 0; i < SIZE.starts; i += 1)
    await withShop({ DATA_DIR: folder }, async (shop) => ratios.push(await compareWithBare(shop, SIZE.turns)))
  return rowsOfRatios(ratios)
}

async function measureWithPostgres(): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) return [leftOut('50 shoppers', NO_POSTGRES)]
  try {
    return await measureShoppers(postgres, SIZE.shoppers)
  } finally {
    await postgres.stop()
  }
}

const measureBrowser = (folder: string): Promise<Row[]> =>
  withShop({ DATA_DIR: folder }, async (shop) => [
    ...(await measureClient(shop, RUNS.lighthouse)),
    ...(await measureFirstTaps(shop, RUNS.taps)),
  ])

async function measureAll(): Promise<void> {
  installTools()
  const rows = await withFolder(async (folder) => [
    ...(await measurePublic(folder)),
    ...(await measureWithPostgres()),
    // Skipped, because a browser takes minutes, and the tests already use one.
    ...(isSmall ? [] : await measureBrowser(folder)),
  ])
  console.table(rows)
}

// A failed measurement sets a nonzero exit code. A missed target does not set one, because machines differ.
if (process.argv.includes('--large')) await measureLargeCatalogue()
else if (process.argv.includes('--sale')) await measureFlashSale()
else if (process.argv.includes('--pages')) await measureRendering()
else await measureAll()
