/** Some load balancers add the client's port to X-Forwarded-For. All limits per address must ignore the port. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { LimitChanges } from '../guards/limits'
import { startBeside, startTestApp } from '../testing/app'
import { fillCart, newShopper } from '../testing/data/factories'
import { newcomer } from '../testing/data/fixtures'

const shop = await startTestApp()
const start = (env: Record<string, string>, limits?: LimitChanges) =>
  startBeside(shop, { TRUST_PROXY: '1', ...env }, limits)

/** Each row has the same address in three notations, and a different address of the same kind. */
const ADDRESSES = [
  ['203.0.113.1:1001', '203.0.113.1:65535', '203.0.113.1', '203.0.113.2:1001'],
  ['[2001:db8:1:1::1]:1001', '[2001:db8:1:1::2]:7', '2001:db8:1:1::3', '[2001:db8:1:2::1]:1001'],
  ['unknown', '_hidden:1', '999.1.1.1:80', '198.51.100.1'],
]

interface Call {
  method?: 'GET' | 'POST'
  url: string
  payload?: object
  headers?: Record<string, string>
}

const statusFrom = async (app: FastifyInstance, address: string, { headers, ...call }: Call): Promise<number> =>
  (await app.inject({ ...call, headers: { ...headers, 'x-forwarded-for': address } })).statusCode

/** The first two calls from an address are within the limit, and the third is not. Each address has a separate limit. */
async function expectThirdRefused(app: FastifyInstance, callOf: () => Call, ok: number) {
  for (const [first, second, third, other] of ADDRESSES) {
    const statuses = []
    for (const address of [first, second, third, other]) statuses.push(await statusFrom(app, address!, callOf()))
    expect([first, ...statuses]).toEqual([first, ok, ok, 429, ok])
  }
}

describe('the port of an address in X-Forwarded-For is ignored by', () => {
  it('requests per minute', async () => {
    const app = await start({}, { 'requests.perNetwork': 2 })
    await expectThirdRefused(app, () => ({ url: '/api/user/cart' }), 401)
  })

  it('SIGN_INS_PER_MINUTE', async () => {
    const app = await start({ SIGN_INS_PER_MINUTE: '2' })
    await expectThirdRefused(app, () => ({ method: 'POST', url: '/api/auth/signup', payload: newcomer() }), 201)
  })

  it('COST_PER_MINUTE', async () => {
    const app = await start({ COST_PER_MINUTE: '850' })
    const operation = () => ({ query: `{ product(id: "${randomUUID()}") { id } }` })
    await expectThirdRefused(app, () => ({ method: 'POST', url: '/graphql', payload: operation() }), 200)
  })

  it('wrong passwords of one account', async () => {
    const app = await start({}, { 'passwords.perNetwork': 2 })
    for (const addresses of ADDRESSES) {
      const { email } = await newShopper(app)
      const statuses = []
      for (const address of addresses) {
        const payload = { email, password: 'a wrong one' }
        statuses.push(await statusFrom(app, address, { method: 'POST', url: '/api/auth/login', payload }))
      }
      expect(statuses).toEqual([401, 401, 429, 401])
    }
  })

  it('unpaid holds', async () => {
    const app = await start({}, { 'holds.perNetworkOfUnproven': 2 })
    const query =
      'mutation($addressId: ID!, $key: String!) { startCheckout(addressId: $addressId, idempotencyKey: $key) { userErrors { code } } }'
    for (const addresses of ADDRESSES) {
      const codes = []
      for (const address of addresses) {
        const { addressId, token: authorization, ...shopper } = await newShopper(app)
        await fillCart(app, shopper, { 'sea-glass-serving-bowl': 1 })
        const variables = { addressId, key: randomUUID() }
        const headers = { authorization, 'x-forwarded-for': address }
        const answer = await app.inject({ method: 'POST', url: '/graphql', payload: { query, variables }, headers })
        codes.push(answer.json<{ data: { startCheckout: { userErrors: unknown[] } } }>().data.startCheckout.userErrors)
      }
      expect(codes).toEqual([[], [], [{ code: 'TOO_MANY_ATTEMPTS' }], []])
    }
  })

  it('TRUST_PROXY with a list of proxies', async () => {
    const app = await start({ TRUST_PROXY: '127.0.0.1, 10.0.0.7' }, { 'requests.perNetwork': 1 })
    const from = (address: string) => statusFrom(app, `${address}, 10.0.0.7:443`, { url: '/api/user/cart' })
    expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.1')]).toEqual([401, 401, 429])
  })
})
