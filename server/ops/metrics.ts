/** The metrics in Prometheus' format. All names except Node's own begin with `shop_`; times are in seconds. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../database/db'
import { readMostOnDelivery, SOURCES } from '../domain/office/orders/onDeliverySources'
import { countMessages } from '../outbox/outbox'
import type { Ops } from './parts'
import { readOrders } from './orders'

/** Callers choose operation names, so beyond this many, new names are counted together. */
const MOST_OPERATION_NAMES = 100
const OTHER = 'other'

export interface Metrics {
  countRequest(request: FastifyRequest, reply: FastifyReply): void
  countOperation(name: string | null | undefined, type: string): void
  countError(transport: 'rest' | 'graphql', code: string): void
  /** Counts an attempt to send a message of the outbox. */
  countAttempt(channel: string, outcome: string): void
  /** Counts a purge of the CDN. */
  countPurge(outcome: string): void
  read(): Promise<string>
  contentType: string
}

export function createMetrics(ops: Ops): Metrics {
  const registers = [new Registry()]
  const requests = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Responses that were computed, by route, method and status. Those from the response cache are in shop_cache_hits_total.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const operations = new Counter({
    name: 'shop_graphql_operations_total',
    help: `GraphQL operations that were run, by name; the first ${MOST_OPERATION_NAMES} names, then "${OTHER}".`,
    labelNames: ['operation', 'type'],
    registers,
  })
  const errors = new Counter({
    name: 'shop_errors_total',
    help: 'Errors by transport and code: of GraphQL both errors and userErrors.',
    labelNames: ['transport', 'code'],
    registers,
  })
  const attempts = new Counter({
    name: 'shop_outbox_attempts_total',
    help: 'Attempts of this server to send a message of the outbox, by channel and outcome: sent, failed, gone.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const purges = new Counter({
    name: 'shop_cdn_purges_total',
    help: 'Purges that this server sent to the CDN, by outcome: taken, failed.',
    labelNames: ['outcome'],
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
      if (names.size < MOST_OPERATION_NAMES) names.add(operation)
      operations.inc({ operation: names.has(operation) ? operation : OTHER, type })
    },
    countError: (transport, code) => errors.inc({ transport, code }),
    countAttempt: (channel, outcome) => attempts.inc({ channel, outcome }),
    countPurge: (outcome) => purges.inc({ outcome }),
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

/** Registers metrics that are read on request. Returns a function to await before that. */
function collectState({ app, db, pool, catalogue, replicas }: Ops, registers: Registry[]): () => Promise<void> {
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
  gauge('shop_cache_bytes', 'What the response cache holds.', () => app.cacheCounts.bytes)
  gauge('shop_listener_up', '1 while changes of the catalogue are heard of.', () => Number(catalogue.isWatching))
  gauge('shop_database_connections', 'Open connections of the pool.', () => pool.totalCount)
  gauge('shop_database_connections_idle', 'Those that nobody uses.', () => pool.idleCount)
  gauge('shop_database_waiting', 'Callers that wait for a connection.', () => pool.waitingCount)

  if (replicas) gauge('shop_replicas_usable', 'Replicas that may be read now.', () => replicas.usable)

  const orders = new Gauge({ name: 'shop_orders', help: 'Orders by state.', labelNames: ['state'], registers })
  const payments = new Gauge({
    name: 'shop_payments',
    help: 'Payments by provider and state: awaited, captured, refund_due, none.',
    labelNames: ['provider', 'state'],
    registers,
  })
  const refunds = new Gauge({
    name: 'shop_refunds',
    help: 'Refunds by state: REQUESTED, PROCESSED, FAILED.',
    labelNames: ['state'],
    registers,
  })
  const mostOnDelivery = new Gauge({
    name: 'shop_open_on_delivery_most',
    help: 'The most orders under way, paid on delivery, that one source has: mobile, address, network.',
    labelNames: ['source'],
    registers,
  })
  gauge('shop_held_pieces', 'Pieces that orders awaiting payment hold.', () => held.pieces)
  gauge('shop_held_orders', 'Orders that hold them.', () => held.orders)
  let held = { orders: 0, pieces: 0 }
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 where the database said how orders stand; where not, they are missing here.',
    registers,
  })
  const { orderWebhook, mail } = app.shop.settings
  const readOutbox = orderWebhook || mail ? collectOutbox(db, registers) : async () => {}
  return async () => {
    orders.reset()
    payments.reset()
    refunds.reset()
    mostOnDelivery.reset()
    try {
      await readOutbox()
      const found = await readOrders(db)
      for (const { state, count } of found.orders) orders.set({ state }, count)
      for (const { provider, state, count } of found.payments) payments.set({ provider, state }, count)
      for (const { state, count } of found.refunds) refunds.set({ state }, count)
      held = found.held
      for (const source of SOURCES) mostOnDelivery.set({ source: source.toLowerCase() }, 0)
      for (const { source, orders } of await readMostOnDelivery(db))
        mostOnDelivery.set({ source: source.toLowerCase() }, orders)
      up.set(1)
    } catch {
      up.set(0)
    }
  }
}

function collectOutbox(db: Db, registers: Registry[]): () => Promise<void> {
  const labelNames = ['channel', 'state']
  const help = 'Messages of the outbox that were not sent yet: WAITING, DEAD.'
  const messages = new Gauge({ name: 'shop_outbox_messages', help, labelNames, registers })
  const oldest = new Gauge({
    name: 'shop_outbox_oldest_seconds',
    help: 'How old the oldest of them is.',
    labelNames,
    registers,
  })
  return async () => {
    messages.reset()
    oldest.reset()
    for (const { channel, state, count, oldest: since } of await countMessages(db)) {
      messages.set({ channel, state }, count)
      oldest.set({ channel, state }, since ? Math.max(0, Date.now() - since.getTime()) / 1000 : 0)
    }
  }
}

/** Counts the main app's responses. */
export function measure(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request, reply)
    done()
  })
}
