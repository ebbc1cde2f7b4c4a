import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrationNames } from '../database/migrations'
import { explainFailure } from '../process/lifecycle'
import { startBeside, startTestApp } from '../testing/app'
import { ask, call, scrape } from '../testing/calls'
import { checkOut, newShopper } from '../testing/data/factories'
import { overSocket } from '../testing/socket'

const app = await startTestApp()
const { opsServer } = app

/** The value of the first line of /metrics that begins with this text; null if there is no match. */
async function metric(name: string, at = app): Promise<number | null> {
  const body = await scrape(at)
  const line = body.split('\n').find((each) => each.startsWith(name))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

describe('GET /health/live and /health/ready', () => {
  it('report that every check is ok', async () => {
    const [live, ready] = [await opsServer.inject('/health/live'), await opsServer.inject('/health/ready')]
    expect([live.statusCode, live.json()]).toEqual([200, { status: 'ok' }])
    const checks = { server: 'ok', database: 'ok', listener: 'ok', migrations: 'ok' }
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', checks, outside: { 'photo-store': 'ok' } }])
  })

  it('name the failing check, with 503', async () => {
    const broken = await startTestApp()
    const [first] = migrationNames()
    await broken.shop.db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${first}`
    const behind = await broken.opsServer.inject('/health/ready')
    expect([behind.statusCode, behind.json().checks.migrations]).toEqual([503, `not applied: ${first}`])
    expect(behind.json().checks.database).toBe('ok')
    expect((await broken.opsServer.inject('/health/live')).statusCode).toBe(200)
  })

  it('do not read a directory, so they work without free file descriptors', async () => {
    const { readdirSync } = fs
    fs.readdirSync = () => {
      throw Object.assign(new Error('EMFILE: too many open files, scandir'), { code: 'EMFILE' })
    }
    syncBuiltinESMExports()
    try {
      expect((await opsServer.inject('/health/ready')).json().checks.migrations).toBe('ok')
    } finally {
      fs.readdirSync = readdirSync
      syncBuiltinESMExports()
    }
  })
})

describe('the endpoints for operators', () => {
  const paths = ['/health/live', '/health/ready', '/metrics']

  it('respond only on OPS_PORT: the main port responds with 404, even to localhost', async () => {
    const production: Record<string, string> = { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' }
    for (const env of [{}, production]) {
      const apart = await startBeside(app, { OPS_PORT: '0', ...env })
      const origin = await apart.listenForOps()
      for (const path of paths) {
        const response = await fetch(origin + path, { headers: { 'x-forwarded-for': '203.0.113.7' } })
        expect(response.status).toBe(200)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('cache-control')).toBe('no-store')
        for (const remoteAddress of ['127.0.0.1', '::1', '203.0.113.7'])
          expect((await apart.inject({ url: path, remoteAddress })).statusCode).toBe(404)
      }
      expect((await fetch(`${origin}/api/products`)).status).toBe(404)
    }
  })
})

describe('an OPS_PORT that another program uses', () => {
  const taken = async (port = 0) => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    return (other.address() as AddressInfo).port
  }

  it('prevents startup if it was set explicitly', async () => {
    const port = await taken()
    const apart = await startBeside(app, { OPS_PORT: String(port) })
    const failure = await apart.listenForOps().catch((error: unknown) => error)
    expect(explainFailure(failure)).toBe(
      `\nPort ${port} is in use by another program. Set another port with OPS_PORT.\n`,
    )
  })

  it('is logged if the system chose it', async () => {
    const apart = await startBeside(app, { OPS_PORT: '0' })
    const said: string[] = []
    apart.log.info = (...words: unknown[]) => void said.push(String(words.at(-1)))
    const address = await apart.listenForOps()
    expect(said).toEqual([`Health and metrics are served at ${address}.`])
  })

  it('causes only a warning if it is the default: two shops may share a machine', async () => {
    // Another shop on this machine may already use the port.
    await taken(9464).catch(() => null)
    const apart = await startBeside(app, {})
    const warnings: string[] = []
    apart.log.warn = (...words: unknown[]) => void warnings.push(String(words.at(-1)))
    expect(apart.shop.settings.opsHost).toBe('127.0.0.1')
    expect(await apart.listenForOps()).toBeNull()
    expect(warnings).toEqual([expect.stringContaining('Port 9464 is in use, so health and metrics are not served')])
  })
})

describe('GET /metrics', () => {
  it('counts requests by route and status, and cache hits', async () => {
    const before = (await metric('shop_cache_hits_total')) ?? 0
    for (let i = 0; i < 3; i += 1) await call(app, 'GET', '/api/products/celadon-chai-cup')
    await call(app, 'GET', '/api/products/nope')
    const requests = (status: number) =>
      metric(
        `shop_http_request_duration_seconds_count{route="/api/products/:productId",method="GET",status="${status}"}`,
      )
    // The second and third responses came from the cache.
    expect([await requests(200), await requests(404)]).toEqual([1, 1])
    expect(await metric('shop_cache_hits_total')).toBe(before + 2)
    expect(await metric('shop_cache_bytes')).toBeGreaterThan(1000)
  })

  it('counts GraphQL operations by name, up to a maximum number of names', async () => {
    await ask(app, 'query Cups { categories { id } }')
    expect(await metric('shop_graphql_operations_total{operation="Cups",type="query"}')).toBe(1)
    for (let i = 0; i < 120; i += 1) await ask(app, `query Made${i} { __typename }`)
    expect(await metric('shop_graphql_operations_total{operation="other",type="query"}')).toBeGreaterThan(10)
    const body = await scrape(app)
    expect(body.match(/^shop_graphql_operations_total\{/gm)!.length).toBeLessThanOrEqual(102)
  })

  it('counts errors by code', async () => {
    const { token } = await newShopper(app)
    await call(app, 'GET', '/api/user/cart')
    await ask(app, '{ me { id }', { token: 'bad' })
    await ask(app, 'mutation { applyCoupon(code: "NOPE") { userErrors { code } } }', { token })
    expect(await metric('shop_errors_total{transport="rest",code="UNAUTHENTICATED"}')).toBe(1)
    expect(await metric('shop_errors_total{transport="graphql",code="COUPON_UNKNOWN"}')).toBe(1)
    expect(await metric('shop_errors_total{transport="graphql",code="GRAPHQL_PARSE_FAILED"}')).toBe(1)
  })

  it('reports the states of orders, payments and holds, the pool and the event loop', async () => {
    const shopper = await newShopper(app, { 'celadon-chai-cup': 3 })
    await checkOut(app, shopper)
    expect(await metric('shop_orders{state="AWAITING_PAYMENT"}')).toBe(1)
    expect(await metric('shop_payments{provider="SANDBOX",state="awaited"}')).toBe(1)
    expect([await metric('shop_held_orders'), await metric('shop_held_pieces')]).toEqual([1, 3])
    expect(await metric('shop_database_connections')).toBeGreaterThan(0)
    for (const name of ['shop_database_up', 'shop_listener_up']) expect(await metric(name)).toBe(1)
    expect(await metric('nodejs_eventloop_lag_p99_seconds')).not.toBeNull()
  })
})

describe("a request's id", () => {
  const idOf = async (env: Record<string, string>, given: string) => {
    const asking = await overSocket(await startBeside(app, env))
    const ids = []
    for (let i = 0; i < 3; i += 1) {
      ids.push((await asking('/api/products', { headers: { 'x-request-id': given } })).headers['x-request-id'])
    }
    return new Set(ids)
  }

  it('comes from a trusted proxy, even for cached responses', async () => {
    expect(await idOf({ TRUST_PROXY: '1' }, 'edge-1:42.a')).toEqual(new Set(['edge-1:42.a']))
  })

  it('is generated by the server if no proxy is trusted, or if the given id is invalid', async () => {
    expect((await idOf({}, 'edge-1')).size).toBe(3)
    for (const given of ['with blanks', 'x'.repeat(129), '<b>']) {
      expect((await idOf({ TRUST_PROXY: '1' }, given)).size).toBe(3)
    }
  })
})
