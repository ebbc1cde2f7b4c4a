/**
 * `npx tsx tools/bench/personal/main.ts [seconds] [names]` runs only the personal part of the benchmark, for example
 * with `2 'Cart|Orders'`.
 */
import { startPostgres } from '../../../server/testing'
import { printRows } from '../rows'
import { measurePersonal } from './measure'

const [seconds = '2', only = '.'] = process.argv.slice(2)
const postgres = await startPostgres()
if (!postgres) throw new Error('no PostgreSQL')
try {
  const turns = { rounds: 3, seconds: Number(seconds), warmUp: Number(seconds) }
  const size = { turns, seconds: 30, warmUp: 15, shoppers: 600 }
  const { rows, leftOut, tooDear } = await measurePersonal(postgres, size, new RegExp(only))
  printRows(rows, leftOut)
  for (const sentence of tooDear) console.error(sentence)
  if (tooDear.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
