/**
 * The CPU time of public responses and pages, compared with a minimal Fastify server that sends the same bytes. The two
 * take turns, so that other work on the machine slows down both.
 */
import { runLoad } from './load'
import { cpuMsOf } from './personal/cpu'
import { startBare, type Running } from './processes'
import { ask, callOf, requestOf, type Call } from './recording'
import { median, type Row } from './rows'

/** The listing request of a visitor's page: a GET of a persisted query. */
const LISTING = requestOf('listing, sorted', 'ProductsPageQuery')
export const listing = (): Call => callOf(LISTING)

/** Sends the listing's document once, so that the server has its hash. */
export const teachListing = (origin: string) => ask(origin, LISTING)

interface Case {
  name: string
  /** The lowest acceptable ratio. */
  target: number
  path: string
  headers: Record<string, string>
}

const CASES: Case[] = [
  { name: 'REST products', target: 0.8, path: '/api/products', headers: {} },
  { name: 'Listing, GET of a persisted query', target: 0.8, ...listing() },
  { name: 'Home page', target: 0.75, path: '/', headers: { accept: 'text/html' } },
]

const CONNECTIONS = 20

export interface Turns {
  /** The number of rounds, in each of which each server has one turn. */
  rounds: number
  /** The length of one turn. */
  seconds: number
  /** The time before the first round, in which V8 compiles the code. */
  warmUp: number
}

/** The bare server's CPU time per response divided by the shop's, for each case and round. */
export async function compareWithBare(shop: Running, { rounds, seconds, warmUp }: Turns): Promise<number[][]> {
  await teachListing(shop.origin)
  const bodies: Record<string, Buffer> = {}
  for (const [i, { path, headers }] of CASES.entries()) {
    const response = await fetch(shop.origin + path, { headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    bodies[`/${i}`] = Buffer.from(await response.arrayBuffer())
  }
  const bare = await startBare(bodies)
  const costOf = async (pid: number, url: string, headers: Case['headers'], duration: number): Promise<number> => {
    const before = cpuMsOf(pid)
    const { requestsPerSecond } = await runLoad({ url, request: { headers }, connections: CONNECTIONS, duration })
    return (cpuMsOf(pid) - before) / (requestsPerSecond * duration)
  }
  try {
    const ratios: number[][] = []
    for (const [i, { path, headers }] of CASES.entries()) {
      const costs = (duration: number) => ({
        shop: () => costOf(shop.pid, shop.origin + path, headers, duration),
        bare: () => costOf(bare.pid, `${bare.origin}/${i}`, headers, duration),
      })
      if (warmUp > 0) for (const cost of Object.values(costs(warmUp))) await cost()
      ratios[i] = []
      for (let round = 0; round < rounds; round += 1) {
        const own = await costs(seconds).shop()
        ratios[i].push((await costs(seconds).bare()) / own)
      }
    }
    return ratios
  } finally {
    await bare.stop()
  }
}

/** The median over all rounds of all starts. Two starts of the same program differ, depending on V8's optimizations. */
export const rowsOfRatios = (starts: number[][][]): Row[] =>
  CASES.map(({ name, target }, i) => ({
    name: `${name}, of a bare Fastify`,
    value: median(starts.flatMap((ratios) => ratios[i]!)),
    unit: 'x',
    target,
    atLeast: true,
  }))
