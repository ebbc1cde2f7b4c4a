/**
 * Prints a product's price whenever it changes, and exits once it is at or below the given price:
 *
 * npx tsx docs/examples/priceWatcher.ts http://localhost:3000 celadon-chai-cup 300
 *
 * A GET with the last response's ETag costs the shop almost nothing. The status 304 means that nothing has changed.
 */
import { setTimeout as sleep } from 'node:timers/promises'

const [url = 'http://localhost:3000', id = 'celadon-chai-cup', wanted = '0', seconds = '60'] = process.argv.slice(2)

const QUERY = 'query ($id: ID!) { product(id: $id) { title price { discounted } availableForSale } }'
const address = new URL('/graphql', url)
address.search = new URLSearchParams({ query: QUERY, variables: JSON.stringify({ id }) }).toString()

interface Answer {
  data: { product: { title: string; price: { discounted: number }; availableForSale: boolean } | null }
}

let etag: string | null = null
for (;;) {
  const response: Response = await fetch(address, { headers: etag ? { 'if-none-match': etag } : {} })
  if (response.status === 200) {
    etag = response.headers.get('etag')
    const { product } = ((await response.json()) as Answer).data
    if (!product) throw new Error(`The shop has no ${id}.`)
    const { title, price, availableForSale } = product
    console.log(`${title}: Rs. ${price.discounted}${availableForSale ? '' : ', sold out'}`)
    if (price.discounted <= Number(wanted)) break
  } else if (response.status !== 304) {
    throw new Error(`The shop answers ${response.status}.`)
  }
  await sleep(Number(seconds) * 1000)
}
