/** Checks that the shop's memory stays constant over a long run. */
import { runLoad } from './load'
import type { Running } from './processes'
import type { Row } from './rows'

const CONNECTIONS = 20
/** The heap grows to its normal size during the first requests. */
const FULL = { warmUp: 20_000, requests: 200_000 }
const SMALL = { warmUp: 200, requests: 2_000 }

export async function measureFlatness(shop: Running, url: string, isSmall: boolean): Promise<Row> {
  const { warmUp, requests } = isSmall ? SMALL : FULL
  const load = { url, request: {}, connections: CONNECTIONS }
  await runLoad({ ...load, amount: warmUp })
  const before = shop.memoryMb()
  await runLoad({ ...load, amount: requests })
  const grown = shop.memoryMb() - before
  return { name: `Growth of memory over ${requests} requests`, value: grown, unit: 'MB', target: 20 }
}
