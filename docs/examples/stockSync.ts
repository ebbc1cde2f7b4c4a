/**
 * Keeps a file with the stock of all products and their variants, and reports changes since the last run:
 *
 * npx tsx docs/examples/stockSync.ts http://localhost:3000 stock.json
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { ClientError, gql, GraphQLClient } from 'graphql-request'
import { setTimeout as sleep } from 'node:timers/promises'

const [url = 'http://localhost:3000', file = 'stock.json'] = process.argv.slice(2)
const client = new GraphQLClient(new URL('/graphql', url).href)

interface Page {
  products: {
    nodes: { id: string; variants: { id: string; stock: number }[] }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const PAGE = gql`
  query ($after: String) {
    products(first: 100, after: $after, sort: NEWEST) {
      nodes {
        id
        variants {
          id
          stock
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`

/** After a 429 response, waits for the time in Retry-After. */
async function readPage(after: string | null): Promise<Page['products']> {
  try {
    return (await client.request<Page>(PAGE, { after })).products
  } catch (error) {
    const wait =
      error instanceof ClientError && error.response.status === 429 && error.response.headers.get('retry-after')
    if (!wait) throw error
    await sleep(Number(wait) * 1000)
    return readPage(after)
  }
}

const stock: Record<string, number> = {}
for (let after: string | null = null, more = true; more;) {
  const { nodes, pageInfo } = await readPage(after)
  // A product without glazes or sizes is its only variant.
  for (const { variants } of nodes) for (const variant of variants) stock[variant.id] = variant.stock
  more = pageInfo.hasNextPage
  after = pageInfo.endCursor
}

const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}
for (const id of new Set([...Object.keys(before), ...Object.keys(stock)]))
  if (before[id] !== stock[id]) console.log(`${id}: ${before[id] ?? 'new'} -> ${stock[id] ?? 'gone'}`)
// Replaces the file atomically, so that readers never see a partial file.
writeFileSync(`${file}.part`, JSON.stringify(stock, null, 2))
renameSync(`${file}.part`, file)
