/** Public answers and pages against a bare Fastify that sends the same bytes, side by side, so that a noisy machine slows both. */
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
  { name: 'Home page, drawn and kept', target: 0.6, path: '/', request: { headers: { accept: 'text/html' } } },
]

type Request = Load['request']

/** The path of the product list as a persisted query. */
export const PERSISTED_LIST = `/graphql?${persisted}`

/** Sends its text along with its hash, once, as a client does whom the shop answers that it does not know the hash. */
export async function learnPersisted(origin: string): Promise<void> {
  await fetch(`${origin}${PERSISTED_LIST}&query=${encodeURIComponent(PRODUCT_LIST)}`)
}

const CONNECTIONS = 20
/** `seconds` is how long each side runs in each round, `warmUp` how long before the first. */
export async function measurePublicAnswers(
  { origin }: Running,
  rounds: number,
  seconds: number,
  warmUp: number,
): Promise<Row[]> {
  await learnPersisted(origin)
  const bodies: Record<string, Buffer> = {}
  for (const [i, { path, request }] of CASES.entries()) {
    const answer = await fetch(origin + path, request)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    bodies[`/${i}`] = Buffer.from(await answer.arrayBuffer())
  }
  const bare = await startBare(bodies)
  try {
    const rows: Row[] = []
    for (const [i, { name, target, path, request }] of CASES.entries()) {
      const ratios: number[] = []
      if (warmUp > 0) {
        await requestsPerSecond(origin + path, request, warmUp)
        await requestsPerSecond(`${bare.origin}/${i}`, request, warmUp)
      }
      for (let round = 0; round < rounds; round += 1) {
        const shop = await requestsPerSecond(origin + path, request, seconds)
        ratios.push(shop / (await requestsPerSecond(`${bare.origin}/${i}`, request, seconds)))
      }
      rows.push({ name: `${name}, of a bare Fastify`, value: median(ratios), unit: 'x', target })
    }
    return rows
  } finally {
    await bare.stop()
  }
}

const requestsPerSecond = async (url: string, request: Request, seconds: number): Promise<number> =>
  (await runLoad({ url, request, connections: CONNECTIONS, duration: seconds })).requestsPerSecond
