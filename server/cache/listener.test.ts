import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { openTestDatabase, startTestApp, testSettings } from '../testing/app'
import { newShopper } from '../testing/factories'
import { graphqlOver, overSocket, sendRaw, type Ask } from '../testing/socket'

/** Counts what reaches Fastify. */
function countRequests(app: FastifyInstance): () => number {
  let count = 0
  app.addHook('onRequest', async () => void (count += 1))
  return () => count
}

/** An app with a hook that sets a header, as one for other sites' pages would. */
async function startHooked() {
  const app = await startTestApp({}, (unready) =>
    unready.addHook('onRequest', async (_request, reply) => void reply.header('x-hook', 'set')),
  )
  return { app, ask: await overSocket(app) }
}

describe('a GET that is sent again', () => {
  let app: FastifyInstance
  let ask: Ask
  let reached: () => number
  beforeAll(async () => {
    app = await startTestApp({}, (unready) => void (reached = countRequests(unready)))
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

  it.each(URLS)('is answered in front of Fastify, as Fastify did: %s', async (url) => {
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

  it('goes to Fastify where it must be compressed first, and is then sent compressed', async () => {
    const compressed = () => ask('/api/products', { headers: { 'accept-encoding': 'gzip' } })
    await ask('/api/products')
    const before = reached()
    const answers = [await compressed(), await compressed()]
    expect(reached()).toBe(before + 1)
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip'])
    expect(answers[1]!.rawPayload.equals(answers[0]!.rawPayload)).toBe(true)
  })

  it('is answered by 304 without a body', async () => {
    const { headers } = await ask('/api/products')
    const before = reached()
    const again = await ask('/api/products', { headers: { 'if-none-match': headers.etag! } })
    expect([again.statusCode, again.body, reached()]).toEqual([304, '', before])
    expect(again.headers['content-type']).toBeUndefined()
  })

  it('goes to Fastify with a token, however that looks', async () => {
    await ask(OPERATION)
    const { token } = await newShopper(app)
    for (const authorization of [token, `Bearer ${token}`, 'Bearer nonsense', '']) {
      const before = reached()
      const own = await ask(OPERATION, { headers: { authorization } })
      expect(reached()).toBe(before + 1)
      expect(own.headers['cache-control']).not.toContain('public')
    }
  })

  it('goes to Fastify where a page is another one, or not what is wanted', async () => {
    await ask('/')
    const { port } = app.server.address() as AddressInfo
    const localhost = `localhost:${port}`
    for (const headers of [{ accept: 'application/json' }, { host: localhost }] as Record<string, string>[]) {
      const before = reached()
      const other = await ask('/', { headers })
      expect(reached()).toBe(before + 1)
      if (headers['host']) expect(other.body).toContain(`http://${localhost}/`)
    }
    await ask('/', PAGE)
    const before = reached()
    expect((await ask('/', PAGE)).headers['content-security-policy']).toContain("default-src 'self'")
    expect(reached()).toBe(before)
  })

  it('goes to Fastify by every other method and path', async () => {
    await ask('/api/products')
    for (const [method, path] of [
      ['HEAD', '/api/products'],
      ['POST', '/api/products'],
      ['GET', '/api/products/'],
      ['GET', '/api//products'],
      ['GET', '/API/products'],
    ] as const) {
      const before = reached()
      await ask(path, { method })
      expect(reached()).toBe(before + 1)
    }
  })

  it("goes to Fastify from another site's page, whose hooks may have a word to say", async () => {
    await ask('/api/products')
    const before = reached()
    const fromElsewhere = await ask('/api/products', { headers: { origin: 'https://other.example' } })
    expect([fromElsewhere.statusCode, reached()]).toEqual([200, before + 1])
  })

  it('is counted like one that Fastify answers from the cache', async () => {
    await ask('/api/categories')
    const { hits } = app.cacheCounts
    await ask('/api/categories')
    await app.inject('/api/categories')
    expect(app.cacheCounts.hits).toBe(hits + 2)
  })

  it('has the headers that hooks set', async () => {
    const { app: hooked, ask: askHooked } = await startHooked()
    const seen = []
    for (let times = 0; times < 3; times += 1) seen.push((await askHooked('/api/products')).headers['x-hook'])
    expect(seen).toEqual(['set', 'set', 'set'])
    await hooked.close()
  })
})

describe('a POST that is sent again', () => {
  let app: FastifyInstance
  let ask: Ask
  let reached: () => number
  beforeAll(async () => {
    app = await startTestApp({}, (unready) => void (reached = countRequests(unready)))
    ask = await overSocket(app)
  })

  const JSON_TYPE = { 'content-type': 'application/json' }
  const NAMES = '{ categories { id name } }'
  const post = (query: string, headers: Record<string, string> = {}) => graphqlOver(ask).post(query, headers)
  /** Whether Fastify saw what is asked meanwhile. */
  async function isFastifys(asking: () => Promise<unknown>): Promise<boolean> {
    const before = reached()
    await asking()
    return reached() > before
  }
  /** As text, with its own headers, over a connection of its own. */
  const raw = (headers: string[], body: string) =>
    sendRaw(app, [`POST /graphql HTTP/1.1`, 'Host: shop', 'Connection: close', ...headers, '', body].join('\r\n'))
  const bodyOf = (query: string) => JSON.stringify({ query })

  it('is answered in front of Fastify, as Fastify did', async () => {
    const first = await post(NAMES)
    const before = reached()
    const second = await post(NAMES)
    expect(reached()).toBe(before)
    const { 'x-request-id': firstId, date: _, ...headers } = first.headers
    const { 'x-request-id': secondId, date: __, ...headersAgain } = second.headers
    expect(headersAgain).toEqual(headers)
    expect(secondId).not.toBe(firstId)
    expect([second.statusCode, second.body]).toEqual([200, first.body])
  })

  it('is another one where a single byte of its body differs', async () => {
    const ask = (id: string) => post(`{ product(id: "${id}") { id } }`)
    for (let times = 0; times < 2; times += 1) {
      expect((await ask('saffron-nut-bowl')).json().data.product.id).toBe('saffron-nut-bowl')
      expect((await ask('saffron-nut-bowk')).json().data.product).toBeNull()
    }
  })

  it('goes to Fastify with a token, from another site, or where its cost is asked for', async () => {
    await post(NAMES)
    expect(await isFastifys(() => post(NAMES))).toBe(false)
    const { token } = await newShopper(app)
    for (const headers of [
      { authorization: token },
      { authorization: '' },
      { origin: 'https://other.example' },
      { 'x-cost': '1' },
    ] as Record<string, string>[]) {
      expect(await isFastifys(() => post(NAMES, headers))).toBe(true)
    }
  })

  it('goes to Fastify as another type of content, which refuses it each time', async () => {
    await post(NAMES)
    for (let times = 0; times < 2; times += 1) {
      const before = reached()
      const refused = await post(NAMES, { 'content-type': 'text/plain' })
      expect([refused.statusCode, reached()]).toEqual([400, before + 1])
    }
  })

  it('leaves a body to Fastify that is empty, too large, comes in pieces or is not all there', async () => {
    const empty = await ask('/graphql', { method: 'POST', headers: { ...JSON_TYPE, 'content-length': '0' } })
    expect(empty.statusCode).toBe(400)
    const large = bodyOf(`${NAMES} #${'x'.repeat(10_000)}`)
    for (let times = 0; times < 2; times += 1) {
      const before = reached()
      const answer = await ask('/graphql', { method: 'POST', headers: JSON_TYPE, payload: large })
      expect([answer.statusCode, reached()]).toEqual([200, before + 1])
    }
    const body = bodyOf(NAMES)
    await post(NAMES)
    const chunks = [body.slice(0, 5), body.slice(5)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    for (let times = 0; times < 2; times += 1) {
      const answer = await raw(
        ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        `${chunks.join('')}0\r\n\r\n`,
      )
      expect(answer).toContain('"categories"')
    }
  })

  it('waits for a body that comes later than its head, in two pieces', async () => {
    const body = bodyOf(NAMES)
    await post(NAMES)
    for (let times = 0; times < 2; times += 1) {
      const { port } = app.server.address() as AddressInfo
      const headers = { ...JSON_TYPE, 'content-length': String(body.length) }
      const asking = request({ host: '127.0.0.1', port, path: '/graphql', method: 'POST', headers, agent: false })
      asking.flushHeaders()
      const [socket] = (await once(asking, 'socket')) as [Socket]
      socket.setNoDelay()
      for (const part of [body.slice(0, 7), body.slice(7)]) {
        await sleep(30)
        asking.write(part)
      }
      asking.end()
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      expect(JSON.parse((await buffer(answer)).toString())).toHaveProperty('data.categories')
    }
  })

  it('goes on where a caller leaves in the middle of a body', async () => {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /graphql HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"que',
    )
    await sleep(50)
    socket.destroy()
    expect((await post(NAMES)).statusCode).toBe(200)
  })

  it('is answered in its turn, before what was sent after it over the same connection', async () => {
    await post(NAMES)
    await ask('/api/categories')
    const body = bodyOf(NAMES)
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

  it('changes something each time, where it is a mutation', async () => {
    const login =
      '{"query":"mutation { login(input: { email: \\"nobody@example.in\\", password: \\"Not-a-password-1\\" }) { token } }"}'
    for (let times = 0; times < 2; times += 1) {
      expect(await isFastifys(() => ask('/graphql', { method: 'POST', headers: JSON_TYPE, payload: login }))).toBe(true)
    }
  })

  it('is Fastify’s again after a change of the catalogue', async () => {
    const query = '{ product(id: "saffron-nut-bowl") { id title } }'
    await post(query)
    expect(await isFastifys(() => post(query))).toBe(false)
    const { db } = app.shop
    const { title } = await db.product.findUniqueOrThrow({ where: { id: 'saffron-nut-bowl' } })
    await db.product.update({ where: { id: 'saffron-nut-bowl' }, data: { title: 'Another title' } })
    await expect.poll(async () => (await post(query)).json().data.product.title).toBe('Another title')
    await db.product.update({ where: { id: 'saffron-nut-bowl' }, data: { title } })
    await expect.poll(async () => (await post(query)).json().data.product.title).toBe(title)
  })
})

describe('a shop that closes', () => {
  it('lets the last connections go, whatever is cached', async () => {
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

describe('a delay for developers', () => {
  it('delays cached responses too', async () => {
    let reached = () => 0
    const app = await startTestApp({ API_DELAY_MS: '1' }, (unready) => void (reached = countRequests(unready)))
    const ask = await overSocket(app)
    await ask('/api/products')
    await ask('/api/products')
    expect(reached()).toBe(2)
  })
})

describe('behind a proxy', () => {
  const renderedFor = async (env: Record<string, string>) => {
    let reached = () => 0
    const app = await startTestApp(env, (unready) => void (reached = countRequests(unready)))
    const ask = await overSocket(app)
    const page = (proto: string) => ask('/', { headers: { host: 'localhost', 'x-forwarded-proto': proto } })
    const bodies = []
    for (const proto of ['https', 'http', 'https', 'http']) bodies.push((await page(proto)).body)
    return { bodies, reached: reached() }
  }

  it('a page names the origin that the proxy tells, each time', async () => {
    const { bodies, reached } = await renderedFor({ TRUST_PROXY: '1' })
    // By HTTP the host would need the server's own port, and the page is left to the browser.
    expect(bodies.map((body) => /href="(https?:\/\/localhost)\/"/.exec(body)?.[1])).toEqual([
      'https://localhost',
      undefined,
      'https://localhost',
      undefined,
    ])
    expect(reached).toBe(3)
  })

  it('a page names the public origin, whatever else is told', async () => {
    const { bodies, reached } = await renderedFor({ TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://ceramics.example' })
    expect(bodies.every((body) => body.includes('href="https://ceramics.example/"'))).toBe(true)
    expect(reached).toBe(2)
  })
})
