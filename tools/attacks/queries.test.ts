/** The dearest queries that the server lets through: aliases, overlapping fields and random queries. Their limits are multiples of a normal call. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/settings'
import { ADDRESS, newcomer, NO_LIMITS } from '../../server/testing'
import { expectAtMost, normalCall } from './findings'
import { randomFrom, randomQuery } from './randomOperation'
import { ask, cpuOf, send, startTarget, type Answer, type Target } from './target'

const MAX_NORMAL_CALLS = 40
const RANDOM_QUERIES = 150
const SEED = 1
/** A slower query is measured again, because another program may have disturbed the first measurement. */
const SUSPECT_MS = 60

const aliased = (count: number, field: (i: number) => string): string =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`

/** Creates a shopper with full lists and an unpaid order. */
async function newShopper(target: Target, productIds: string[]): Promise<string> {
  const mutate = (field: string, token?: string) =>
    ask(target, `mutation { ${field} { userErrors { code } } }`, {}, token)
  const { text } = await ask(target, 'mutation ($input: SignupInput!) { signup(input: $input) { token } }', {
    input: newcomer(),
  })
  const { token } = (JSON.parse(text) as { data: { signup: { token: string } } }).data.signup
  const address = JSON.stringify(ADDRESS).replace(/"(\w+)":/g, '$1:')
  for (let i = 0; i < 20; i += 1) await mutate(`addAddress(input: ${address})`, token)
  for (const id of productIds) {
    await mutate(`addToCart(productId: "${id}")`, token)
    await mutate(`addToWishlist(productId: "${id}")`, token)
  }
  const own = JSON.parse((await ask(target, '{ me { addresses { id } } }', {}, token)).text) as {
    data: { me: { addresses: { id: string }[] } }
  }
  const addressId = own.data.me.addresses[0]!.id
  await mutate(`startCheckout(addressId: "${addressId}", idempotencyKey: "${randomUUID()}")`, token)
  return token
}

/** The highest count that the server accepts, found by bisection. */
async function mostLetThrough(highest: number, run: (count: number) => Promise<Answer>): Promise<number> {
  let [least, tooMany] = [0, highest + 1]
  while (tooMany - least > 1) {
    const count = Math.floor((least + tooMany) / 2)
    if ((await run(count)).status === 200) least = count
    else tooMany = count
  }
  return least
}

/**
 * The CPU time of a request with the highest accepted count. `i` differs each time, so that no cache has the response.
 */
async function dearest(name: string, highest: number, run: (count: number, i: number) => Promise<Answer>) {
  let unique = 0
  const next = (count: number) => run(count, (unique += 1))
  const count = await mostLetThrough(highest, next)
  if (count === 0) throw new Error(`Not one is let through: ${name}`)
  return { count, ms: (target: Target) => cpuOf(target, 5, () => next(count)) }
}

/** The most expensive random query that the server accepts. */
async function searchForWorst(target: Target, ids: string[], token: string) {
  const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))
  const random = randomFrom(SEED)
  let worst = { ms: 0, query: '' }
  let letThrough = 0
  for (let i = 0; i < RANDOM_QUERIES; i += 1) {
    const query = randomQuery(schema, random, ids, 40 + random(900))
    const before = target.cpuMs()
    const { status } = await ask(target, query, {}, token)
    let ms = target.cpuMs() - before
    if (status === 200) letThrough += 1
    // The response is personal, so the server computes it each time.
    if (ms > Math.max(SUSPECT_MS, worst.ms))
      ms = Math.min(ms, await cpuOf(target, 3, () => ask(target, query, {}, token)))
    if (ms > worst.ms) worst = { ms, query }
  }
  return { ...worst, letThrough }
}

it('a request costs little, whatever it contains', async () => {
  const target = await startTarget(NO_LIMITS)
  const normal = await normalCall(target)
  const { text } = await ask(target, '{ products(first: 100) { nodes { id } } }')
  const found = JSON.parse(text) as { data: { products: { nodes: { id: string }[] } } }
  const ids = found.data.products.nodes.map(({ id }) => id)
  const token = await newShopper(target, ids)
  const expectCheap = (name: string, ms: number) => expectAtMost(name, ms / normal, MAX_NORMAL_CALLS, 'normal calls')

  const headers = { 'accept-encoding': `a${' '.repeat(15_900)}b` }
  const spaces = await cpuOf(target, 50, () => send(target, '/api/products', { headers }))
  expectAtMost('Accept-Encoding with 15,900 spaces', spaces / normal, 3, 'normal calls')

  const own = (list: (i: number) => string) => (count: number, i: number) =>
    ask(target, `{ me ${aliased(count, (j) => list(i + j))} }`, {}, token)
  const fields: Record<string, (count: number, i: number) => Promise<Answer>> = {
    addresses: own(() => 'addresses { id name street city state country }'),
    wishlist: own(() => 'wishlist { id product { id title } }'),
    cart: own(() => 'cart { id items { id } }'),
    orders: own((i) => `orders(first: ${(i % 62) + 1}) { pageInfo { hasNextPage } }`),
    suggestions: (count, i) =>
      ask(
        target,
        aliased(count, (j) => `suggestions(text: "tera kota boul plat${i}x${j}", first: 100) { id }`),
      ),
  }
  for (const [name, run] of Object.entries(fields)) {
    const { count, ms } = await dearest(name, 99, run)
    expectCheap(`${count} aliases of ${name}, as many as are let through`, await ms(target))
  }

  const documents: Record<string, (count: number, i: number) => string> = {
    'fields that overlap in one place': (count, i) =>
      `{ a${i}: products(first: 1) { nodes { related { related { id } } } ${'nodes { related { id } } '.repeat(count)} } }`,
    'fragments that spread each other': (count, i) =>
      `{ a${i}: products { ...F0 } } ${Array.from({ length: count }, (_, j) => `fragment F${j} on ProductConnection { ${j < count - 2 ? `...F${j + 1} ...F${j + 2}` : j === count - 2 ? `...F${j + 1}` : ''} nodes { id } }`).join(' ')}`,
    'times one field': (count, i) => `{ a${i}: products { nodes { ${'id '.repeat(count)} } } }`,
  }
  for (const [name, document] of Object.entries(documents)) {
    const { count, ms } = await dearest(name, 990, (many, i) => ask(target, document(many, i)))
    expectCheap(`${count} ${name}, as many as are let through`, await ms(target))
  }

  const worst = await searchForWorst(target, ids, token)
  expect(worst.letThrough).toBeGreaterThan(RANDOM_QUERIES / 2)
  expectCheap(`The dearest of ${RANDOM_QUERIES} random queries (${worst.query})`, worst.ms)
})
