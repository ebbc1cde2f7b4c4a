/** With SERVICE_WORKER=0, browsers remove the service worker and its caches when they open the next page. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

export const SERVICE_WORKER = 'service-worker.js'

/** Replaces the service worker at its URL, which browsers check with each page, and then unregisters itself. */
const REMOVAL = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(remove())
})
`

export const withoutServiceWorker = fp(
  async (app: FastifyInstance) => {
    app.get(`/${SERVICE_WORKER}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(REMOVAL),
    )
  },
  { name: 'without-service-worker' },
)
