import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { newShopper } from '../testing/data/factories'
import { startTestApp, testSettings } from '../testing/app'

const SITE = 'https://studio.example'
const OTHER = 'https://other.example'
const CATEGORIES = { query: '{ categories { id } }' }

const preflight = (app: FastifyInstance, url: string, origin = SITE) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

describe('CORS_ORIGINS by default', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await startTestApp({ REQUESTS_PER_MINUTE: '12000' })
  })

  it.each(['/graphql', '/api/products', '/api/user/cart', '/api/auth/login', '/api/user/cart/moon-jar'])(
    'responds to preflights from all sites, valid for a day: %s',
    async (url) => {
      const { statusCode, headers, body } = await preflight(app, url)
      expect([statusCode, body]).toEqual([204, ''])
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization,content-type,idempotency-key',
        'access-control-max-age': '86400',
      })
      expect(headers['access-control-allow-methods']).toContain('POST')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    },
  )

  it('lets all sites read computed and cached responses and the headers that clients need', async () => {
    for (const url of ['/api/categories', `/graphql?query=${encodeURIComponent('{ categories { name } }')}`]) {
      for (const origin of [SITE, SITE, undefined, OTHER]) {
        const { headers } = await app.inject({ url, headers: { ...(origin && { origin }) } })
        expect(headers['access-control-allow-origin']).toBe('*')
        const exposed = String(headers['access-control-expose-headers']).split(', ')
        expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'etag', 'x-request-id', 'x-graphql-cost']))
        expect(exposed).toEqual(expect.arrayContaining(['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']))
        expect(headers['vary']).not.toContain('Origin')
      }
    }
    const answers = []
    for (let times = 0; times < 2; times += 1)
      answers.push(
        await app.inject({ method: 'POST', url: '/graphql', headers: { origin: SITE }, payload: CATEGORIES }),
      )
    expect(answers.map(({ headers }) => headers['access-control-allow-origin'])).toEqual(['*', '*'])
  })

  it('lets all sites read error responses', async () => {
    const headers = { origin: SITE }
    const failures = [
      await app.inject({ url: '/api/user/cart', headers }),
      await app.inject({ url: '/api/nothing', headers }),
      await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: { email: 'x' } }),
      await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query: '{ nothing }' } }),
    ]
    expect(failures.map(({ statusCode }) => statusCode)).toEqual([401, 404, 422, 400])
    for (const failure of failures) expect(failure.headers['access-control-allow-origin']).toBe('*')
  })

  it('lets a site with a token read personal responses', async () => {
    const { token } = await newShopper(app)
    const { statusCode, headers } = await app.inject({
      url: '/api/user/cart',
      headers: { origin: SITE, authorization: token },
    })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('applies only to the APIs', async () => {
    const { headers } = await app.inject({ url: '/', headers: { origin: SITE, accept: 'text/html' } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect((await preflight(app, '/products')).statusCode).toBe(404)
  })
})

describe('CORS_ORIGINS with a list', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await startTestApp({ CORS_ORIGINS: `${SITE}, https://app.example` })
  })

  it('allows listed sites and no others, regardless of the order of requests', async () => {
    for (const origin of [OTHER, SITE, OTHER, 'https://app.example', undefined, SITE]) {
      for (const url of ['/api/categories', `/graphql?query=${encodeURIComponent('{ categories { name } }')}`]) {
        const { headers } = await app.inject({ url, headers: { ...(origin && { origin }) } })
        const allowed = origin === OTHER ? undefined : origin
        expect([url, origin, headers['access-control-allow-origin']]).toEqual([url, origin, allowed])
        // An intermediate cache must not give one site's response to another.
        expect(String(headers['vary'])).toContain('Origin')
      }
    }
  })

  it('does not allow the preflight of an unlisted site', async () => {
    expect((await preflight(app, '/graphql', OTHER)).headers['access-control-allow-origin']).toBeUndefined()
    expect((await preflight(app, '/graphql')).headers['access-control-allow-origin']).toBe(SITE)
  })
})

describe('CORS_ORIGINS=none', () => {
  it('allows no other site', async () => {
    const app = await startTestApp({ CORS_ORIGINS: 'none' })
    expect((await preflight(app, '/api/products')).statusCode).toBe(404)
    const { headers } = await app.inject({ url: '/api/products', headers: { origin: SITE } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the CORS_ORIGINS setting', () => {
  it.each(['https://a.example/path', 'a.example', 'https://a.example, ', 'ftp://a.example'])('refuses %s', (list) => {
    expect(() => testSettings({ CORS_ORIGINS: list })).toThrow(/CORS_ORIGINS.*must be \*, none, or origins/)
  })

  it('accepts an origin in upper or lower case and with its default port', () => {
    expect(testSettings({ CORS_ORIGINS: 'HTTPS://A.example:443' }).corsOrigins).toEqual(['https://a.example'])
  })
})
