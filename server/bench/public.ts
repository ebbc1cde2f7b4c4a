/** Public answers and pages against a bare Fastify that sends the same bytes, by turns, so that a noisy machine slows both. */
import { createHash } from 'node:crypto'
import { runLoad, type Load } from './load'
import { startBare, type Running } from './processes'
import { median, type Row } from './rows'

const PRODUCT_LIST = `{ products(first: 22) { totalCount nodes {
  id title price { discounted original } rating offer isBestseller category { name } image { url alt }
} } }`

const LISTING = `query ($filter: ProductFilter, $sort: ProductSort!, $page: Int) {
  products(filter: $filter, sort: $sort, first: 8, page: $page) {
    totalCount
    nodes { id title price { discounted original discountPercent } rating image { url alt } }
    facets {
      categories { category { id name } count selected } ratings { minRating count selected }
      price { minimum maximum } priceHistogram { minimum maximum count }
    }
  }
}`
const LISTING_VARIABLES = {
  filter: { minPrice: 300, categoryIds: ['bowls', 'cups'] },
  sort: 'PRICE_LOW_TO_HIGH',
  page: 1,
}

const json = { 'content-type': 'application/json' }
const post = (body: object) => ({ method: 'POST' as const, headers: json, body: JSON.stringify(body) })

const persisted = new URLSearchParams({
  extensions: JSON.stringify({
    persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(PRODUCT_LIST).digest('hex') },
  }),
}).toString()

const CASES = [
  { name: 'REST products', target: 0.85, path: '/api/products', request: {} },
  { name: 'GraphQL product list, GET of a persisted query', target: 0.75, path: `/graphql?${persisted}`, request: {} },
  { name: 'GraphQL product list, POST', target: 0.6, path: '/graphql', request: post({ query: PRODUCT_LIST }) },
  {
    name: 'GraphQL listing with filter, sort, page, facets, POST',
    target: 0.6,
    path: '/graphql',
    request: post({ query: LISTING, variables: LISTING_VARIABLES }),
  },
  { name: 'Home page, rendered and cached', target: 0.6, path: '/', request: { headers: { accept: 'text/html' } } },
]

type Request = Load['request']

/** The path of the product list as a persisted query. */
export const PERSISTED_LIST = `/graphql?${persisted}`

/** Sends its text along with its hash, once, as a client does whom the shop answers that it does not know the hash. */
export async function learnPersisted(origin: string): Promise<void> {
  await fetch(`${origin}${PERSISTED_LIST}&query=${encodeURIComponent(PRODUCT_LIST)}`)
}

const CONNECTIONS = 20

export interface Turns {
  /** How often both are asked, one after the other. */
  rounds: number
  /** How long each time, in seconds. */
  seconds: number
  /** How long before the first time: at first V8 still compiles. */
  warmUp: number
}

/** For each case the shop's answers per second by those of the bare one, a figure for each round. Neither was asked before. */
export async function compareWithBare({ origin }: Running, { rounds, seconds, warmUp }: Turns): Promise<number[][]> {
  await learnPersisted(origin)
  const bodies: Record<string, Buffer> = {}
  for (const [i, { path, request }] of CASES.entries()) {
    const answer = await fetch(origin + path, request)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    bodies[`/${i}`] = Buffer.from(await answer.arrayBuffer())
  }
  const bare = await startBare(bodies)
  try {
    const ratios: number[][] = []
    for (const [i, { path, request }] of CASES.entries()) {
      const askShop = (duration: number) => requestsPerSecond(origin + path, request, duration)
      const askBare = (duration: number) => requestsPerSecond(`${bare.origin}/${i}`, request, duration)
      if (warmUp > 0) for (const ask of [askShop, askBare]) await ask(warmUp)
      const inRounds: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const shop = await askShop(seconds)
        inRounds.push(shop / (await askBare(seconds)))
      }
      ratios.push(inRounds)
    }
    return ratios
  } finally {
    await bare.stop()
  }
}

/** The middle ratio of all rounds of all starts: two starts of one program may differ by what V8 makes of it. */
export const rowsOfRatios = (starts: number[][][]): Row[] =>
  CASES.map(({ name, target }, i) => ({
    name: `${name}, of a bare Fastify`,
    value: median(starts.flatMap((ratios) => ratios[i]!)),
    unit: 'x',
    target,
    atLeast: true,
  }))

const requestsPerSecond = async (url: string, request: Request, seconds: number): Promise<number> =>
  (await runLoad({ url, request, connections: CONNECTIONS, duration: seconds })).requestsPerSecond
