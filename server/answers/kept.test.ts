import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { newShopper } from '../testing/factories'
import { startOverSocket } from '../testing/socket'
import { countStatements, eventually } from '../testing/statements'

const { app, ask, post, get } = await startOverSocket()

const PRODUCTS =
  '{ products(first: 22) { totalCount nodes { id title price { discounted original } category { name } } } }'

const setPrice = (id: string, discounted: number) => app.shop.db.product.update({ where: { id }, data: { discounted } })

describe('a kept answer', () => {
  const persisted = (text: string) => ({
    persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
  })
  const send = (payload: string, headers: Record<string, string> = {}) =>
    ask('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, payload })

  it('is another one for the same operation in other spaces, with the same data', async () => {
    const close = '{shop{name}categories{id}}'
    const wide = '{\n  shop { name }\n  categories { id }\n}'
    expect((await post(wide)).json()).toEqual((await post(close)).json())
    expect(await countStatements(() => post(close))).toBe(0)
  })

  it('is another one where the spaces are part of what is asked', async () => {
    const totals = []
    for (const words of ['sea glass', 'seaglass', 'sea glass']) {
      const answer = await post(`{ products(first: 5, filter: { search: "${words}" }) { totalCount } }`)
      totals.push(answer.json().data.products.totalCount)
    }
    expect(totals[0]).toBeGreaterThan(0)
    expect(totals).toEqual([totals[0], 0, totals[0]])
  })

  it('is another one for other variables', async () => {
    const query = 'query ($first: Int!) { products(first: $first) { nodes { id } } }'
    const sizes = []
    for (const first of [1, 2, 1, 2]) {
      const answer = await send(JSON.stringify({ query, variables: { first } }))
      sizes.push(answer.json().data.products.nodes.length)
    }
    expect(sizes).toEqual([1, 2, 1, 2])
  })

  it('does not serve a text under the hash of another, by GET or by POST', async () => {
    const [right, wrong] = ['{ shop { name } coupons { code } }', '{ shop { name } categories { id } }']
    const extensions = persisted(right)
    for (let times = 0; times < 2; times += 1) {
      const params = { extensions: JSON.stringify(extensions) }
      expect((await get({ ...params, query: right })).json().data.coupons).toBeDefined()
      expect((await send(JSON.stringify({ query: right, extensions }))).json().data.coupons).toBeDefined()
      const answers = [await get({ ...params, query: wrong }), await send(JSON.stringify({ query: wrong, extensions }))]
      for (const answer of answers) {
        expect(answer.statusCode).toBe(400)
        expect(answer.json().data).toBeUndefined()
        expect(answer.headers['etag']).toBeUndefined()
      }
      expect((await get(params)).json().data.coupons).toBeDefined()
    }
  })

  it('is not what a caller with a token gets, by GET or by POST', async () => {
    const { token } = await newShopper(app)
    const path = '/graphql?query={shop{name}}'
    const calls: ((headers: Record<string, string>) => Promise<{ headers: Record<string, unknown>; body: string }>)[] =
      [(headers) => post('{ shop { name } }', headers), (headers) => ask(path, { headers })]
    for (const call of calls) {
      const kept = [await call({}), await call({})][1]!
      expect(kept.headers['etag']).toBeDefined()
      for (const authorization of [token, `Bearer ${token}`, 'nonsense', '']) {
        const own = await call({ authorization })
        expect(own.headers['etag']).toBeUndefined()
        expect(own.headers['cache-control']).not.toContain('public')
      }
    }
  })

  it('has an id of its own for every request, and the headers that every answer has', async () => {
    const list = () => ask('/api/products')
    const answers = [await post(PRODUCTS), await post(PRODUCTS), await list(), await list()]
    expect(answers.map(({ headers }) => headers['x-request-id'])).not.toContain(undefined)
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(4)
    expect(answers.map(({ headers }) => headers['x-content-type-options'])).toEqual(answers.map(() => 'nosniff'))
  })

  it('is made, but not kept, for more text than is worth keeping', async () => {
    const extensions = { note: 'x'.repeat(33 * 1024) }
    const payload = JSON.stringify({ query: '{ categories { id name } }', extensions })
    const first = await send(payload)
    expect(first.statusCode).toBe(200)
    expect(await countStatements(async () => expect((await send(payload)).body).toBe(first.body))).toBeGreaterThan(0)
    const shorter = JSON.stringify({ query: '{ categories { id name } }', extensions: { note: 'x'.repeat(30 * 1024) } })
    await send(shorter)
    expect(await countStatements(() => send(shorter))).toBe(0)
  })

  it('has no body for HEAD, and stays as it was for GET', async () => {
    const before = await ask('/api/products')
    const head = await ask('/api/products', { method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(before.rawPayload.length))
    const after = await ask('/api/products')
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  })

  it('is not what another method gets', async () => {
    const path = '/graphql?query={shop{name}}'
    await ask(path)
    await ask('/api/products')
    for (const method of ['OPTIONS', 'PUT', 'DELETE'] as const) {
      for (const url of [path, '/api/products']) {
        const answer = await ask(url, { method })
        expect(answer.statusCode).toBeGreaterThanOrEqual(400)
        expect(answer.headers['etag']).toBeUndefined()
      }
    }
  })

  it('is not what a broken body gets', async () => {
    const payload = JSON.stringify({ query: '{ categories { id } }' })
    const good = await send(payload)
    const broken = [await send(payload.slice(0, -1)), await send(`${payload}}`), await send('')]
    for (const answer of broken) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0].extensions.code).toBe('BAD_REQUEST')
      expect(answer.headers['etag']).toBeUndefined()
    }
    expect((await send(payload)).body).toBe(good.body)
  })

  it('is found for a body whose type names its characters, and not for one of another type', async () => {
    const payload = JSON.stringify({ query: '{ categories { id name } coupons { code } }' })
    const good = await send(payload)
    const named = await send(payload, { 'content-type': 'application/json; charset=utf-8' })
    expect([named.statusCode, named.body]).toEqual([200, good.body])
    expect(await countStatements(() => send(payload, { 'content-type': 'application/json;charset=UTF-8' }))).toBe(0)
    const text = await send(payload, { 'content-type': 'text/plain' })
    expect(text.headers['etag']).toBeUndefined()
    expect(text.statusCode).toBeGreaterThanOrEqual(400)
  })

  it('is as fresh for a caller who takes it packed as for one who does not', async () => {
    const packed = async () => brotliDecompressSync((await post(PRODUCTS, { 'accept-encoding': 'br' })).rawPayload)
    await packed()
    await setPrice('saffron-nut-bowl', 243)
    const fresh = await eventually(packed, (body) => body.includes('"discounted":243'))
    await setPrice('saffron-nut-bowl', 240)
    expect(fresh.toString()).toContain('"discounted":243')
  })

  it('comes packed for an asterisk, and plain where it is refused', async () => {
    const encodingFor = async (accepted: string) =>
      (await get({ query: PRODUCTS }, { 'accept-encoding': accepted })).headers['content-encoding']
    expect(await encodingFor('*')).toBe('br')
    expect(await encodingFor('br;q=0, *')).toBe('gzip')
    expect(await encodingFor('*;q=0')).toBeUndefined()
  })
})
