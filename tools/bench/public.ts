/**
 * Processor time of public responses and pages, against a bare Fastify that sends the same bytes. Both take turns, so that other work of the
 * machine slows both.
 */
import { runLoad } from './load'
import { cpuMsOf } from './personal/cpu'
import { startBare, type Running } from './processes'
import { ask, callOf, requestOf, type Call } from './recording'
import { median, type Row } from './rows'

/** The listing as a visitor's page asks for it: a GET of a persisted query. */
const LISTING = requestOf('listing, sorted', 'ProductsPageQuery')
export const listing = (): Call => callOf(LISTING)

/** The server knows the listing's document afterwards. */
export const teachListing = (origin: string) => ask(origin, LISTING)

interface Case {
  name: string
  /** At least. */
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
  /** How often both are asked, one after the other. */
  rounds: number
  /** Of one turn. */
  seconds: number
  /** Before the first turn, while V8 still compiles. */
  warmUp: number
}

/** For each case the bare server's processor time per response divided by the shop's, a figure per round. */
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

/** The median of all rounds of all starts: two starts of one program differ by what V8 makes of it. */
export const rowsOfRatios = (starts: number[][][]): Row[] =>
  CASES.map(({ name, target }, i) => ({
    name: `${name}, of a bare Fastify`,
    value: median(starts.flatMap((ratios) => ratios[i]!)),
    unit: 'x',
    target,
    atLeast: true,
  }))
