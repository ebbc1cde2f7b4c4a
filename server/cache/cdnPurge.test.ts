import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { openTestDatabase, testSettings } from '../testing/app'
import { ask, call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'

const TOKEN = 'a-token-of-the-CDN'
const PRODUCT = '/api/products/celadon-chai-cup'

interface Purge {
  at: number
  method: string
  authorization: string | undefined
  body: unknown
}

/** Accepts purges like a CDN, and fails on demand. */
async function startCdn() {
  const purges: Purge[] = []
  let answerWith: (nth: number) => number | 'silence' = () => 200
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request))
    const { method, headers } = request
    purges.push({ at: performance.now(), method: method!, authorization: headers.authorization, body })
    const answer = answerWith(purges.length)
    if (answer !== 'silence') response.writeHead(answer, { 'retry-after': '0' }).end('{"success":true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/purge`,
    purges,
    /** Sets how the CDN responds from now on, and restarts the purge numbers at 1. */
    answer(how: typeof answerWith) {
      purges.length = 0
      answerWith = how
    },
  }
}

const cdn = await startCdn()
const { env, ...database } = await openTestDatabase()
const app = await buildApp({
  ...database,
  settings: testSettings({ ...env, CDN_PURGE_URL: cdn.url, CDN_PURGE_TOKEN: TOKEN }),
})
await app.ready()
afterAll(() => app.close().then(database.close))
const change = () =>
  app.shop.db.product.updateMany({ data: { title: { set: 'A new title' } }, where: { id: 'celadon-chai-cup' } })
const untilPurged = (count: number) => expect.poll(() => cdn.purges.length).toBeGreaterThanOrEqual(count)

describe('a CDN purge', () => {
  beforeEach(() => cdn.answer(() => 200))

  it('is sent for the catalogue tag after a catalogue change', async () => {
    await change()
    await untilPurged(1)
    const { at: _, ...purge } = cdn.purges[0]!
    expect(purge).toEqual({ method: 'POST', authorization: `Bearer ${TOKEN}`, body: { tags: ['catalogue'] } })
  })

  it('is sent at most once a second, however many changes there are', async () => {
    for (let i = 0; i < 20; i += 1) await change()
    await untilPurged(1)
    for (let i = 0; i < 20; i += 1) await change()
    await untilPurged(2)
    const pauses = cdn.purges.slice(1).map(({ at }, i) => at - cdn.purges[i]!.at)
    expect(Math.min(...pauses)).toBeGreaterThan(950)
  })

  it('is retried until the CDN accepts it, and delays no request', async () => {
    let isDown = true
    cdn.answer(() => (isDown ? 503 : 200))
    await change()
    await untilPurged(1)
    // Would never respond if it waited for the purge.
    expect((await call(app, 'GET', PRODUCT)).json().product.title).toBe('A new title')
    isDown = false
    await untilPurged(2)
    await expect.poll(() => app.metrics.read()).toMatch(/^shop_cdn_purges_total\{outcome="failed"\} [1-9]\d*$/m)
    expect(await app.metrics.read()).toMatch(/^shop_cdn_purges_total\{outcome="taken"\} \d+$/m)
  })

  it('is sent a second time, for responses that were in transit to the CDN', async () => {
    await change()
    await untilPurged(2)
    expect(cdn.purges[1]!.at - cdn.purges[0]!.at).toBeGreaterThan(4_000)
  })

  it('is sent once the database is back, because changes may have been missed', async () => {
    const { catalogue: watch } = database
    watch.reportWatching(false)
    // Longer than the pause between two purges.
    await sleep(1_500)
    expect(cdn.purges).toEqual([])
    watch.reportWatching(true)
    await untilPurged(1)
  })

  it('does not prevent the server from closing if the CDN never responds', async () => {
    cdn.answer(() => 'silence')
    const settings = testSettings({ ...env, CDN_PURGE_URL: cdn.url, CDN_PURGE_TOKEN: TOKEN })
    const other = await buildApp({ ...database, settings })
    await other.ready()
    await untilPurged(1)
    const began = performance.now()
    await other.close()
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

const tagsOf = ({ headers }: Awaited<ReturnType<typeof call>>) =>
  ['cache-tag', 'surrogate-key', 'cdn-cache-control', 'surrogate-control'].map((name) => headers[name])
const NOTHING = Array(4).fill(undefined)

describe('a response that a CDN may keep', async () => {
  const shopper = await newShopper(app)
  const OPERATION = `/graphql?query=${encodeURIComponent('{ categories { id } }')}`

  it.each([PRODUCT, '/api/categories', OPERATION, '/sitemap.xml'])(
    'has the cache tag on every request: %s',
    async (url) => {
      const first = await call(app, 'GET', url)
      const again = await call(app, 'GET', url, { headers: { 'if-none-match': String(first.headers.etag) } })
      expect([first.statusCode, again.statusCode]).toEqual([200, 304])
      for (const response of [first, again]) {
        expect(response.headers['cache-control']).toMatch(/^public, /)
        expect(tagsOf(response)).toEqual(['catalogue', 'catalogue', 'max-age=3600', 'max-age=3600'])
      }
    },
  )

  it.each(['/graphql?query={me{id}}', '/api/user/cart', '/api/nowhere', '/graphql?query={nope}'])(
    'is never a personal response or an error: %s',
    async (url) => {
      const response = await call(app, 'GET', url, { token: shopper.token })
      expect(response.headers['cache-control']).toMatch(/^(private|no-store)/)
      expect(tagsOf(response)).toEqual(NOTHING)
    },
  )

  it('never depends on the caller', async () => {
    const response = await call(app, 'GET', `/graphql?query=${encodeURIComponent('{ me { id } categories { id } }')}`)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(tagsOf(response)).toEqual(NOTHING)
    expect((await ask(app, '{ me { id } }', { token: shopper.token })).data.me.id).toBe(shopper.id)
  })
})

describe('without CDN_PURGE_URL', () => {
  it('no response has a cache tag', async () => {
    const plain = await buildApp({ ...database, settings: testSettings(env) })
    expect(tagsOf(await call(plain, 'GET', PRODUCT))).toEqual(NOTHING)
    await plain.close()
  })
})
