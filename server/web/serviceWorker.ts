/** SERVICE_WORKER=0: every browser that has the service worker loses it, and what it kept, with the next page that it opens. */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

export const SERVICE_WORKER = 'service-worker.js'

/** Takes the other one's place under its own address, which browsers ask for with each page, and goes. */
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
