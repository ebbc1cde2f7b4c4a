/**
 * The time from the start of the shop's process to its first response, with a new database and with an existing one.
 */
import { join } from 'node:path'
import { withShop } from './processes'
import { median, type Row } from './rows'

/** The median of `times` starts of each kind. The databases stay in the subfolders `0`, `1`, … of `folder`. */
export async function measureStarts(folder: string, times: number): Promise<Row[]> {
  const anew: number[] = []
  const again: number[] = []
  for (let i = 0; i < times; i += 1) {
    for (const results of [anew, again]) {
      await withShop({ DATA_DIR: join(folder, String(i)) }, async (shop) => results.push(shop.startedInMs))
    }
  }
  return [
    { name: 'Cold start, new embedded database', value: median(anew), unit: 'ms', target: 3000 },
    { name: 'Cold start, existing embedded database', value: median(again), unit: 'ms', target: 1500 },
  ]
}
