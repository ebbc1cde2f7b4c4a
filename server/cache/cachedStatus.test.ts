import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { responseCache } from './responseCache'

/**
 * Routes whose handlers respond with the status in the path. Each response body is a new number, so a cached response is recognized by its
 * repeated number.
 */
async function startRoutes() {
  const app = Fastify()
  const watch = new CatalogueWatch()
  watch.reportWatching(true)
  await app.register(responseCache({ watch, passesHooks: false }))
  let count = 0
  app.get('/by-route/:status', { config: { cache: { maxAge: 60 } } }, async (request, reply) => {
    const { status } = request.params as { status: string }
    return reply
      .code(Number(status))
      .type('text/plain')
      .send(String((count += 1)))
  })
  app.get('/by-handler/:status/:expected', { config: { cache: {} } }, async (request, reply) => {
    const { status, expected } = request.params as { status: string; expected: '200' | '404' }
    reply.cacheFor(60, Number(expected) as 200 | 404)
    return reply
      .code(Number(status))
      .type('text/plain')
      .send(String((count += 1)))
  })
  const ask = async (path: string) => {
    const answers = [await app.inject(path), await app.inject(path)]
    return { control: answers[0]!.headers['cache-control'], isRepeated: answers[0]!.body === answers[1]!.body }
  }
  return { app, ask }
}

describe('a response from a route with config.cache', async () => {
  const { ask } = await startRoutes()

  it.each(['/by-route/200', '/by-handler/200/200', '/by-handler/404/404'])('is cached: %s', async (path) => {
    expect(await ask(path)).toEqual({ control: expect.stringMatching(/^public, max-age=60/), isRepeated: true })
  })

  it.each([
    ...[201, 206, 302, 400, 404, 410, 429, 500, 503].map((status) => `/by-route/${status}`),
    '/by-handler/404/200',
    '/by-handler/503/200',
    '/by-handler/200/404',
    '/by-handler/500/404',
  ])('is not cached by the shop, a proxy or a browser: %s', async (path) => {
    expect(await ask(path)).toEqual({ control: 'no-store', isRepeated: false })
  })
})
