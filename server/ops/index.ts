/**
 * Tools for operators: health, metrics and traces. Health and metrics use a separate port. On the shop's port, a proxy on the
 * same machine that sends no X-Forwarded-For would look like a local caller, so strangers could read the metrics.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { health } from './health'
import { createMetrics, measure, type Metrics } from './metrics'
import type { Ops, Parts } from './parts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
    /** Called when a GraphQL operation begins. Each returns a function to call when the operation ends. */
    operationObservers: ((type: string, name: string | null | undefined) => (failed: boolean) => void)[]
    /** Serves /health/live, /health/ready and /metrics. */
    opsServer: FastifyInstance
    /** Listens on OPS_PORT, or on a default port. Null if another program uses the default port. */
    listenForOps(): Promise<string | null>
  }
}

/** The default port of OpenTelemetry's Prometheus exporter; compose.yaml uses it too. */
const DEFAULT_PORT = 9464

async function routes(server: FastifyInstance, ops: Ops): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })
  await health(server, ops)
  const { metrics } = ops.app
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()))
}

async function listen({ opsServer, shop: { settings }, log }: FastifyInstance): Promise<string | null> {
  const { opsPort, opsHost } = settings
  try {
    const address = await opsServer.listen({ host: opsHost, port: opsPort ?? DEFAULT_PORT })
    // Nothing else names a port that the system chose.
    if (opsPort === 0) log.info(`Health and metrics are served at ${address}.`)
    return address
  } catch (error) {
    if (opsPort !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
      throw Object.assign(error as Error, { settings: 'OPS_' })
    log.warn(`Port ${DEFAULT_PORT} is in use, so health and metrics are not served. Set OPS_PORT to another port.`)
    return null
  }
}

/** Register this plugin before the routes to measure. */
export const ops = fp(
  async (app: FastifyInstance, parts: Parts) => {
    const { otlpEndpoint, shopName } = app.shop.settings
    const all = { ...parts, app }
    app.decorate('metrics', createMetrics(all))
    measure(app, app.metrics)
    app.decorate('operationObservers', [
      (type, name) => {
        app.metrics.countOperation(name, type)
        return () => {}
      },
    ])
    if (otlpEndpoint) {
      // Loaded only when needed, because it is large and few shops use it.
      const { trace } = await import('./tracing')
      await trace(app, { endpoint: otlpEndpoint, serviceName: shopName })
    }
    const server = Fastify({ forceCloseConnections: true })
    await routes(server, all)
    app.decorate('opsServer', server)
    app.decorate('listenForOps', () => listen(app))
    app.addHook('onClose', () => server.close())
  },
  { name: 'ops' },
)
