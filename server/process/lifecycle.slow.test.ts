import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { ask, newShopper, post, startBuiltShop, type BuiltShopOptions } from '../testing/builtShop'
import { SECRET, startReceiver } from '../testing/stand-ins/webhookReceiver'

/** Windows ends a process immediately, regardless of the signal. */
const describeSignals = describe.skipIf(process.platform === 'win32')

/** The shop that all tests start again, because creating one takes longer than starting it. */
const folder = mkdtempSync(join(tmpdir(), 'cerashop-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startServer(more: Record<string, string> = {}, options: BuiltShopOptions = {}) {
  const shop = await startBuiltShop({ ...options, env: { DATA_DIR: folder, ...more } })
  onTestFinished(() => shop.close())
  return shop
}

const START = `mutation ($addressId: ID!, $key: String!) {
  startCheckout(addressId: $addressId, idempotencyKey: $key) { order { id } payment { providerOrderId } userErrors { code } }
}`
const CONFIRM =
  'mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { order { status } userErrors { code } } }'

/** Buys one item at a time, and records the acknowledged orders. */
async function buy(origin: string, { token, addressId }: Shopper, acknowledged: Map<string, string>): Promise<void> {
  for (let i = 0; ; i++) {
    const product = { _id: products[i % products.length]!.id }
    await post(origin, '/api/user/cart', { product }, token)
    const { startCheckout } = await ask(origin, token, START, { addressId, key: randomUUID() })
    if (!startCheckout.order) continue
    const orderId: string = startCheckout.order.id
    acknowledged.set(orderId, 'AWAITING_PAYMENT')
    const { providerOrderId } = startCheckout.payment
    const paid = await post(origin, '/api/payments/sandbox/pay', { orderId: providerOrderId })
    const input = { orderId, providerOrderId, paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature }
    const { confirmPayment } = await ask(origin, token, CONFIRM, { input })
    acknowledged.set(orderId, confirmPayment.order.status)
  }
}

type Shopper = Awaited<ReturnType<typeof newShopper>>

/** All orders of a shopper. */
async function ordersOf(origin: string, { token }: Shopper) {
  const query = `query ($after: String) { me { orders(first: 100, after: $after) {
    nodes { id status paymentId timeline { status } items { quantity product { id } } } pageInfo { hasNextPage endCursor }
  } } }`
  const orders: {
    id: string
    status: string
    paymentId: string | null
    timeline: { status: string }[]
    items: { quantity: number; product: { id: string } }[]
  }[] = []
  for (let after: string | null = null; ;) {
    const { me } = await ask(origin, token, query, { after })
    orders.push(...me.orders.nodes)
    if (!me.orders.pageInfo.hasNextPage) return orders
    after = me.orders.pageInfo.endCursor
  }
}

async function piecesInCart(origin: string, { token }: Shopper): Promise<number> {
  return (await ask(origin, token, '{ me { cart { totalQuantity } } }')).me.cart.totalQuantity
}

describeSignals('a server that is killed while it works (needs Unix signals)', () => {
  it('restarts with everything that it acknowledged, consistent stock, and all events delivered', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const hook = {
      ORDER_WEBHOOK_URL: receiver.url,
      ORDER_WEBHOOK_SECRET: SECRET,
    }
    const first = await startServer(hook)
    const buyers = [await newShopper(first.origin), await newShopper(first.origin)]
    const collector = await newShopper(first.origin)
    const acknowledged = new Map<string, string>()
    let collected = 0
    const collect = async () => {
      while (collected < 99) {
        await post(first.origin, '/api/user/cart', { product: { _id: 'celadon-chai-cup' } }, collector.token)
        collected += 1
      }
    }
    const works = [...buyers.map((buyer) => buy(first.origin, buyer, acknowledged)), collect()]
    const ended = Promise.allSettled(works)
    const paid = () => [...acknowledged.values()].filter((status) => status === 'PAID').length
    await expect.poll(paid, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(12)
    // Kills the server while some events are being sent.
    receiver.answer(() => 'silence')
    await expect.poll(() => receiver.attempts.length - receiver.received.length, { interval: 5 }).toBeGreaterThan(0)
    expect(await first.stop('SIGKILL')).toBe('SIGKILL')
    await ended
    receiver.answer(() => 204)

    const second = await startServer(hook)
    const { origin } = second
    const orders = (await Promise.all(buyers.map((buyer) => ordersOf(origin, buyer)))).flat()
    const byId = new Map(orders.map((order) => [order.id, order]))
    for (const [id, status] of acknowledged) {
      const order = byId.get(id)
      expect(order).toBeDefined()
      if (status === 'PAID') expect(order).toMatchObject({ status: 'PAID', paymentId: expect.any(String) })
    }
    // Each shopper had at most one call in progress, which may or may not have succeeded.
    expect(orders.length - acknowledged.size).toBeLessThanOrEqual(buyers.length)
    expect([collected, collected + 1]).toContain(await piecesInCart(origin, collector))

    const taken = new Map<string, number>()
    for (const { status, items } of orders) {
      if (!['AWAITING_PAYMENT', 'PAID'].includes(status)) continue
      for (const { quantity, product } of items) taken.set(product.id, (taken.get(product.id) ?? 0) + quantity)
    }
    const { nodes } = (await ask(origin, '', '{ products(first: 100) { nodes { id quantityAvailable } } }')).products
    for (const { id, stock } of products) {
      const left = nodes.find((node: { id: string }) => node.id === id).quantityAvailable
      expect([id, left + (taken.get(id) ?? 0)]).toEqual([id, stock])
    }

    // The shop still works: tokens are valid, and carts can be changed.
    const before = await piecesInCart(origin, buyers[0]!)
    await post(origin, '/api/user/cart', { product: { _id: 'saffron-nut-bowl' } }, buyers[0]!.token)
    expect(await piecesInCart(origin, buyers[0]!)).toBe(before + 1)

    // The events of each order arrive at least once, and in order. The second server settles an order whose payment was
    // made but not confirmed before the kill, so an order that was unpaid above may have one more event by now.
    await expect
      .poll(() => orders.map(({ id, timeline }) => receiver.statusesOf(id).slice(0, timeline.length)), {
        timeout: 30_000,
      })
      .toEqual(orders.map(({ timeline }) => timeline.map(({ status }) => status)))
    expect(await second.stop()).toBe(0)
  })
})

describeSignals('SIGTERM, SIGINT, SIGHUP and SIGQUIT (needs Unix signals)', () => {
  it('close the server cleanly and only once when sent together', async () => {
    const { child } = await startServer()
    let said = ''
    child.stderr!.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(said).toBe('')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'each close the server cleanly, even while a connection is kept alive: %s',
    async (signal) => {
      const shop = await startServer()
      await (await fetch(`${shop.origin}/api/products`)).json()
      expect(await shop.stop(signal)).toBe(0)
    },
  )
})

describeSignals('a server that is asked to stop (needs Unix signals)', () => {
  it('exits with 0 after SHUTDOWN_SECONDS, even with incomplete requests', async () => {
    const shop = await startServer({ SHUTDOWN_SECONDS: '1' })
    const halves = ['POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{', 'GET / HTTP/1.1\r\nhost:']
    for (const half of halves)
      connect(shop.port, '127.0.0.1')
        .on('error', () => {})
        .write(half)
    await sleep(200)
    expect(await shop.stop()).toBe(0)
  })
})

describe.runIf(existsSync('/dev/full'))('a server whose log is on a full disk', () => {
  it('still answers', async () => {
    const full = openSync('/dev/full', 'w')
    const shop = await startServer({ LOG_LEVEL: 'info' }, { log: full })
    closeSync(full)
    const status = () => fetch(`${shop.origin}/api/categories`).then((response) => response.status, String)
    // Each answer writes a line to the log.
    for (let i = 0; i < 3; i += 1) expect(await status()).toBe(200)
    expect(await shop.stop()).toBe(0)
  })
})

describe('a failed start', () => {
  const nonsense: Record<string, string>[] = [
    { PUBLIC_ORIGIN: 'shop.example' },
    { HOST: 'not a host' },
    { HOST: '203.0.113.1' },
    { PORT: ' ' },
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    ...(process.platform === 'linux' ? [{ DATA_DIR: '/dev/null' }, { DATA_DIR: '/proc/nowhere' }] : []),
  ]

  it.each(nonsense)('names the setting in a sentence, without a stack trace: %o', async (env) => {
    const told = await startServer(env).then(String, (error: Error) => error.message)
    expect(told).toContain(Object.keys(env)[0])
    expect(told).not.toMatch(/Error:|\n +at /)
  })
})

describeSignals('a second server on the same data folder (needs Unix signals)', () => {
  it('does not start, and names the process that uses the folder', async () => {
    const shop = await startServer()
    await expect(startServer()).rejects.toThrow(`is in use by process ${shop.child.pid}`)
    expect(await shop.stop()).toBe(0)
  })
})
