/** `npm run bench`: measures the built shop and prints one table; `--small` only shows that it runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../settings'
import { startShop } from './processes'
import { measurePublicAnswers } from './public'
import { printRows, type Row } from './rows'

const isSmall = process.argv.includes('--small')
const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-bench-'))

async function measure(): Promise<Row[]> {
  const first = await startShop({ DATA_DIR: dataDir })
  await first.stop()
  const shop = await startShop({ DATA_DIR: dataDir })
  try {
    const answers = await measurePublicAnswers(shop, isSmall ? 1 : 4)
    return [
      ...answers,
      { name: 'Cold start, new embedded database', value: first.startedInMs, unit: 'ms', target: 3000 },
      { name: 'Cold start, existing embedded database', value: shop.startedInMs, unit: 'ms', target: 1500 },
      { name: 'Resident memory with the embedded database', value: shop.memoryMb() ?? NaN, unit: 'MB', target: 400 },
    ]
  } finally {
    await shop.stop()
  }
}

try {
  const rows = await measure()
  printRows(rows)
  const folder = join(projectRoot, 'bench-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'latest.json'), JSON.stringify({ at: new Date().toISOString(), rows }, null, 2))
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
