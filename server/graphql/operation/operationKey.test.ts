import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { CatalogueWatch } from '../../database/catalogue-changes/catalogueWatch'
import { testSettings } from '../../testing/app'
import { newShopper } from '../../testing/data/factories'
import { own, takenBytes } from '../../testing/memory'
import { overSocket, startOverSocket, type Ask, type SocketResponse } from '../../testing/socket'
import { countStatements } from '../../testing/statements'
import { describe as describeOperation } from './operationKey'

const { app, ask, post, get } = await startOverSocket()

const PRODUCTS =
  '{ products(first: 22) { totalCount nodes { id title price { discounted original } category { name } } } }'

const setPrice = (id: string, discounted: number) => app.shop.db.product.update({ where: { id }, data: { discounted } })

describe('a cached GraphQL response', () => {
  const persisted = (text: string) => ({
    persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
  })
  const send = (payload: string, headers: Record<string, string> = {}) =>
    ask('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, payload })

  it('is found by POST or GET, by text or hash, regardless of key order and spacing in the JSON', async () => {
    const query = `query Shelf($first: Int!, $filter: ProductFilter) {
      products(first: $first, filter: $filter) { nodes { id } }
    }`
    const variables = { first: 3, filter: { minRating: 4, categoryIds: ['bowls', 'cups'] } }
    const turned = { filter: { categoryIds: ['bowls', 'cups'], minRating: 4 }, first: 3 }
    const [inUrl, extensions] = [JSON.stringify(variables), JSON.stringify(persisted(query))]
    const first = await get({ query, variables: inUrl, extensions })
    const sameWay = { operationName: null, extensions: {} }
    const ways: (() => Promise<SocketResponse>)[] = [
      () => send(JSON.stringify({ query, variables })),
      () => send(JSON.stringify({ variables: turned, ...sameWay, query }, null, 2)),
      () => send(JSON.stringify({ variables: turned, extensions: persisted(query) })),
      () => get({ variables: JSON.stringify(turned), query }),
      () => get({ extensions, variables: inUrl, note: 'x' }),
    ]
    expect(first.json().data.products.nodes).toHaveLength(3)
    const answers: SocketResponse[] = []
    const statements = await countStatements(async () => {
      for (const ask of [...ways, ...ways]) answers.push(await ask())
    })
    expect(statements).toBe(0)
    expect(answers.map(({ headers }) => headers['etag'])).toEqual(answers.map(() => first.headers['etag']))
  })

  it('is shared with logged-in shoppers, and recomputed once it is stale', async () => {
    const payload = JSON.stringify({
      query: 'query Price { product(id: "celadon-chai-cup") { price { discounted } } }',
    })
    const priceIn = async (headers?: Record<string, string>): Promise<number> =>
      (await send(payload, headers)).json().data.product.price.discounted
    const [shopper, before] = [await newShopper(app), await priceIn()]
    expect(await countStatements(() => priceIn())).toBe(0)
    expect(await priceIn({ authorization: shopper.token })).toBe(before)
    for (const next of [before + 1, before]) {
      await setPrice('celadon-chai-cup', next)
      await expect.poll(() => priceIn()).toBe(next)
    }
  })

  it('has the same data if the query is formatted differently', async () => {
    const close = '{shop{name}categories{id}}'
    const wide = '{\n  shop { name }\n  categories { id }\n}'
    expect((await post(wide)).json()).toEqual((await post(close)).json())
    expect(await countStatements(() => post(close))).toBe(0)
  })

  it('never differs from an uncached response, for any request', async () => {
    const unwatched = await buildApp({
      db: app.shop.db,
      catalogue: new CatalogueWatch(),
      pool: new pg.Pool(),
      settings: testSettings(),
    })
    const bare = await overSocket(unwatched)
    const texts = [
      '{ shop { name } }',
      'query A { shop { name } } query B { categories { id } }',
      'query ($_: Int, $__proto__: Int) { products(first: 1, filter: { minPrice: $_, maxPrice: $__proto__ }) { totalCount } }',
      '',
    ]
    const extensions = [
      '{}',
      'null',
      '[]',
      '7',
      ...texts.map((text) => JSON.stringify(persisted(text))),
      JSON.stringify(persisted(texts[0]!)).replace('"version":1', '"version":2'),
      '{"persistedQuery":null}',
      '{"persistedQuery":{}}',
    ]
    const variables = ['{}', 'null', '[]', '"x"', '{"_":null}', '{"_":300}', '{"_":1e400}', '{"_":3e2}', '{"_":"300"}']
    const missing = { arbitrary: fc.constant(undefined), weight: 2 }
    // Each part is JSON text, so that it can contain values that JavaScript cannot represent.
    const anyRequest = fc.record({
      isPost: fc.boolean(),
      accept: fc.constantFrom('*/*', 'application/json', 'application/graphql-response+json', 'text/html'),
      query: fc.oneof(missing, fc.constantFrom(...texts.map((text) => JSON.stringify(text)), 'null', '0', '["x"]')),
      operationName: fc.oneof(missing, fc.constantFrom('null', '""', '"A"', '"B"', '"C"', '1')),
      variables: fc.oneof(missing, fc.constantFrom(...variables, '{"__proto__":1}', '{"__proto__":9,"_":1}')),
      extensions: fc.oneof(missing, fc.constantFrom(...extensions)),
    })
    type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never
    const sendTo = (ask: Ask, { isPost, accept, ...parts }: AnyRequest) => {
      const given = Object.entries(parts).filter(([, json]) => json !== undefined) as [string, string][]
      const body = `{${given.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
      const isText = (name: string, json: string) => ['query', 'operationName'].includes(name) && json.startsWith('"')
      const params = given.map(([name, json]): [string, string] => [
        name,
        isText(name, json) ? String(JSON.parse(json)) : json,
      ])
      return isPost
        ? ask('/graphql', { method: 'POST', headers: { accept, 'content-type': 'application/json' }, payload: body })
        : ask(`/graphql?${new URLSearchParams(params).toString()}`, { headers: { accept } })
    }
    // Registers the hashes with both servers in advance.
    for (const text of texts.slice(0, 3)) {
      const known = { query: text, extensions: JSON.stringify(persisted(text)) }
      for (const one of [ask, bare]) await one(`/graphql?${new URLSearchParams(known).toString()}`)
    }
    let cachedResponses = 0
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const wanted = await sendTo(bare, request)
        expect(wanted.statusCode).not.toBe(500)
        for (let times = 0; times < 2; times += 1) {
          const { statusCode, headers, body } = await sendTo(ask, request)
          expect([statusCode, headers['content-type'], body]).toEqual([
            wanted.statusCode,
            wanted.headers['content-type'],
            wanted.body,
          ])
          if (headers['etag']) cachedResponses += 1
        }
      }),
      { numRuns: 300 },
    )
    expect(cachedResponses).toBeGreaterThan(0)
    await unwatched.close()
  })

  it('is not shared if the spaces in a string differ', async () => {
    const found = []
    for (const words of ['sea glass', 'seaglass', 'sea glass']) {
      const answer = await post(`{ products(first: 5, filter: { search: "${words}" }) { matchedBy } }`)
      found.push(answer.json().data.products.matchedBy)
    }
    expect(found).toEqual(['EXACT', 'CLOSE', 'EXACT'])
  })

  it('is shared regardless of variables that the operation does not declare', async () => {
    const query = 'query ($first: Int!) { products(first: $first) { nodes { id } } }'
    const sendWith = (more: object) => send(JSON.stringify({ query, variables: { first: 4, ...more } }))
    const first = await sendWith({})
    const statements = await countStatements(async () => {
      for (const note of ['a', 'b']) expect((await sendWith({ note })).headers['etag']).toBe(first.headers['etag'])
    })
    expect(statements).toBe(0)
  })

  it('is not shared with other variables', async () => {
    const query = 'query ($first: Int!) { products(first: $first) { nodes { id } } }'
    const sizes = []
    for (const first of [1, 2, 1, 2]) {
      const answer = await send(JSON.stringify({ query, variables: { first } }))
      sizes.push(answer.json().data.products.nodes.length)
    }
    expect(sizes).toEqual([1, 2, 1, 2])
  })

  it('is not used for a number that JavaScript cannot represent', async () => {
    const query = 'query ($least: Int) { products(filter: { minPrice: $least }) { totalCount } }'
    const payload = (least: string) => `{"query":${JSON.stringify(query)},"variables":{"least":${least}}}`
    const answers = []
    for (const least of ['null', '1e400', '[[1]]', '['.repeat(9000) + ']'.repeat(9000)]) {
      answers.push((await send(payload(least))).statusCode)
    }
    expect(answers).toEqual([200, 400, 400, 400])
  })

  it('is never used for a query that is sent with the hash of another query, by GET or POST', async () => {
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

  it('is also used for clients with a valid or invalid token, by GET or by POST', async () => {
    const { token } = await newShopper(app)
    const path = '/graphql?query={shop{name}}'
    const calls: ((headers: Record<string, string>) => Promise<{ headers: Record<string, unknown>; body: string }>)[] =
      [(headers) => post('{ shop { name } }', headers), (headers) => ask(path, { headers })]
    for (const call of calls) {
      const cached = await call({})
      for (const authorization of [token, `Bearer ${token}`, 'nonsense', '']) {
        const { hits } = app.cacheCounts
        const answer = await call({ authorization })
        expect([answer.headers['etag'], answer.body]).toEqual([cached.headers['etag'], cached.body])
        expect(app.cacheCounts.hits).toBe(hits + 1)
      }
    }
  })

  it('is not used for results that depend on a token: personal data, mutations, and unknown hashes', async () => {
    const { token, email } = await newShopper(app)
    const own = await post('{ shop { name } me { email } }', { authorization: token })
    expect(own.json().data.me.email).toBe(email)
    expect((await post('{ shop { name } me { email } }')).json().data.me).toBeNull()
    const unknown = persisted('{ shop { name } me { firstName } }')
    for (const authorization of [token, '']) {
      const { hits } = app.cacheCounts
      await send(JSON.stringify({ extensions: unknown }), { authorization })
      expect(app.cacheCounts.hits).toBe(hits)
    }
  })

  it('has a new request id each time, and the usual headers', async () => {
    const list = () => ask('/api/products')
    const answers = [await post(PRODUCTS), await post(PRODUCTS), await list(), await list()]
    expect(answers.map(({ headers }) => headers['x-request-id'])).not.toContain(undefined)
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(4)
    expect(answers.map(({ headers }) => headers['x-content-type-options'])).toEqual(answers.map(() => 'nosniff'))
  })

  it('is computed but not stored for a very long request', async () => {
    const sent = (length: number) =>
      JSON.stringify({
        query: 'query ($ids: [ID!]) { products(filter: { categoryIds: $ids }) { nodes { id } } }',
        variables: { ids: Array.from({ length: 190 }, () => 'x'.repeat(length / 190)) },
      })
    const payload = sent(33 * 1024)
    const first = await send(payload)
    expect(first.statusCode).toBe(200)
    expect(await countStatements(async () => expect((await send(payload)).body).toBe(first.body))).toBeGreaterThan(0)
    const shorter = sent(30 * 1024)
    await send(shorter)
    expect(await countStatements(() => send(shorter))).toBe(0)
  })

  it('has no body for HEAD, and still has one for GET afterwards', async () => {
    const before = await ask('/api/products')
    const head = await ask('/api/products', { method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(before.rawPayload.length))
    const after = await ask('/api/products')
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  })

  it('is not used for other methods', async () => {
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

  it('is not used for a broken body', async () => {
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

  it('is used for JSON with a charset, but not for another content type', async () => {
    const payload = JSON.stringify({ query: '{ categories { id name } coupons { code } }' })
    const good = await send(payload)
    const named = await send(payload, { 'content-type': 'application/json; charset=utf-8' })
    expect([named.statusCode, named.body]).toEqual([200, good.body])
    expect(await countStatements(() => send(payload, { 'content-type': 'application/json;charset=UTF-8' }))).toBe(0)
    const text = await send(payload, { 'content-type': 'text/plain' })
    expect(text.headers['etag']).toBeUndefined()
    expect(text.statusCode).toBeGreaterThanOrEqual(400)
  })

  it('is refreshed after a change even if it is compressed', async () => {
    const compressed = async () => brotliDecompressSync((await post(PRODUCTS, { 'accept-encoding': 'br' })).rawPayload)
    await compressed()
    for (const price of [243, 240]) {
      await setPrice('saffron-nut-bowl', price)
      await expect.poll(async () => (await compressed()).toString()).toContain(`"discounted":${price}`)
    }
  })

  it('is compressed for `Accept-Encoding: *`, and plain if the client refuses compression', async () => {
    const encodingFor = async (accepted: string) =>
      (await get({ query: PRODUCTS }, { 'accept-encoding': accepted })).headers['content-encoding']
    expect(await encodingFor('*')).toBe('br')
    expect(await encodingFor('br;q=0, *')).toBe('gzip')
    expect(await encodingFor('*;q=0')).toBeUndefined()
  })
})

describe('the memory for cached query texts', () => {
  it('stays within a few megabytes, however short the texts are', async () => {
    const before = await takenBytes()
    for (let i = 0; i < 50_000; i += 1) describeOperation(own(`{ a${i}: __typename }`))
    // The cache's size limit was once 20 million.
    expect((await takenBytes()) - before).toBeLessThan(12_000_000)
  })
})
