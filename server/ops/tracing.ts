/** OpenTelemetry: one span for each request that reaches Fastify, each GraphQL operation and each query, sent by OTLP over HTTP. */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as api,
  type Context,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { QueryWatch } from '../database/queryWatch'

interface Options {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT, without /v1/traces. */
  endpoint: string
  serviceName: string
}

export function trace(app: FastifyInstance, queries: QueryWatch, { endpoint, serviceName }: Options): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // Uses a context manager based on AsyncLocalStorage, and W3C trace context for propagation.
  provider.register()
  const tracer = provider.getTracer('shop')
  const contexts = new WeakMap<FastifyRequest, Context>()

  app.addHook('onRequest', (request, _reply, done) => {
    const caller = propagation.extract(ROOT_CONTEXT, request.headers)
    const { method, routeOptions, url } = request
    const attributes = {
      'http.request.method': method,
      'http.route': routeOptions.url ?? '',
      'url.path': url.split('?', 1)[0]!,
      'shop.request_id': request.id,
    }
    const span = tracer.startSpan(`${method} ${routeOptions.url ?? ''}`, { kind: SpanKind.SERVER, attributes }, caller)
    const own = api.setSpan(caller, span)
    contexts.set(request, own)
    context.with(own, done)
  })
  // Reading a body switches to the connection's context, so the request's context must be set again.
  app.addHook('preHandler', (request, _reply, done) => context.with(contexts.get(request) ?? ROOT_CONTEXT, done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = api.getSpan(contexts.get(request) ?? ROOT_CONTEXT)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
  app.addHook('onClose', async () => {
    // The server closes even if the collector is down.
    await provider.shutdown().catch((err: unknown) => app.log.warn({ err }, 'the last spans were not sent'))
    api.disable()
    context.disable()
    propagation.disable()
  })

  app.operationObservers.push((type, name) => {
    const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': name ?? '' }
    const span = tracer.startSpan(`${type} ${name ?? ''}`.trim(), { attributes })
    return (failed) => {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })
  queries.add((sql) => {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
    const span = tracer.startSpan(sql.split(' ', 1)[0]!, { kind: SpanKind.CLIENT, attributes })
    return (error) => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })
}
