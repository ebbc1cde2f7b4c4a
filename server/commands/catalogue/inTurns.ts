/**
 * Work on the many rows of a file, with turns of the event loop in between: the process that reads the file may be the shop, which answers
 * requests in the meantime.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** They take about 10 ms. */
const ITEMS_AT_ONCE = 64

/** Like Array.forEach. */
export async function forEachInTurns<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_AT_ONCE === 0) await nextTurn()
    visit(item, index)
  }
}

/** Like Array.map. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  await forEachInTurns(items, (item, index) => void results.push(map(item, index)))
  return results
}
