import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../../server/shared/contract/endpoints'
import { startTestApp } from '../../../../server/testing/app'
import { call } from '../../../../server/testing/calls'
import { runAll, type CallShop, type Verdict } from './runAll'

const app = await startTestApp()

const callApp: CallShop = async (method, path, options) => {
  const answer = await call(app, method, path, options)
  return { status: answer.statusCode, json: answer.json(), ms: 1 }
}

let runs = 0
async function run(callShop: CallShop): Promise<Verdict[]> {
  const verdicts = []
  for await (const verdict of runAll(callShop, `run-${++runs}`)) verdicts.push(verdict)
  return verdicts
}

/** The same shop, with some responses changed. */
const spoilt =
  (applies: (method: string, path: string, token: string | undefined) => boolean, change: object): CallShop =>
  async (method, path, options) => {
    const answer = await callApp(method, path, options)
    return applies(method, path, options.token) ? { ...answer, ...change } : answer
  }

const failures = async (callShop: CallShop) =>
  (await run(callShop))
    .filter(({ errors }) => errors.length > 0)
    .map(({ endpoint, errors }) => [`${endpoint.method} ${endpoint.path}`, ...errors])

describe('runAll', () => {
  it('passes all endpoints of the real server', async () => {
    const verdicts = await run(callApp)
    expect(verdicts.filter(({ errors }) => errors.length > 0)).toEqual([])
    expect(verdicts.map(({ endpoint }) => endpoint).toSorted(byPlace)).toEqual(ENDPOINTS)
  })

  it('never checks an empty list', async () => {
    const seen: Record<string, number[]> = {}
    await run(async (method, path, options) => {
      const answer = await callApp(method, path, options)
      for (const [field, list] of Object.entries(answer.json as object)) {
        if (method === 'GET' && Array.isArray(list) && answer.status === 200) (seen[field] ??= []).push(list.length)
      }
      return answer
    })
    expect(seen).toEqual({ categories: [5], products: [22], cart: [1], wishlist: [1], address: [1] })
  })

  it('removes everything that it added to the new account', async () => {
    await run(callApp)
    const account = { email: `tester-run-${runs}@shopper.example`, password: `try-out-run-${runs}` }
    const { foundUser } = (await call(app, 'POST', '/api/auth/login', { body: account })).json()
    expect(foundUser).toMatchObject({ cart: [], wishlist: [], address: [] })
  })

  it('fails a wrong status', async () => {
    const found = await failures(
      spoilt((method, path) => method === 'GET' && path === '/api/products', { status: 203 }),
    )
    expect(found).toEqual([['GET /api/products', '203, not 200']])
  })

  it('fails a response with a missing field', async () => {
    const found = await failures(
      spoilt((_method, path) => path.startsWith('/api/categories/'), { json: { category: { _id: 'bowls' } } }),
    )
    expect(found).toEqual([['GET /api/categories/:categoryId', 'category.categoryName: string expected']])
  })

  it('fails a personal endpoint that succeeds without a token', async () => {
    const open = (method: string, path: string, token: string | undefined) =>
      method === 'GET' && path === '/api/user/cart' && !token
    expect(await failures(spoilt(open, { status: 200 }))).toEqual([
      ['GET /api/user/cart', '200 without a token, not 401'],
    ])
  })

  it('fails an endpoint that rejects a bad token with a wrong status or body', async () => {
    const bad = (method: string, path: string, token: string | undefined) =>
      method === 'DELETE' && path.startsWith('/api/user/wishlist') && token === 'not.a.token'
    expect(await failures(spoilt(bad, { status: 500 }))).toEqual([
      ['DELETE /api/user/wishlist/:productId', '500 with a bad token, not 401'],
    ])
    expect(await failures(spoilt(bad, { json: { message: 'no' } }))).toEqual([
      ['DELETE /api/user/wishlist/:productId', '401 with a bad token, but errors: array expected'],
    ])
  })

  it('continues after a call without a response', async () => {
    const broken: CallShop = (method, path, options) =>
      path === '/api/categories' ? Promise.reject(new Error('No answer')) : callApp(method, path, options)
    expect(await failures(broken)).toEqual([['GET /api/categories', 'No answer']])
  })
})

const byPlace = (one: (typeof ENDPOINTS)[number], other: (typeof ENDPOINTS)[number]) =>
  ENDPOINTS.indexOf(one) - ENDPOINTS.indexOf(other)
