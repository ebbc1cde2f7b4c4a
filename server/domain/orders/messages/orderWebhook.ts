/** The contents of order webhooks (docs/webhooks.md). They are written in the same transaction as the change, and the outbox sends them. */
import type { OrderStatus } from '../../../generated/prisma/client'
import type { NewMessage } from '../../../outbox/outbox'
import type { LineNow } from '../../../shared/money/orderNow'
import { lineTotal } from '../../../shared/money/pricing'
import { nowOf } from '../charges'
import { shownIn } from '../columns'
import type { ChangeKind, RefundInCurrency } from './chooseMail'
import { orderNumber, priceOfOrder, type Order, type OrderLine } from '../order'

/** `order` is the order after its newest event. `previous` is null for a new order. */
export function webhookOfOrder(order: Order, previous: OrderStatus | null): NewMessage {
  const { id, at } = order.events.at(-1)!
  const type = `order.${order.status.toLowerCase()}`
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: describe(order, previous) })
  return { channel: 'webhook', topic: order.id, eventId: id, body }
}

/** After a change that keeps the status. `order` is the order after that event. */
export function webhookOfChange(order: Order, kind: ChangeKind): NewMessage {
  const { id, at } = order.events.at(-1)!
  const type = `order.${kind.toLowerCase()}`
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: describe(order, order.status) })
  return { channel: 'webhook', topic: order.id, eventId: id, body }
}

/** For a refund that was paid out or failed. `order` is the order after that event. Amounts are in the smallest unit of the currency. */
export function webhookOfRefund(
  order: Order,
  { id, paymentId, providerRefundId, reference, amount, currency, state, endedAt }: RefundInCurrency,
): NewMessage {
  const refund = { id, paymentId, providerRefundId, reference, amount, currency, state }
  const data = { ...refund, order: describe(order, order.status) }
  const body = JSON.stringify({ type: `refund.${state.toLowerCase()}`, timestamp: endedAt!.toISOString(), data })
  return { channel: 'webhook', topic: order.id, eventId: `${id}-${state.toLowerCase()}`, body }
}

/**
 * Uses the names of the GraphQL API. Omits name, street and mobile number: the payload contains only data that an order keeps after its
 * account is deleted.
 */
function describe(order: Order, previousStatus: OrderStatus | null) {
  const { trace: _trace, ...priceDetails } = priceOfOrder(order)
  const now = nowOf(order)
  return {
    ...shownIn('webhook', order),
    number: orderNumber(order),
    previousStatus,
    items: order.lines.map((line, i) => ({ ...describeLine(line), ...describeNow(now.lines[i]!) })),
    priceDetails,
    cancelledPaise: now.cancelled,
    payablePaise: now.payable,
    paymentProvider: order.payOnDelivery ? null : order.provider,
  }
}

/** The pieces that are sent, and what they cost after the coupon, with their share of the gift wrap. */
const describeNow = ({ sent, goods, wrap }: LineNow) => ({ sent, sentPaise: goods + wrap })

const describeLine = ({
  productId,
  title,
  quantity,
  piecesInSet,
  cancelled,
  returned,
  returnedPieces,
  replaced,
  replacedPieces,
  discounted,
  original,
  estimatedDelivery,
}: OrderLine) => ({
  productId,
  title,
  quantity,
  piecesInSet,
  cancelled,
  returned,
  returnedPieces,
  replaced,
  replacedPieces,
  price: { discounted, original },
  lineTotal: lineTotal({ discounted, quantity }),
  estimatedDelivery: estimatedDelivery.toISOString().slice(0, 10),
})
