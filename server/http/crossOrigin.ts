/**
 * Decides which other sites' pages may call the two APIs. By default, all may, because browsers never add the token's header automatically.
 */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The headers that another site's page may read. */
const EXPOSED = [
  ...['etag', 'idempotent-replayed', 'retry-after', 'x-graphql-cost', 'x-request-id'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
].join(', ')
/** Browsers cache a preflight response for at most this long. */
const PREFLIGHT_SECONDS = 24 * 60 * 60

/** Register this plugin in a scope with its own prefix, because it responds to all OPTIONS requests there. */
export async function allowOtherSites(app: FastifyInstance): Promise<void> {
  const { corsOrigins } = app.shop.settings
  if (corsOrigins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    // An OPTIONS request that is not a CORS preflight gets 404.
    if (request.method === 'OPTIONS' && !request.headers['access-control-request-method']) reply.callNotFound()
    else done()
  })
  await app.register(cors, {
    // A single '*' is the same for all sites, so responses need not vary by origin.
    origin: corsOrigins.includes('*') ? '*' : corsOrigins,
    methods: 'GET, HEAD, POST, DELETE',
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  })
}
