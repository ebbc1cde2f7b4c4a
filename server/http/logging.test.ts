import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'
import { newcomer } from '../testing/data/fixtures'
import { overSocket, sendRaw } from '../testing/socket'

const SECRET = 'unspeakable'
const QUERY = `query ($text: String!) { products(filter: { search: $text }) { totalCount nodes { id } } suggestions(text: $text) { id } }`

/** `more` makes the search different from cached ones. */
async function search(app: FastifyInstance, more = ''): Promise<void> {
  const text = SECRET + more
  const variables = { text }
  await call(app, 'POST', '/graphql', { body: { query: QUERY, variables } })
  await call(app, 'POST', '/graphql', { body: { query: QUERY.replace('$text }', '7 }'), variables } })
  const params = new URLSearchParams({ query: QUERY, variables: JSON.stringify(variables) }).toString()
  for (const url of [`/graphql?${params}`, `/products?search=${text}`, `/api/nope?search=${text}`, `/?q=${text}`])
    for (let times = 0; times < 2; times += 1) await app.inject({ url, headers: { accept: '*/*' } })
}

describe('the log', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = await startTestApp({ LOG_LEVEL: 'trace' }, { logTo: stream })

  it('never contains search text, at any level and for any path, even in errors', async () => {
    const ask = await overSocket(app)
    await search(app)
    await ask(`/products?search=${SECRET}`)
    await sendRaw(app, `GET /products?search=${SECRET} HTTP/1.1\r\nHost: x\r\nBroken\u0001: 1\r\n\r\n`)
    await app.shop.db.$executeRawUnsafe('ALTER TABLE search_word RENAME TO search_word_away')
    await app.shop.db.$executeRawUnsafe('ALTER TABLE product RENAME TO product_away')
    await search(app, 'word')
    const log = lines.join('')
    expect(log).toContain('unexpected failure')
    expect(log).toContain('could not render a page')
    expect(log).toContain('client error')
    expect(log).not.toContain(SECRET)
    // The format of a buffer in JSON.
    expect(log).not.toContain([...Buffer.from(SECRET)].join(','))
  })
})

describe("one client's data", () => {
  it('is never stored by caches: personal responses, tokens and errors', async () => {
    const app = await startTestApp()
    const { token } = await newShopper(app)
    const body = newcomer()
    const { email, password } = body
    const answers = [
      await call(app, 'GET', '/api/user/cart', { token }),
      await call(app, 'GET', '/api/user/wishlist', { token }),
      await call(app, 'GET', '/api/user/address', { token }),
      await call(app, 'GET', '/api/user/cart'),
      await call(app, 'POST', '/api/auth/signup', { body }),
      await call(app, 'POST', '/api/auth/login', { body: { email, password } }),
      await call(app, 'POST', '/api/auth/login', { body: { email, password: 'wrong' } }),
      await call(app, 'POST', '/graphql', { token, body: { query: '{ me { id } }' } }),
      await call(app, 'GET', '/api/nope'),
    ]
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store')
    expect((await call(app, 'GET', '/api/products')).headers['cache-control']).toContain('public')
  })
})

describe('a request id', () => {
  it('does not reveal the number of requests', async () => {
    const app = await startTestApp()
    const ids = []
    for (let i = 0; i < 3; i += 1) ids.push(String((await call(app, 'GET', '/api/categories')).headers['x-request-id']))
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(3)
  })
})
