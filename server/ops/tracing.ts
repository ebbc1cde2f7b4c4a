/**
 * OpenTelemetry: spans for each request that reaches Fastify, its GraphQL operation and its statements, sent by OTLP over HTTP. Spans contain
 * no values: neither a statement's, nor those of the messages of errors.
 */
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { context, propagation, SpanStatusCode, trace as api } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'

interface Options {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT, without /v1/traces. */
  endpoint: string
  serviceName: string
}

/** PostgreSQL's messages quote values, for example of a date that it cannot read. */
const withoutMessages: SpanProcessor = {
  onStart() {},
  onEnd(span) {
    delete span.status.message
    span.events.length = 0
  },
  forceFlush: async () => {},
  shutdown: async () => {},
}

export async function trace(app: FastifyInstance, { endpoint, serviceName }: Options): Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [withoutMessages, new BatchSpanProcessor(exporter)],
  })
  // Uses a context manager based on AsyncLocalStorage, and W3C trace context for propagation.
  provider.register()
  const untrace = traceStatements()
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    // Otherwise the name lists all plugins.
    lifecycleHook: (span, { hookName }) => void span.updateName(hookName),
    requestHook(span, { id, method, url, routeOptions }) {
      span.updateName(`${method} ${routeOptions.url ?? ''}`)
      span.setAttributes({ 'url.path': url.split('?', 1)[0]!, 'shop.request_id': id })
    },
  })
  requests.setTracerProvider(provider)
  await app.register(requests.plugin())
  traceOperations(app)
  app.addHook('onClose', async () => {
    untrace()
    // The server closes even if the collector is down.
    await provider.shutdown().catch((err: unknown) => app.log.warn({ err }, 'the last spans were not sent'))
    api.disable()
    context.disable()
    propagation.disable()
  })
}

/**
 * Usually an instrumentation waits for a module to be loaded and then changes it. The built server contains pg in its bundle, so it is
 * passed on by hand. Statements outside a request, for example of maintenance, get no spans.
 */
function traceStatements(): () => void {
  const definitions = new PgInstrumentation({ enabled: false, requireParentSpan: true }).getModuleDefinitions()
  const moduleOf = (name: string) => (name === 'pg' ? pg : pg.Pool)
  for (const { name, patch } of definitions) patch?.(moduleOf(name))
  return () => definitions.forEach(({ name, unpatch }) => unpatch?.(moduleOf(name)))
}

function traceOperations(app: FastifyInstance): void {
  const tracer = api.getTracer('shop')
  app.operationObservers.push((type, name) => {
    const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': name ?? '' }
    const span = tracer.startSpan(`${type} ${name ?? ''}`.trim(), { attributes })
    return (failed) => {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })
}
