/** Slashes at the end of a path, and repeated requests with HEAD. */
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'
import { ADDRESS, BOWL } from '../testing/data/fixtures'

const app = await startTestApp()
const shopper = await newShopper(app)

describe('a slash at the end of a path', () => {
  it.each([
    '/api/products',
    '/api/categories',
    `/api/products/${BOWL}`,
    '/api/categories/bowls',
    '/api/openapi.json',
    '/api/user/cart',
    '/api/user/wishlist',
    '/api/user/address',
    '/graphql?query={shop{name}}',
    '/api/docs',
  ])('makes no difference to GET and HEAD %s', async (url) => {
    const [path, query = ''] = url.split(/(?=\?)/)
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { authorization: shopper.token }
      const plain = await app.inject({ method, url, headers })
      for (const slashes of ['/', '//', '////']) {
        const { statusCode, body } = await app.inject({ method, url: path + slashes + query, headers })
        expect([url, statusCode, body]).toEqual([url, plain.statusCode, plain.body])
      }
    }
  })

  it('makes no difference to POST /graphql', async () => {
    const payload = { query: '{ shop { name } }' }
    for (const url of ['/graphql/', '/graphql//', '/graphql/?a=1'])
      expect((await app.inject({ method: 'POST', url, payload })).json().data.shop.name).toBe('Cerashop')
    for (const url of ['/graphql/nope', '/graphqlx/'])
      expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(404)
  })

  it.each([
    ['POST', '/api/user/address/', { address: ADDRESS }],
    ['POST', '/api/user/address//', { address: ADDRESS }],
    ['POST', '/api/user/address/?x=1', { address: ADDRESS }],
    ['POST', '/api/user/cart/', { product: { _id: BOWL } }],
    ['POST', '/api/user/cart/', { action: { type: 'increment' } }],
    ['POST', '/api/user/wishlist/', { product: { _id: BOWL } }],
    ['POST', '/api/auth/login/', { email: shopper.email, password: 'x' }],
    [
      'POST',
      '/api/auth/signup/',
      { email: 'new@shopper.example', password: 'whatever 1', firstName: 'A', lastName: 'B' },
    ],
    ['DELETE', '/api/user/address/', undefined],
    ['DELETE', '/api/user/cart/', undefined],
    ['DELETE', '/api/user/wishlist/', undefined],
  ] as const)('is an empty id in %s %s, which changes nothing', async (method, path, body) => {
    const read = async () =>
      Promise.all(
        ['address', 'cart', 'wishlist'].map(async (list) =>
          (await call(app, 'GET', `/api/user/${list}`, { token: shopper.token })).json(),
        ),
      )
    const [before, users] = [await read(), await app.shop.db.user.count()]
    const { statusCode } = await app.inject({
      method,
      url: path,
      headers: { authorization: shopper.token },
      ...(body && { payload: body }),
    })
    expect(method === 'DELETE' ? [200, 404] : [404, 422]).toContain(statusCode)
    expect(await read()).toEqual(before)
    expect(await app.shop.db.user.count()).toBe(users)
  })
})

describe('HEAD with If-None-Match', () => {
  it.each([
    '/api/products',
    '/api/categories',
    `/api/products/${BOWL}`,
    '/api/categories/cups',
    '/api/openapi.json',
    '/',
    '/products?category=cups',
    '/studio',
    '/cart',
    '/login',
    '/sitemap.xml',
    `/photos/${BOWL}.webp`,
    '/favicon.svg',
  ])('of %s is 304, like GET', async (url) => {
    const accept = { accept: 'text/html,*/*' }
    const { headers } = await app.inject({ url, headers: accept })
    const tag = String(headers.etag)
    expect(tag).toMatch(/^(W\/)?"/)
    for (const method of ['GET', 'HEAD'] as const)
      for (const known of [tag, `"x", ${tag}`]) {
        const answer = await app.inject({ method, url, headers: { ...accept, 'if-none-match': known } })
        expect([method, known, answer.statusCode, answer.body]).toEqual([method, known, 304, ''])
      }
    const other = await app.inject({ method: 'HEAD', url, headers: { ...accept, 'if-none-match': '"other"' } })
    expect([other.statusCode, other.body]).toEqual([200, ''])
  })
})

describe('an error outside the APIs', () => {
  it.each<[string, Record<string, string>, number]>([
    [`/photos//${BOWL}.webp`, {}, 403],
    ['/photos///', {}, 404],
    ['/photos/%2e%2e/x.webp', {}, 404],
    ['/photos/..%2fx.webp', {}, 404],
    ['/photos/.hidden.webp', {}, 404],
    ['/photos/a%00b.webp', {}, 400],
    ['//photos/x.webp', {}, 404],
    ['/assets//x.js', {}, 403],
    [`/photos/${BOWL}.webp`, { range: 'bytes=99999999-' }, 416],
    [`/photos/${BOWL}.webp`, { range: 'bytes=-0' }, 416],
  ])('of %s (%j) has the shape of the shop', async (url, headers, status) => {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'image/webp', ...headers } })
    expect([url, statusCode, body]).toEqual([url, status, expect.any(String)])
    if (body.startsWith('{')) expect(JSON.parse(body)).toMatchObject({ errors: [expect.any(String)] })
    else expect(body).toBe('Not found')
  })
})
