/** `npx tsx server/bench/personal/main.ts [seconds] [names]`: the bench's personal calls alone, such as `2 'cart|orders'`. */
import { startPostgres } from '../postgres'
import { withFolder, withShop } from '../processes'
import { printRows } from '../rows'
import { measurePersonalCosts, SHOP_OF_COSTS } from './costs'

const [seconds = '2', only = '.'] = process.argv.slice(2)
const postgres = await startPostgres()
if (!postgres) throw new Error('no PostgreSQL')
try {
  const turns = { rounds: 3, seconds: Number(seconds), warmUp: Number(seconds) }
  const { rows, leftOut } = await withFolder((folder) =>
    withShop({ DATABASE_URL: postgres.url, DATA_DIR: folder, ...SHOP_OF_COSTS }, (shop) =>
      measurePersonalCosts(shop, postgres, turns, new RegExp(only)),
    ),
  )
  printRows(rows, leftOut)
} finally {
  await postgres.stop()
}
