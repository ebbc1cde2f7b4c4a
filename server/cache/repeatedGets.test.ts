import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { openTestDatabase, startTestApp, testSettings } from '../testing/app'
import { newShopper } from '../testing/data/factories'
import { graphqlOver, overSocket, sendRaw, type Ask } from '../testing/socket'

/** Counts the requests that get past the cache's first hook. */
function countRequests(app: FastifyInstance): () => number {
  let count = 0
  app.addHook('preHandler', async () => void (count += 1))
  return () => count
}

/** Starts an app with a hook that sets a header, as CORS would. */
async function startHooked() {
  const app = await startTestApp(
    {},
    {
      prepare: (unready) => unready.addHook('onRequest', async (_request, reply) => void reply.header('x-hook', 'set')),
    },
  )
  return { app, ask: await overSocket(app) }
}

describe('a repeated GET', () => {
  let app: FastifyInstance
  let ask: Ask
  let reached: () => number
  beforeAll(async () => {
    app = await startTestApp({}, { prepare: (unready) => void (reached = countRequests(unready)) })
    ask = await overSocket(app)
  })

  const OPERATION = `/graphql?query=${encodeURIComponent('{ categories { id name } }')}`
  const PAGE = { headers: { accept: 'text/html' } }
  const URLS = [
    '/',
    '/products',
    '/product/saffron-nut-bowl',
    '/help/returns',
    '/api/products',
    '/api/products/saffron-nut-bowl',
    '/api/categories?of=no+account',
    OPERATION,
  ]

  it.each(URLS)('is served by the first hook with the same response that the handler returns: %s', async (url) => {
    const first = await ask(url)
    const before = reached()
    const second = await ask(url)
    expect(reached()).toBe(before)
    const { 'x-request-id': firstId, date: _, ...headers } = first.headers
    const { 'x-request-id': secondId, date: __, ...headersAgain } = second.headers
    expect(headersAgain).toEqual(headers)
    expect(secondId).not.toBe(firstId)
    expect([second.statusCode, second.body]).toEqual([200, first.body])
  })

  it('runs the hooks once to compress the response, and is then served the compressed one', async () => {
    const compressed = () => ask('/api/products', { headers: { 'accept-encoding': 'gzip' } })
    await ask('/api/products')
    const before = reached()
    const answers = [await compressed(), await compressed()]
    expect(reached()).toBe(before + 1)
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip'])
    expect(answers[1]!.rawPayload.equals(answers[0]!.rawPayload)).toBe(true)
  })

  it('is answered with 304 and no body if the ETag matches', async () => {
    const { headers } = await ask('/api/products')
    const before = reached()
    const again = await ask('/api/products', { headers: { 'if-none-match': headers.etag! } })
    expect([again.statusCode, again.body, reached()]).toEqual([304, '', before])
    expect(again.headers['content-type']).toBeUndefined()
  })

  it('is served with any token, valid or not, if the operation is public', async () => {
    await ask(OPERATION)
    const { token } = await newShopper(app)
    for (const authorization of [token, `Bearer ${token}`, 'Bearer nonsense']) {
      const { hits } = app.cacheCounts
      const answer = await ask(OPERATION, { headers: { authorization } })
      expect(answer.json().data.categories).toHaveLength(5)
      expect(app.cacheCounts.hits).toBe(hits + 1)
    }
    const before = reached()
    await ask(OPERATION, { headers: { authorization: token } })
    expect(reached()).toBe(before)
  })

  it('reaches the handler with a token if it selects personal data, alone or with the catalogue', async () => {
    const [one, other] = [await newShopper(app), await newShopper(app)]
    const fragments = 'fragment Mine on Query { me { email } }'
    for (const query of ['{ me { email } }', '{ categories { id } me { email } }', `{ ...Mine } ${fragments}`]) {
      for (const { token, email } of [one, other, one]) {
        const url = `/graphql?query=${encodeURIComponent(query)}`
        const answer = await ask(url, { headers: { authorization: token } })
        expect(answer.json().data.me.email).toBe(email)
        expect(answer.headers['cache-control']).toBe('no-store')
      }
      expect((await ask(`/graphql?query=${encodeURIComponent(query)}`)).json().data.me).toBeNull()
    }
  })

  it('never shares a personal response if the document also has a public operation', async () => {
    const shopper = await newShopper(app)
    const query = encodeURIComponent('query Shown { categories { id } } query Own { me { email } }')
    const asked = (name: string, headers = {}) => ask(`/graphql?query=${query}&operationName=${name}`, { headers })
    await asked('Shown')
    expect((await asked('Own', { authorization: shopper.token })).json().data.me.email).toBe(shopper.email)
    expect((await asked('Own')).json().data.me).toBeNull()
  })

  it('runs the hooks if its Accept or Host header differs', async () => {
    await ask('/')
    const { port } = app.server.address() as AddressInfo
    const localhost = `localhost:${port}`
    for (const headers of [{ accept: 'application/json' }, { host: localhost }] as Record<string, string>[]) {
      const before = reached()
      const other = await ask('/', { headers })
      // The not-found handler has hooks too.
      expect(reached()).toBeGreaterThan(before)
      if (headers['host']) expect(other.body).toContain(`http://${localhost}/`)
    }
    await ask('/', PAGE)
    const before = reached()
    expect((await ask('/', PAGE)).headers['content-security-policy']).toContain("default-src 'self'")
    expect(reached()).toBe(before)
  })

  it('runs the hooks with any other method or path', async () => {
    await ask('/api/products')
    for (const [method, path] of [
      ['HEAD', '/api/products'],
      ['POST', '/api/products'],
      ['GET', '/api//products'],
      ['GET', '/API/products'],
    ] as const) {
      const before = reached()
      await ask(path, { method })
      expect(reached()).toBeGreaterThan(before)
    }
  })

  it('runs the hooks for a cross-origin request, because they apply CORS', async () => {
    await ask('/api/products')
    const before = reached()
    const fromElsewhere = await ask('/api/products', { headers: { origin: 'https://other.example' } })
    expect([fromElsewhere.statusCode, reached()]).toEqual([200, before + 1])
  })

  it('counts as a cache hit', async () => {
    await ask('/api/categories')
    const { hits } = app.cacheCounts
    await ask('/api/categories')
    await app.inject('/api/categories')
    expect(app.cacheCounts.hits).toBe(hits + 2)
  })

  it('has the headers set by hooks', async () => {
    const { app: hooked, ask: askHooked } = await startHooked()
    const seen = []
    for (let times = 0; times < 3; times += 1) seen.push((await askHooked('/api/products')).headers['x-hook'])
    expect(seen).toEqual(['set', 'set', 'set'])
    await hooked.close()
  })
})

describe('a repeated POST', () => {
  let app: FastifyInstance
  let ask: Ask
  beforeAll(async () => {
    app = await startTestApp()
    ask = await overSocket(app)
  })

  const post = (query: string, headers: Record<string, string> = {}) => graphqlOver(ask).post(query, headers)
  const NAMES = '{ categories { id name } }'

  it('is served from the cache, with the same headers', async () => {
    const first = await post(NAMES)
    const { hits } = app.cacheCounts
    const second = await post(NAMES)
    expect(app.cacheCounts.hits).toBe(hits + 1)
    const { 'x-request-id': firstId, date: _, ...headers } = first.headers
    const { 'x-request-id': secondId, date: __, ...headersAgain } = second.headers
    expect(headersAgain).toEqual(headers)
    expect(secondId).not.toBe(firstId)
    expect([second.statusCode, second.body]).toEqual([200, first.body])
  })

  it('never receives the response to a body that differs by one byte', async () => {
    const ask = (id: string) => post(`{ product(id: "${id}") { id } }`)
    for (let times = 0; times < 2; times += 1) {
      expect((await ask('saffron-nut-bowl')).json().data.product.id).toBe('saffron-nut-bowl')
      expect((await ask('saffron-nut-bowk')).json().data.product).toBeNull()
    }
  })

  it('is rejected every time if its content type is different', async () => {
    await post(NAMES)
    for (let times = 0; times < 2; times += 1)
      expect((await post(NAMES, { 'content-type': 'text/plain' })).statusCode).toBe(400)
  })

  it('is served before later requests on the same connection', async () => {
    await post(NAMES)
    await ask('/api/categories')
    const body = JSON.stringify({ query: NAMES })
    const one = [
      'POST /graphql HTTP/1.1',
      'Host: shop',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const other = ['GET /api/categories HTTP/1.1', 'Host: shop', 'Connection: close', '', '']
    for (let times = 0; times < 3; times += 1) {
      const answers = await sendRaw(app, `${[...one, '', body].join('\r\n')}${other.join('\r\n')}`)
      const [first, second] = answers.split('HTTP/1.1 200 OK').slice(1)
      expect(first).toContain('{"data":{"categories"')
      expect(second).toContain('Connection: close')
    }
  })

  it('is computed again after the catalogue changes', async () => {
    const query = '{ product(id: "saffron-nut-bowl") { id title } }'
    await post(query)
    const { db } = app.shop
    const { title } = await db.product.findUniqueOrThrow({ where: { id: 'saffron-nut-bowl' } })
    await db.product.update({ where: { id: 'saffron-nut-bowl' }, data: { title: 'Another title' } })
    await expect.poll(async () => (await post(query)).json().data.product.title).toBe('Another title')
    await db.product.update({ where: { id: 'saffron-nut-bowl' }, data: { title } })
    await expect.poll(async () => (await post(query)).json().data.product.title).toBe(title)
  })
})

describe('a server that shuts down', () => {
  it('closes keep-alive connections even if they are served from the cache', async () => {
    const database = await openTestDatabase()
    const app = await buildApp({ ...database, settings: testSettings(database.env) })
    const ask = await overSocket(app)
    await ask('/api/products')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { port } = app.server.address() as AddressInfo
    const get = async () => {
      const asking = request({ host: '127.0.0.1', port, path: '/api/products', agent }).end()
      const [answer] = await once(asking, 'response')
      answer.resume()
      await once(answer, 'end')
      return answer.headers.connection as string
    }
    expect(await get()).toBe('keep-alive')
    await app.close()
    await expect(get()).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/)
    agent.destroy()
    await database.close()
  })
})

describe('API_DELAY_MS', () => {
  it('delays cached responses too', async () => {
    let reached = () => 0
    const app = await startTestApp(
      { API_DELAY_MS: '1' },
      { prepare: (unready) => void (reached = countRequests(unready)) },
    )
    const ask = await overSocket(app)
    await ask('/api/products')
    await ask('/api/products')
    expect(reached()).toBe(2)
  })
})

describe('behind a proxy', () => {
  const renderedFor = async (env: Record<string, string>) => {
    let reached = () => 0
    const app = await startTestApp(env, { prepare: (unready) => void (reached = countRequests(unready)) })
    const ask = await overSocket(app)
    const page = (proto: string) => ask('/', { headers: { host: 'localhost', 'x-forwarded-proto': proto } })
    const bodies = []
    for (const proto of ['https', 'http', 'https', 'http']) bodies.push((await page(proto)).body)
    return { bodies, reached: reached() }
  }

  it('serves a page with the origin that the proxy reports, even when cached', async () => {
    const { bodies, reached } = await renderedFor({ TRUST_PROXY: '1' })
    // Over HTTP, a host without this server's port is not the shop's host, so the browser renders the page.
    expect(bodies.map((body) => /href="(https?:\/\/localhost)\/"/.exec(body)?.[1])).toEqual([
      'https://localhost',
      undefined,
      'https://localhost',
      undefined,
    ])
    expect(reached).toBe(3)
  })

  it("serves a page with PUBLIC_ORIGIN, regardless of the proxy's headers", async () => {
    const { bodies, reached } = await renderedFor({ TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://ceramics.example' })
    expect(bodies.every((body) => body.includes('href="https://ceramics.example/"'))).toBe(true)
    expect(reached).toBe(2)
  })
})
