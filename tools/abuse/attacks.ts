/** Attacks that a single visitor could try. Each function measures its effect. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS, newcomer } from '../../server/testing'
import { waitFor } from './bystander'
import { cpu, type Finding } from './findings'
import { ask, cpuOf, NO_LIMITS, send, startTarget, type Answer, type Target } from './server'

const aliased = (count: number, field: (i: number) => string): string =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`

/** Creates a shopper with full lists and an unpaid order. */
export async function newShopper(target: Target, productIds: string[]): Promise<string> {
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

export async function headerWithSpaces(target: Target): Promise<Finding> {
  const headers = { 'accept-encoding': `a${' '.repeat(15_900)}b` }
  await send(target, '/api/products')
  return cpu(
    'Accept-Encoding with 15,900 spaces',
    await cpuOf(target, 50, () => send(target, '/api/products', { headers })),
    20,
  )
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

export async function aliasedFields(target: Target, token: string): Promise<Finding[]> {
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
  const findings: Finding[] = []
  for (const [name, run] of Object.entries(fields)) {
    const { count, ms } = await dearest(name, 99, run)
    findings.push(cpu(`${count} aliases of ${name}, as many as are let through`, await ms(target)))
  }
  return findings
}

export async function overlappingFields(target: Target): Promise<Finding[]> {
  const documents: Record<string, (count: number, i: number) => string> = {
    'fields that overlap in one place': (count, i) =>
      `{ a${i}: products(first: 1) { nodes { related { related { id } } } ${'nodes { related { id } } '.repeat(count)} } }`,
    'fragments that spread each other': (count, i) =>
      `{ a${i}: products { ...F0 } } ${Array.from({ length: count }, (_, j) => `fragment F${j} on ProductConnection { ${j < count - 2 ? `...F${j + 1} ...F${j + 2}` : j === count - 2 ? `...F${j + 1}` : ''} nodes { id } }`).join(' ')}`,
    'times one field': (count, i) => `{ a${i}: products { nodes { ${'id '.repeat(count)} } } }`,
  }
  const findings: Finding[] = []
  for (const [name, document] of Object.entries(documents)) {
    const { count, ms } = await dearest(name, 990, (many, i) => ask(target, document(many, i)))
    findings.push(cpu(`${count} ${name}, as many as are let through`, await ms(target)))
  }
  return findings
}

/**
 * 200 connections each send a byte from time to time. The target has short limits, because the test would take too long with
 * the default ones.
 */
export async function drippingBodies(): Promise<Finding> {
  const target = await startTarget({ REQUEST_TIMEOUT_SECONDS: '2', HEADERS_TIMEOUT_SECONDS: '1' })
  const sockets: Socket[] = []
  let open = 200
  for (let i = 0; i < 200; i += 1) {
    const socket = connect(target.port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    socket.on('close', () => (open -= 1))
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{',
    )
  }
  for (let i = 0; i < 40 && open > 0; i += 1) {
    for (const socket of sockets) if (socket.writable) socket.write(' ')
    await sleep(250)
  }
  const left = open
  for (const socket of sockets) socket.destroy()
  await target.stop()
  return { name: 'Dripping bodies still open after 5 times their limit', value: left, unit: 'of 200', most: 0 }
}

/** How long a bystander waits while other clients request pages that are not in the cache. */
export async function uniquePages(): Promise<Finding[]> {
  const target = await startTarget()
  const page = (path: string) => send(target, path, { headers: { accept: 'text/html' } })
  await page('/')
  const isOver = { yes: false }
  const attackers = Array.from({ length: 10 }, async (_, attacker) => {
    for (let i = 0; !isOver.yes; i += 1) await page(`/products?search=x${attacker}y${i}`)
  })
  const wait = await waitFor(target, () => page('/'), 6_000)
  isOver.yes = true
  await Promise.all(attackers)
  const same = await cpuOf(target, 100, (i) => page(`/help/faq?utm=${i}`))
  const missing = await cpuOf(target, 100, (i) => page(`/product/nope-${i}`))
  const foreign = await cpuOf(target, 50, (i) => page(`//evil${i}.example/`))
  await target.stop()
  return [
    { name: 'Wait of a bystander while ten others request uncached pages, p95', value: wait, unit: 'ms', most: 1000 },
    cpu('A page with an unknown parameter', same, 15),
    cpu('An unknown product', missing, 15),
    cpu('A path with the host of another site', foreign, 15),
  ]
}

/** V8 collects little garbage before its heap has grown. Later growth would be a leak. */
const FULL_CACHE = 20_000

export async function cacheFlood(): Promise<Finding[]> {
  const target = await startTarget(NO_LIMITS)
  const query = 'query ($id: ID!) { product(id: $id) { id } }'
  const flood = async (from: number, to: number) => {
    for (let i = from; i < to; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, j) => ask(target, query, { id: `${'x'.repeat(500)}${i + j}` })))
  }
  await flood(0, FULL_CACHE)
  const full = target.memoryMb()
  await flood(FULL_CACHE, 2 * FULL_CACHE)
  const grown = target.memoryMb() - full
  await target.stop()
  return [
    { name: `Memory after ${FULL_CACHE} cached responses`, value: full, unit: 'MB', most: 600 },
    { name: 'Memory that as many more add', value: grown, unit: 'MB', most: 160 },
  ]
}

/** A proxy appends to the header that a client sent. Some proxies add the client's port. */
export async function spoofedAddresses(): Promise<Finding> {
  const target = await startTarget({ TRUST_PROXY: '1' })
  let through = 0
  for (let i = 0; i < 330; i += 1) {
    const { status } = await send(target, '/api/auth/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.${i % 100}.${i % 250}, 10.0.0.10:${1024 + i}`,
      },
      body: JSON.stringify({ email: 'nobody@shop.example', password: 'a guess' }),
    })
    if (status !== 429) through += 1
  }
  await target.stop()
  return { name: 'Logins from 330 invented addresses and ports', value: through, unit: 'let through', most: 300 }
}
