/** Metrics read from the database: orders, payments, refunds, holds and the outbox. */
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database/db'
import type { Limits } from '../guards/limits'
import { readHeldUnpaid, type HeldUnpaid } from '../domain/office/orders/heldUnpaid'
import { readMostOnDelivery, SOURCES } from '../domain/office/orders/onDeliverySources'
import { countOwed } from '../domain/office/orders/orders'
import { countMessages } from '../outbox/outbox'
import type { Settings } from '../settings'
import { readOrders } from './openWork'
import { answerOf, oneAtATime } from './timeLimit'

interface Parts {
  db: Db
  settings: Pick<Settings, 'orderWebhook' | 'mail'>
  limits: Limits
}

/** Prometheus gives up on a scrape after 10 s by default. */
const MAX_COUNTING_MS = 8_000

/**
 * Registers the metrics. Returns a function to await before each scrape. The function never fails, and never takes longer than the time
 * limits. Scrapes that arrive during a slow read share that read.
 */
export function collectDatabase({ db, settings, limits }: Parts, registers: Registry[]): () => Promise<void> {
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 if the database responds. If it is slow, the order metrics are missing.',
    registers,
  })
  const hasOutbox = Boolean(settings.orderWebhook || settings.mail)
  const { show, hide } = gauges(registers, hasOutbox)
  const read = oneAtATime(async () => ({
    messages: hasOutbox ? await countMessages(db) : [],
    ...(await readOrders(db)),
    ...(await countOwed(db)),
    onDelivery: await readMostOnDelivery(db),
    unpaid: await readHeldUnpaid(db),
    manyOnDelivery: limits['onDelivery.many'],
  }))
  const ping = oneAtATime(() => db.$queryRaw`SELECT 1`)
  return async () => {
    const isUp = await answerOf(ping()).then(
      () => true,
      () => false,
    )
    const found = isUp ? await answerOf(read(), MAX_COUNTING_MS).catch(() => null) : null
    up.set(Number(isUp))
    hide()
    if (found) show(found)
  }
}

interface Found extends Awaited<ReturnType<typeof readOrders>>, Awaited<ReturnType<typeof countOwed>> {
  messages: Awaited<ReturnType<typeof countMessages>>
  onDelivery: Awaited<ReturnType<typeof readMostOnDelivery>>
  unpaid: HeldUnpaid
  manyOnDelivery: number
}

function gauges(registers: Registry[], hasOutbox: boolean) {
  const emptying: (() => void)[] = []
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> => {
    const made = new Gauge({ name, help, labelNames, registers })
    // A gauge without labels becomes 0 after a reset, which would look like a measured value.
    emptying.push(() => (labelNames.length === 0 ? made.remove() : made.reset()))
    return made
  }
  const orders = gauge(
    'shop_orders',
    'Orders that need an action by staff or the buyer, by state. At most 10,000 each.',
    'state',
  )
  const payments = gauge(
    'shop_payments',
    'Payments of open orders by provider and state: awaited, refund_due.',
    'provider',
    'state',
  )
  const toReturn = gauge(
    'shop_payments_to_return',
    'Payments with money that is due back to the buyer and has no refund yet.',
  )
  const refunds = gauge('shop_refunds', 'Unfinished refunds by state: REQUESTED, FAILED.', 'state')
  const toRepeat = gauge('shop_refunds_to_repeat', 'Failed refunds that must be repeated.')
  const differing = gauge('shop_refunds_differing', 'Refunds of the last day with a different amount than requested.')
  const mostOnDelivery = gauge(
    'shop_open_on_delivery_most',
    'The highest number of open pay-on-delivery orders from one source: mobile, address, network.',
    'source',
  )
  const manyOnDelivery = gauge(
    'shop_open_on_delivery_many',
    'The number of open pay-on-delivery orders from which the office lists a source. Missing if it is 0.',
  )
  const unpaidShare = gauge(
    'shop_held_unpaid_share',
    'Share of the stock, from 0 to 1, held by orders awaiting payment and by unshipped pay-on-delivery orders of unproven accounts.',
  )
  const unpaidProductShare = gauge(
    'shop_held_unpaid_product_share',
    'Largest share of one product, from 0 to 1, held by the same orders. Only products with at least 10 pieces held.',
  )
  const unpaidPieces = gauge(
    'shop_held_unpaid_pieces',
    'Pieces held by orders awaiting payment and by unshipped pay-on-delivery orders of unproven accounts.',
  )
  const unpaidNetworks = gauge(
    'shop_held_unpaid_networks',
    'Number of networks that placed the orders holding these pieces.',
  )
  const heldPieces = gauge('shop_held_pieces', 'Pieces held by orders awaiting payment.')
  const heldOrders = gauge('shop_held_orders', 'Orders awaiting payment that hold pieces.')
  const showMessages = hasOutbox
    ? outboxGauges(
        gauge('shop_outbox_messages', 'Unsent outbox messages by state: WAITING, DEAD.', 'channel', 'state'),
        gauge('shop_outbox_oldest_seconds', 'Age of the oldest unsent outbox message.', 'channel', 'state'),
      )
    : () => {}
  return {
    show: (found: Found): void => {
      for (const { state, count } of found.orders) orders.set({ state }, count)
      for (const { provider, state, count } of found.payments) payments.set({ provider, state }, count)
      for (const { state, count } of found.refunds) refunds.set({ state }, count)
      toReturn.set(found.paymentsToReturn)
      toRepeat.set(found.failedRefunds)
      differing.set(found.differingRefunds)
      unpaidShare.set(found.unpaid.share)
      unpaidProductShare.set(found.unpaid.productShare)
      if (found.manyOnDelivery > 0) manyOnDelivery.set(found.manyOnDelivery)
      unpaidPieces.set(found.unpaid.pieces)
      unpaidNetworks.set(found.unpaid.networks)
      heldPieces.set(found.held.pieces)
      heldOrders.set(found.held.orders)
      for (const source of SOURCES) mostOnDelivery.set({ source: source.toLowerCase() }, 0)
      for (const { source, orders } of found.onDelivery) mostOnDelivery.set({ source: source.toLowerCase() }, orders)
      showMessages(found.messages)
    },
    hide: () => emptying.forEach((empty) => empty()),
  }
}

type OutboxGauge = Gauge<'channel' | 'state'>

const outboxGauges =
  (messages: OutboxGauge, oldest: OutboxGauge) =>
  (found: Found['messages']): void => {
    for (const { channel, state, count, oldest: since } of found) {
      messages.set({ channel, state }, count)
      oldest.set({ channel, state }, since ? Math.max(0, Date.now() - since.getTime()) / 1000 : 0)
    }
  }
