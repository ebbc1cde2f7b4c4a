/** Public responses and pages against a bare Fastify that sends the same bytes, by turns, so that a noisy machine slows both. */
import { runLoad } from './load'
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

/** For each case the shop's responses per second divided by the bare server's, a figure per round. */
export async function compareWithBare({ origin }: Running, { rounds, seconds, warmUp }: Turns): Promise<number[][]> {
  await teachListing(origin)
  const bodies: Record<string, Buffer> = {}
  for (const [i, { path, headers }] of CASES.entries()) {
    const response = await fetch(origin + path, { headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    bodies[`/${i}`] = Buffer.from(await response.arrayBuffer())
  }
  const bare = await startBare(bodies)
  const rate = async (url: string, headers: Case['headers'], duration: number): Promise<number> =>
    (await runLoad({ url, request: { headers }, connections: CONNECTIONS, duration })).requestsPerSecond
  try {
    const ratios: number[][] = []
    for (const [i, { path, headers }] of CASES.entries()) {
      const urls = [origin + path, `${bare.origin}/${i}`] as const
      if (warmUp > 0) for (const url of urls) await rate(url, headers, warmUp)
      ratios[i] = []
      for (let round = 0; round < rounds; round += 1) {
        const shop = await rate(urls[0], headers, seconds)
        ratios[i].push(shop / (await rate(urls[1], headers, seconds)))
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
