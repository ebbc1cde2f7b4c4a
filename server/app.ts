/** The whole server as one Fastify app. It does not listen, so that tests build the same one. */
import Fastify, { type FastifyInstance } from 'fastify'
import { responseCache } from './cache/responseCache'
import { auth, jwtSecretOf } from './auth'
import { cacheUntil, type CatalogueWatch } from './database/catalogueWatch'
import type { Db } from './database/client'
import { limitSignInsPerAddress } from './domain/accounts/accounts'
import { readCells } from './domain/catalogue/cells'
import { networkHasher } from './domain/network'
import type { Shop } from './domain/shop'
import { graphql } from './graphql'
import { openApollo } from './graphql/apollo'
import { loggerFor, logRepeated, newRequestId, ResponseLog } from './logging'
import { razorpayProvider } from './payments/razorpay'
import { sandboxProvider } from './payments/sandbox'
import { rest } from './rest'
import { handleNotFound } from './rest/errors'
import type { Settings } from './settings'
import { web } from './web'

declare module 'fastify' {
  interface FastifyInstance {
    shop: Shop
  }
}

const BODY_LIMIT_BYTES = 256 * 1024

interface Parts {
  db: Db
  catalogue: CatalogueWatch
  settings: Settings
  /** Adds hooks that must be there before the routes are. */
  prepare?: ((app: FastifyInstance) => void) | undefined
}

export async function buildApp({ db, catalogue, settings, prepare }: Parts): Promise<FastifyInstance> {
  const cache = responseCache({ watch: catalogue, logRepeated: (path) => logRepeated(app.log, path) })
  const app = Fastify({
    // A delay that developers ask for is one for cached responses too.
    ...(settings.apiDelayMs > 0 ? {} : { serverFactory: cache.serverFactory }),
    logger: loggerFor(settings),
    logController: new ResponseLog(),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    // A path that cannot be read leads nowhere, like any other that is unknown.
    frameworkErrors: (_error, request, reply) => void handleNotFound(request, reply),
  })
  prepare?.(app)
  const secret = jwtSecretOf(settings)
  app.decorate('shop', {
    db,
    cells: cacheUntil('countsChanged', catalogue, () => readCells(db)),
    settings,
    // The sandbox's keys are derived from the server's own secret.
    payments: settings.razorpay ? razorpayProvider(settings.razorpay) : sandboxProvider({ db, secret }),
    hashNetwork: networkHasher(secret),
    signInsPerAddress: limitSignInsPerAddress(settings),
    log: app.log,
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  await app.register(cache.plugin)
  await app.register(auth, { secret, tokenDays: settings.tokenDays })
  await app.register(rest, { prefix: '/api' })
  await openApollo(app)
  await app.register(graphql, { path: '/graphql' })
  await app.register(web)
  return app
}
