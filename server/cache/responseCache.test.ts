import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { buildApp } from '../app'
import { openTestDatabase, testSettings } from '../testing/app'
import { newShopper } from '../testing/data/factories'
import { graphqlOver, overSocket, startOverSocket } from '../testing/socket'
import { countStatements, eventually } from '../testing/statements'

const { app, ask, post, get } = await startOverSocket()

const PRODUCTS =
  '{ products(first: 22) { totalCount nodes { id title price { discounted original } category { name } } } }'
const ME = '{ me { email cart { version } } }'

const setPrice = (id: string, discounted: number) => app.shop.db.product.update({ where: { id }, data: { discounted } })

describe('public responses', () => {
  it('have the same bytes and strong ETag when repeated', async () => {
    const [first, second] = [await post(PRODUCTS), await post(PRODUCTS)]
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(second.headers['etag']).toMatch(/^"[\w-]{22}"$/)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(second.headers['cache-control']).toBe('public, max-age=60, s-maxage=60, stale-while-revalidate=60')
    expect(second.headers['vary']).toContain('Authorization')
  })

  it('return 304 for a GET with the current ETag', async () => {
    const first = await get({ query: PRODUCTS })
    const again = await get({ query: PRODUCTS }, { 'if-none-match': String(first.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('are compressed as %s, with a separate ETag', async (encoding, unpack) => {
    const plain = await get({ query: PRODUCTS })
    const compressed = await get({ query: PRODUCTS }, { 'accept-encoding': encoding })
    expect(compressed.headers['content-encoding']).toBe(encoding)
    expect(unpack(compressed.rawPayload).toString()).toBe(plain.body)
    expect(compressed.headers['etag']).not.toBe(plain.headers['etag'])
  })

  it('are not compressed for a client that refuses the encoding', async () => {
    const answer = await get({ query: PRODUCTS }, { 'accept-encoding': 'br;q=0, identity' })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  it('are available over GET by the hash of a persisted query', async () => {
    const text = `${PRODUCTS} # as nobody has sent it`
    const sha256Hash = createHash('sha256').update(text).digest('hex')
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
    expect((await get({ extensions })).json().errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    const registered = await get({ query: text, extensions })
    const byHash = await get({ extensions })
    expect(byHash.json()).toEqual(registered.json())
    expect(byHash.headers['cache-control']).toMatch(/^public/)
  })

  it('reflect a catalogue change within a second', async () => {
    await post(PRODUCTS)
    await ask('/api/products')
    await setPrice('saffron-nut-bowl', 241)
    const graphql = await eventually(
      () => post(PRODUCTS),
      ({ body }) => body.includes('"discounted":241'),
    )
    const rest = await eventually(
      () => ask('/api/products'),
      ({ body }) => body.includes('"discounted":241'),
    )
    await setPrice('saffron-nut-bowl', 240)
    expect(graphql.body).toContain('"discounted":241')
    expect(rest.body).toContain('"discounted":241')
  })

  it('reflect a change that is committed while they are computed', async () => {
    for (let price = 231; price < 240; price += 1) {
      await Promise.all([post(PRODUCTS), setPrice('saffron-nut-bowl', price), post(PRODUCTS)])
      const { body } = await eventually(
        () => post(PRODUCTS),
        (answer) => answer.body.includes(`"discounted":${price}`),
      )
      expect(body).toContain(`"discounted":${price}`)
    }
  })

  it('are computed once for many concurrent requests', async () => {
    await setPrice('saffron-nut-bowl', 240)
    await eventually(
      () => post(PRODUCTS),
      ({ body }) => body.includes('"discounted":240'),
    )
    const alone = await countStatements(() => post('{ products(first: 7) { nodes { id } } }'))
    const together = await countStatements(() =>
      Promise.all(Array.from({ length: 20 }, () => post('{ products(first: 6) { nodes { id } } }'))),
    )
    expect(alone).toBeGreaterThan(0)
    expect(together).toBe(alone)
  })

  it('are not cached while changes cannot be detected', async () => {
    const database = await openTestDatabase()
    const { db, pool } = database
    const unwatched = await buildApp({ db, pool, catalogue: new CatalogueWatch(), settings: testSettings() })
    const there = graphqlOver(await overSocket(unwatched))
    await there.post(PRODUCTS)
    await db.product.update({ where: { id: 'saffron-nut-bowl' }, data: { discounted: 242 } })
    expect((await there.post(PRODUCTS)).body).toContain('"discounted":242')
    await unwatched.close()
    await database.close()
  })
})

describe('personal responses', () => {
  it('are never served to a caller with another token or without one', async () => {
    const [asha, kabir] = [await newShopper(app), await newShopper(app)]
    const emails = []
    const callers: Record<string, string>[] = [{ authorization: asha.token }, {}, { authorization: kabir.token }, {}]
    for (const headers of callers) {
      const answer = await post(ME, headers)
      expect(answer.headers['cache-control']).toBe('no-store')
      emails.push(answer.json().data.me?.email ?? null)
    }
    expect(emails[1]).toBeNull()
    expect(emails[3]).toBeNull()
    expect(new Set(emails).size).toBe(3)
  })

  it('are not cached even if only one field is private', async () => {
    const mixed = '{ shop { name } me { id } }'
    expect((await post(mixed)).headers['etag']).toBeUndefined()
    expect((await post(mixed)).headers['cache-control']).toBe('no-store')
  })

  it('are computed for each of several identical mutations', async () => {
    const login =
      'mutation { login(input: { email: "guest@cerashop.example", password: "wrong" }) { userErrors { code } } }'
    const attempts = () => app.shop.db.signInFailures.findFirst({ where: { email: 'guest@cerashop.example' } })
    await Promise.all([post(login), post(login), post(login)])
    expect((await attempts())!.count).toBe(3)
    await app.shop.db.signInFailures.deleteMany()
  })

  it('are not cached if they contain an error', async () => {
    const wrong = '{ shop { name } products(first: 0) { totalCount } }'
    const answer = await post(wrong)
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
