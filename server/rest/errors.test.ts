import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'

const app = await startTestApp()
const { token } = await newShopper(app)

const statusAndBody = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()]
const send = (url: string, payload: string | Buffer, contentType?: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization: token, ...(contentType ? { 'content-type': contentType } : {}) },
    payload,
  })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All POST operations that take a body. */
const POSTS = [
  '/api/auth/signup',
  '/api/auth/login',
  '/api/user/cart',
  '/api/user/cart/sea-glass-serving-bowl',
  '/api/user/wishlist',
  '/api/user/address',
  `/api/user/address/${randomUUID()}`,
]

describe('a body', () => {
  it.each(POSTS)('of POST %s must be JSON: 400', async (url) => {
    for (const payload of [
      '{',
      '{"product":',
      "{'a':1}",
      'undefined',
      'x',
      '{"a":1}}',
      ' ',
      '{"a":"\u0000"}',
      '[1,]',
    ]) {
      expect([payload, ...statusAndBody(await send(url, payload, 'application/json'))]).toEqual([
        payload,
        400,
        { errors: ['The request body is not valid JSON.'] },
      ])
    }
  })

  it.each(POSTS)('of POST %s must be an object: 422', async (url) => {
    for (const payload of ['null', '7', '"text"', 'true', '[]', '[{}]', '']) {
      const answer = statusAndBody(await send(url, payload, 'application/json'))
      expect([payload, ...answer]).toEqual([payload, 422, { errors: ['The request body must be a JSON object.'] }])
    }
    const none = await app.inject({ method: 'POST', url, headers: { authorization: token } })
    expect(none.statusCode).toBe(422)
  })

  it.each(POSTS)('of POST %s must have the content type JSON: 415', async (url) => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'x',
    ]
    for (const type of [...types, undefined]) {
      expect(statusAndBody(await send(url, '{}', type))).toEqual([
        415,
        { errors: ['The request body must be JSON, with content-type application/json.'] },
      ])
    }
  })

  it.each(POSTS)('of POST %s may be at most 256 KB: 413', async (url) => {
    const answer = await send(url, JSON.stringify({ a: 'x'.repeat(256 * 1024) }), 'application/json')
    expect(statusAndBody(answer)).toEqual([413, { errors: ['The request body is too large.'] }])
    const within = await send(url, JSON.stringify({ a: 'x'.repeat(256 * 1024 - 10) }), 'application/json')
    expect(within.statusCode).toBe(422)
  })

  it('may have a charset and a byte order mark', async () => {
    const payload = JSON.stringify({ product: { _id: 'celadon-chai-cup' } })
    expect((await send('/api/user/wishlist', payload, 'application/json; charset=utf-8')).statusCode).toBe(201)
    expect((await send('/api/user/wishlist', payload, 'APPLICATION/JSON')).statusCode).toBe(201)
    expect((await send('/api/user/wishlist', `\ufeff${payload}`, 'application/json')).statusCode).toBe(201)
  })

  it('cannot change prototypes', async () => {
    const payload = '{"__proto__":{"product":{"_id":"celadon-chai-cup"}},"constructor":{"prototype":{"product":1}}}'
    expect((await send('/api/user/cart', payload, 'application/json')).statusCode).toBe(422)
    expect(({} as Record<string, unknown>)['product']).toBeUndefined()
  })

  it('is rejected without an internal error if it is nested too deeply or malformed', async () => {
    const tooDeep = [422, { errors: ['The request body is nested more than 64 levels deep.'] }]
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const inObjects = (levels: number) => `${'{"product":'.repeat(levels)}1${'}'.repeat(levels)}`
    for (const body of [nested(65), nested(20_000), nested(120_000), inObjects(65), inObjects(5_000)]) {
      const response = await send('/api/user/cart', body, 'application/json')
      expect([response.statusCode, response.json()]).toEqual(tooDeep)
    }
    const notTooDeep = await send('/api/user/cart', nested(64), 'application/json')
    expect(notTooDeep.json()).toEqual({ errors: ['The request body must be a JSON object.'] })
    // Brackets inside a string do not count.
    const inString = await send('/api/user/cart', `{"a":"\\"${'['.repeat(100)}"}`, 'application/json')
    expect(inString.json()).toEqual({ errors: ['Please enter valid Product'] })
    expect((await send('/api/user/cart', Buffer.from([0xff, 0xfe, 0x00]), 'application/json')).statusCode).toBe(400)
  })
})

describe('an unknown path under /api', () => {
  const unknown = (method: string, path: string) => [404, { errors: [`There is nothing at ${method} ${path}.`] }]

  it.each([
    ...[
      '/api',
      '/api/',
      '/api/test-todos',
      '/api/nope',
      '/api/user',
      '/api/user/nope',
      '/api/auth/login/x',
      '/api/Products',
    ],
    ...['/api/user/cart/a/b', '/api/products/a/b', '/api/index.html', '/api/..%2fx', '/api/%ZZ'],
  ])('returns a 404 in JSON, never a page: GET %s', async (path) => {
    const answer = await call(app, 'GET', path, { headers: { accept: 'text/html' } })
    expect(statusAndBody(answer)).toEqual(unknown('GET', path))
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await call(app, 'GET', `${path}?secret=1`)).body).not.toContain('secret')
  })

  it.each(['POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)(
    'returns a 404 for %s with any body',
    async (method) => {
      expect(statusAndBody(await call(app, method as 'GET', '/api/test-todos'))).toEqual(
        unknown(method, '/api/test-todos'),
      )
      for (const [type, payload] of [
        ['application/json', '{'],
        ['text/plain', 'x'],
        ['application/json', JSON.stringify('x'.repeat(300_000))],
      ] as const) {
        if (method === 'TRACE') continue
        const answer = await app.inject({
          method: method as 'POST',
          url: '/api/test-todos',
          headers: { 'content-type': type },
          payload,
        })
        expect(statusAndBody(answer)).toEqual(unknown(method, '/api/test-todos'))
      }
    },
  )

  it('is 404 for HEAD', async () => {
    expect((await call(app, 'HEAD', '/api/test-todos')).statusCode).toBe(404)
  })
})

describe('a wrong method', () => {
  it.each([
    ['PUT', '/api/products'],
    ['POST', '/api/products'],
    ['DELETE', '/api/categories/cups'],
    ['GET', '/api/auth/login'],
    ['GET', '/api/auth/signup'],
    ['PATCH', '/api/user/cart'],
    ['PUT', '/api/user/cart/sea-glass-serving-bowl'],
    ['GET', '/api/user/cart/sea-glass-serving-bowl'],
    ['POST', '/api/user/wishlist/sea-glass-serving-bowl'],
    ['GET', `/api/user/address/${randomUUID()}`],
    ['OPTIONS', '/api/user/cart'],
  ] as const)('is 404: %s %s', async (method, url) => {
    expect(statusAndBody(await call(app, method, url, { token }))).toEqual([
      404,
      { errors: [`There is nothing at ${method} ${url}.`] },
    ])
  })
})

describe('every response', () => {
  it("has a request id, and does not reveal the server's software", async () => {
    for (const url of ['/api/products', '/api/nope', '/api/user/cart', '/graphql?query={__typename}', '/']) {
      const { headers } = await call(app, 'GET', url, { headers: { 'x-request-id': 'chosen by the caller' } })
      expect(headers['x-request-id']).toMatch(UUID)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('an internal error', () => {
  it("is a 500 with the request's id, and reveals nothing else", async () => {
    const broken = await startTestApp()
    const shopper = await newShopper(broken)
    for (const table of ['product', 'category', 'cart', 'sign_in_failures']) {
      await broken.shop.db.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO ${table}_away`)
    }
    const login = { body: { email: 'guest@cerashop.example', password: 'guest-at-cerashop' } }
    for (const answer of [
      await call(broken, 'GET', '/api/products'),
      await call(broken, 'GET', '/api/categories/cups'),
      await call(broken, 'GET', '/api/user/cart', shopper),
      await call(broken, 'POST', '/api/auth/login', login),
    ]) {
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        error: { message: 'Something went wrong on our side.', requestId: answer.headers['x-request-id'] },
      })
    }
    expect(await ask(broken, '{ products { totalCount } shop { name } }')).toEqual({
      status: 200,
      data: null,
      errors: [
        {
          message: 'Something went wrong on our side.',
          path: ['products', 'totalCount'],
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.stringMatching(UUID) },
        },
      ],
    })
    const cleared = await ask(broken, 'mutation { clearCart { cart { id } userErrors { code } } }', shopper)
    expect([cleared.data, cleared.errors![0]!.extensions.code]).toEqual([null, 'INTERNAL_SERVER_ERROR'])
  })
})

describe('API_DELAY_MS', () => {
  it('delays REST responses, including errors', async () => {
    const slow = await startBeside(app, { API_DELAY_MS: '300' })
    for (const url of ['/api/products', '/api/nope', '/api/user/cart']) {
      const started = performance.now()
      await call(slow, 'GET', url)
      expect(performance.now() - started).toBeGreaterThan(290)
    }
  })
})
