/** The shop as an operator sees it: health, metrics, slow queries, traces. On a port of its own, or for this machine alone. */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type pg from 'pg'
import type { CatalogueWatch } from '../database/catalogueWatch'
import type { Db } from '../database/client'
import type { QueryWatch } from '../database/queryWatch'
import type { Replicas } from '../database/replicas'
import { health } from './health'
import { createMetrics, measure, type Metrics } from './metrics'
import { logSlowQueries } from './slowQueries'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
    /** Called as a GraphQL operation begins; each returns what is called as it ends. */
    operationObservers: ((type: string, name: string | null | undefined) => (failed: boolean) => void)[]
    /** Where OPS_PORT is set, listens there; null where it is not. */
    listenForOps(): Promise<string | null>
  }
}

interface Parts {
  db: Db
  pool: pg.Pool
  catalogue: CatalogueWatch
  replicas: Replicas | null
  queries: QueryWatch
}

export interface Ops extends Parts {
  app: FastifyInstance
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/

/** By the connection itself, and not through a proxy on this machine, which would make everyone local. */
const isLocal = ({ raw: { socket, headers } }: FastifyRequest): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded && !headers.via

async function routes(server: FastifyInstance, ops: Ops): Promise<void> {
  await health(server, ops)
  const { metrics } = ops.app
  server.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read()),
  )
}

/** To be registered before the routes that are measured. */
export const ops = fp(
  async (app: FastifyInstance, parts: Parts) => {
    const { opsPort, opsHost, slowQueryMs, otlpEndpoint } = app.shop.settings
    const all = { ...parts, app }
    app.decorate('metrics', createMetrics(all))
    measure(app, app.metrics)
    app.decorate('operationObservers', [
      (type, name) => {
        app.metrics.countOperation(name, type)
        return () => {}
      },
    ])
    if (slowQueryMs > 0) logSlowQueries(app, parts.queries, slowQueryMs)
    if (otlpEndpoint) {
      // Heavy, and seldom wanted.
      const { trace } = await import('./tracing')
      trace(app, parts.queries, { endpoint: otlpEndpoint, serviceName: app.shop.settings.shopName })
    }
    if (opsPort === null) {
      await app.register(async (scope) => {
        scope.addHook('onRequest', (request, reply, done) => {
          if (isLocal(request)) done()
          else reply.callNotFound()
        })
        await routes(scope, all)
      })
      app.decorate('listenForOps', async () => null)
      return
    }
    const server = Fastify({ forceCloseConnections: true })
    await routes(server, all)
    app.decorate('listenForOps', () => server.listen({ host: opsHost, port: opsPort }))
    app.addHook('onClose', () => server.close())
  },
  { name: 'ops' },
)
