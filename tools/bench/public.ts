/**
 * The processor time of public responses and pages, compared with a minimal Fastify server that gets the same requests and sends the same
 * bytes. The two take turns, so that other work on the machine slows down both.
 */
import { operation, page, send, type Call } from './calls'
import { runLoad } from './load'
import type { BuiltShop } from '../../server/testing'
import { startBare } from './processes'
import { median, rowOf, type Row } from './rows'
import { cpuMsOf } from '../usage'

/** The listing request of a visitor's page: a GET of a persisted query. */
const LISTING = operation('ProductsPageQuery', { filter: {}, sort: 'PRICE_LOW_TO_HIGH', first: 8, page: 1 })

interface Case {
  call: Call
  /** The lowest acceptable ratio. */
  target: number
}

const CASES: Record<string, Case> = {
  'REST products': { call: page('products', '/api/products'), target: 0.8 },
  'Listing, GET of a persisted query': { call: LISTING, target: 0.8 },
  'Home page': { call: page('home page', '/'), target: 0.75 },
}

const CONNECTIONS = 20

const pathOf = (url: string): string => url.split('?')[0]!

export interface Turns {
  /** The number of rounds, in each of which each server has one turn. */
  rounds: number
  /** The length of one turn. */
  seconds: number
  /** The time before the first round, in which V8 compiles the code. */
  warmUp: number
}

/** The bare server's processor time per response divided by the shop's, for each case and round. */
export async function compareWithBare(shop: BuiltShop, { rounds, seconds, warmUp }: Turns): Promise<number[][]> {
  // Sends the document, so that the server has its hash.
  await send(shop.origin, LISTING)
  const cases = Object.values(CASES).map(({ call }) => call)
  const bodies: Record<string, Buffer> = {}
  for (const { path, headers } of cases) {
    const response = await fetch(shop.origin + path, { headers })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    bodies[pathOf(path)] = Buffer.from(await response.arrayBuffer())
  }
  const bare = await startBare(bodies)
  const costOf = async (pid: number, url: string, { headers }: Call, duration: number): Promise<number> => {
    const before = cpuMsOf(pid)
    const responses = await runLoad({ url, headers, connections: CONNECTIONS, duration })
    return (cpuMsOf(pid) - before) / responses
  }
  try {
    const ratios: number[][] = []
    for (const [i, call] of cases.entries()) {
      const shopCost = (duration: number) => costOf(shop.child.pid!, shop.origin + call.path, call, duration)
      const bareCost = (duration: number) => costOf(bare.pid, bare.origin + call.path, call, duration)
      if (warmUp > 0) for (const cost of [shopCost, bareCost]) await cost(warmUp)
      ratios[i] = []
      for (let round = 0; round < rounds; round += 1) {
        const own = await shopCost(seconds)
        ratios[i].push((await bareCost(seconds)) / own)
      }
    }
    return ratios
  } finally {
    await bare.stop()
  }
}

/** The median over all rounds of all starts. Two starts of the same program differ, depending on V8's optimizations. */
export const rowsOfRatios = (starts: number[][][]): Row[] =>
  Object.entries(CASES).map(([name, { target }], i) =>
    rowOf(`${name}, of a bare Fastify`, median(starts.flatMap((ratios) => ratios[i]!)), 'x', target, 'at least'),
  )
