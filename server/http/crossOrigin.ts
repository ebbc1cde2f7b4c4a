/** Which other sites' pages may call the two APIs. Tokens come in a header that no browser adds by itself, so by default all of them may. */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** What a page may read of a response beyond its body and type. */
const EXPOSED = 'etag, idempotent-replayed, retry-after, x-request-id'
/** No browser remembers a preflight for longer. */
const PREFLIGHT_SECONDS = 24 * 60 * 60

/** For a scope with a prefix of its own: it answers every OPTIONS there. */
export async function allowOtherSites(app: FastifyInstance): Promise<void> {
  const { corsOrigins } = app.shop.settings
  if (corsOrigins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    // Whoever asks by OPTIONS without being a browser that wants leave asks for what is not there.
    if (request.method === 'OPTIONS' && !request.headers['access-control-request-method']) reply.callNotFound()
    else done()
  })
  await app.register(cors, {
    // A single '*' is the same for everyone, so that a response need not vary by origin.
    origin: corsOrigins.includes('*') ? '*' : corsOrigins,
    methods: 'GET, HEAD, POST, DELETE',
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  })
}
