/** The metrics in Prometheus format. All names except Node's own begin with `shop_`; times are in seconds. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { collectDatabase } from './databaseMetrics'
import type { ExternalServices } from '../external/externalServices'
import type { Ops } from './parts'

/** Clients choose operation names. Once there are this many names, new names are counted together. */
const MAX_OPERATION_NAMES = 100
const OTHER = 'other'

export interface Metrics {
  countRequest(request: FastifyRequest, reply: FastifyReply): void
  countOperation(name: string | null | undefined, type: string): void
  countError(transport: 'rest' | 'graphql', code: string): void
  /** Counts an attempt to send an outbox message. */
  countAttempt(channel: string, outcome: string): void
  read(): Promise<string>
  contentType: string
}

export function createMetrics(ops: Ops): Metrics {
  const registers = [new Registry()]
  const requests = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Computed responses by route, method and status. shop_cache_hits_total counts cached responses.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const operations = new Counter({
    name: 'shop_graphql_operations_total',
    help: `Executed GraphQL operations by name. After the first ${MAX_OPERATION_NAMES} names, others count as "${OTHER}".`,
    labelNames: ['operation', 'type'],
    registers,
  })
  const errors = new Counter({
    name: 'shop_errors_total',
    help: 'Errors by transport and code. For GraphQL, both errors and userErrors.',
    labelNames: ['transport', 'code'],
    registers,
  })
  const attempts = new Counter({
    name: 'shop_outbox_attempts_total',
    help: 'Attempts of this server to send an outbox message, by channel and outcome: sent, failed, gone.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const names = new Set<string>()
  const readState = collectState(ops, registers)
  let hasDefaults = false
  return {
    countRequest({ isCached, method, routeOptions }, reply) {
      if (isCached) return
      const labels = { route: routeOptions.url ?? 'unknown', method, status: reply.statusCode }
      requests.observe(labels, reply.elapsedTime / 1000)
    },
    countOperation(name, type) {
      const operation = name ?? 'anonymous'
      if (names.size < MAX_OPERATION_NAMES) names.add(operation)
      operations.inc({ operation: names.has(operation) ? operation : OTHER, type })
    },
    countError: (transport, code) => errors.inc({ transport, code }),
    countAttempt: (channel, outcome) => attempts.inc({ channel, outcome }),
    async read() {
      // Measuring the event loop has a small cost, so it begins with the first request for metrics.
      if (!hasDefaults) collectDefaultMetrics({ register: registers[0]! })
      hasDefaults = true
      await readState()
      return registers[0]!.metrics()
    },
    contentType: registers[0]!.contentType,
  }
}

/** Registers metrics that are read on request. Returns a function to await before reading them. */
function collectState({ app, db, pool, catalogue }: Ops, registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counter('shop_cache_hits_total', 'Responses from the response cache.', () => app.cacheCounts.hits)
  counter('shop_cache_misses_total', 'Public responses that had to be computed.', () => app.cacheCounts.misses)
  gauge('shop_cache_bytes', 'Size of the response cache.', () => app.cacheCounts.bytes)
  gauge('shop_listener_up', '1 while the server receives catalogue changes.', () => Number(catalogue.isWatching))
  gauge('shop_database_connections', 'Open connections of the pool.', () => pool.totalCount)
  gauge('shop_database_connections_idle', 'Idle connections of the pool.', () => pool.idleCount)
  gauge('shop_database_waiting', 'Queries that wait for a connection.', () => pool.waitingCount)

  collectExternalServices(app.outside, registers)

  return collectDatabase({ db, settings: app.shop.settings, limits: app.limits }, registers)
}

function collectExternalServices({ services, failedSteps }: ExternalServices, registers: Registry[]): void {
  new Gauge({
    name: 'shop_outside_up',
    help: '0 if the last call to the external service failed, otherwise 1.',
    labelNames: ['service'],
    registers,
    collect() {
      for (const [service, { why }] of services) this.set({ service }, Number(why === null))
    },
  })
  new Counter({
    name: 'shop_outside_failures_total',
    help: 'Failed calls to external services.',
    labelNames: ['service'],
    registers,
    collect() {
      this.reset()
      for (const [service, { failures }] of services) this.inc({ service }, failures)
    },
  })
  new Counter({
    name: 'shop_maintenance_failures_total',
    help: 'Failed maintenance steps of this server.',
    labelNames: ['step'],
    registers,
    collect() {
      this.reset()
      for (const [step, failures] of failedSteps) this.inc({ step }, failures)
    },
  })
}

/** Counts the main app's responses. */
export function measure(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request, reply)
    done()
  })
}
