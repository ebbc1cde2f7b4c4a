/** The REST contract, which is everything under /api. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { refuseEncodedBodies } from '../http/bodies'
import { allowOtherSites } from '../http/crossOrigin'
import { limitResponses } from '../http/responseSize'
import { auth } from './auth'
import { catalogue } from './catalogue'
import { handleError, handleNotFound } from './errors'
import { acceptJsonOnly } from './input'
import { openapi } from './openapi/openapi'
import { payments } from './payments'
import { user } from './user'

export async function rest(app: FastifyInstance): Promise<void> {
  const { apiDelayMs } = app.shop.settings
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound)
  acceptJsonOnly(app)
  await allowOtherSites(app)
  app.limitRequests()
  app.limitBodies()
  refuseEncodedBodies(app)
  limitResponses(app, (message) => ({ errors: [message] }))
  // By default, a response must not be cached, because some are private or contain a token. Routes may allow caching.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control') && !reply.routeOptions.config.cache) reply.header('cache-control', 'no-store')
  })
  if (apiDelayMs > 0) app.addHook('onRequest', () => sleep(apiDelayMs))
  await app.register(openapi)
  await app.register(catalogue)
  await app.register(auth, { prefix: '/auth' })
  await app.register(user, { prefix: '/user' })
  await app.register(payments, { prefix: '/payments' })
  // Pages use a wildcard route, so unknown paths under /api need their own 404.
  for (const path of ['/', '/*']) app.get(path, (_request, reply) => reply.callNotFound())
}
