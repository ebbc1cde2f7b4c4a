/** Metrics read from the database: orders, payments, refunds, holds and the outbox. */
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database/db'
import type { DomainLimits } from '../domain/limits'
import { readHeldUnpaid, type HeldUnpaid } from '../domain/office/orders/heldUnpaid'
import { readMostOnDelivery, SOURCES } from '../domain/office/orders/onDeliverySources'
import { countOwed } from '../domain/office/orders/orders'
import { countMessages } from '../outbox/outbox'
import type { Settings } from '../settings'
import { readOrders } from './orders'
import { answerOf, oneAtATime } from './within'

interface Parts {
  db: Db
  settings: Pick<Settings, 'orderWebhook' | 'mail'>
  limits: Pick<DomainLimits, 'manyOnDelivery'>
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
    help: '1 if the database responds. If it is slow, the metrics of orders are missing.',
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
    manyOnDelivery: limits.manyOnDelivery,
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
    'Orders that staff or their buyer must act on, by state, at most 10,000 each.',
    'state',
  )
  const payments = gauge(
    'shop_payments',
    'Payments of open orders by provider and state: awaited, refund_due.',
    'provider',
    'state',
  )
  const toReturn = gauge('shop_payments_to_return', 'Payments with money that must go back and that nobody refunded.')
  const refunds = gauge('shop_refunds', 'Refunds that are not finished, by state: REQUESTED, FAILED.', 'state')
  const toRepeat = gauge('shop_refunds_to_repeat', 'Failed refunds whose money is still due.')
  const differing = gauge(
    'shop_refunds_differing',
    'Refunds of the last day that the provider made with another amount than the shop asked for.',
  )
  const mostOnDelivery = gauge(
    'shop_open_on_delivery_most',
    'The most orders under way, paid on delivery, that one source has: mobile, address, network.',
    'source',
  )
  const manyOnDelivery = gauge(
    'shop_open_on_delivery_many',
    'The number of these orders from which the office shows a source. Missing if it is 0.',
  )
  const unpaidShare = gauge(
    'shop_held_unpaid_share',
    'The share of the stock that orders awaiting payment and unshipped pay-on-delivery orders of unproven accounts hold, from 0 to 1.',
  )
  const unpaidProductShare = gauge(
    'shop_held_unpaid_product_share',
    'The largest share of one product that these orders hold, of products with at least 10 pieces held, from 0 to 1.',
  )
  const unpaidPieces = gauge(
    'shop_held_unpaid_pieces',
    'Pieces held by orders awaiting payment and by unshipped pay-on-delivery orders of unproven accounts.',
  )
  const unpaidNetworks = gauge(
    'shop_held_unpaid_networks',
    'The networks that the orders holding these pieces came from.',
  )
  const heldPieces = gauge('shop_held_pieces', 'Pieces that orders awaiting payment hold.')
  const heldOrders = gauge('shop_held_orders', 'Orders that hold them.')
  const showMessages = hasOutbox
    ? outboxGauges(
        gauge(
          'shop_outbox_messages',
          'Messages of the outbox that were not sent yet: WAITING, DEAD.',
          'channel',
          'state',
        ),
        gauge('shop_outbox_oldest_seconds', 'How old the oldest of them is.', 'channel', 'state'),
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
