/**
 * The figures of the orders that were sold on a day (Indian time), computed from the orders. An order counts on the day on which it was paid
 * or confirmed (`soldAt`), also if it is returned later. Cancelled and unpaid orders do not count.
 */
import type { Db, Tx } from '../../../database/db'
import type { OrderStatus, SalesKind } from '../../../generated/prisma/client'
import { toPaise } from '../../../shared/money/money'
import { refundedPieces, refundShare } from '../../../shared/money/refundShare'
import { inSets, piecesPerItem, singly } from '../../../shared/setPieces'
import { nowOf } from '../../orders/charges'

/** Amounts are in paise. */
export interface Figures {
  pieces: number
  returnedPieces: number
  /** The number of orders, each counted once. */
  orders: number
  /** What the buyers paid for the lines, after the offers and the coupon, without gift wrap and fees. */
  takings: number
  offerDiscounts: number
  couponDiscounts: number
  /** The part of the takings that belongs to the returned pieces. */
  returned: number
}

interface SoldRow extends Figures {
  kind: SalesKind
  day: string
  key: string
}

interface BuyerRow {
  day: string
  userId: string
  orders: number
}

export interface Sold {
  rows: SoldRow[]
  buyers: BuyerRow[]
  /** The number of days that were left out because of `maximum`. */
  leftOut: number
}

/** About 30 ms of the server's only thread. Other requests are answered in between. */
const ORDERS_AT_ONCE = 200

/** All pieces of these orders count as returned. */
const RETURNED: OrderStatus[] = ['REFUND_DUE', 'RETURNED', 'REFUNDED']

interface SoldOrder {
  id: string
  day: string
}

interface OrderRow {
  id: string
  userId: string
  status: OrderStatus
  couponCode: string | null
  couponDiscount: number
  giftWrap: number
  convenienceFee: number
  payOnDelivery: boolean
  lines: LineRow[]
}

interface LineRow {
  id: string
  title: string
  discounted: number
  original: number
  quantity: number
  restocked: number
  cancelled: number
  returned: number
  returnedPieces: number
  replaced: number
  replacedPieces: number
  piecesInSet: number | null
  /** Null if the shop no longer has the product. */
  variant: string | null
  product: string | null
  category: string | null
}

interface RefundRow {
  orderId: string
  state: string
  lines: { lineId: string; quantity: number }[]
}

/**
 * Reads the orders in pages, so that a day with many orders needs little memory. Leaves out the oldest days if all have more than `maximum`
 * orders, but never the newest day.
 */
export async function readSold(db: Db | Tx, days: string[], maximum = Infinity): Promise<Sold> {
  const rows = new Map<string, SoldRow>()
  const buyers = new Map<string, BuyerRow>()
  const all = await listSold(db, days)
  const read = newestDays(days, all, maximum)
  const sold = all.filter(({ day }) => read.has(day))
  for (let done = 0; done < sold.length; done += ORDERS_AT_ONCE) {
    const page = sold.slice(done, done + ORDERS_AT_ONCE)
    const ids = page.map(({ id }) => id)
    const orders = new Map((await readOrders(db, ids)).map((order) => [order.id, order]))
    const refunds = new Map<string, RefundRow[]>()
    for (const refund of await readRefunds(db, ids))
      refunds.set(refund.orderId, [...(refunds.get(refund.orderId) ?? []), refund])
    for (const { id, day } of page) {
      const order = orders.get(id)
      if (!order) continue
      addOrder(rows, day, order, refunds.get(id) ?? [])
      const buyer = buyers.get(day + order.userId) ?? { day, userId: order.userId, orders: 0 }
      buyers.set(day + order.userId, { ...buyer, orders: buyer.orders + 1 })
    }
  }
  return { rows: [...rows.values()], buyers: [...buyers.values()], leftOut: days.length - read.size }
}

function newestDays(days: string[], sold: SoldOrder[], maximum: number): Set<string> {
  const counts = new Map<string, number>()
  for (const { day } of sold) counts.set(day, (counts.get(day) ?? 0) + 1)
  const read = new Set<string>()
  let total = 0
  for (const day of days.toSorted().toReversed()) {
    total += counts.get(day) ?? 0
    if (read.size > 0 && total > maximum) break
    read.add(day)
  }
  return read
}

/** An order whose first payment or confirmation is on an earlier day belongs to that day. */
const listSold = (db: Db | Tx, days: string[]) =>
  db.$queryRaw<SoldOrder[]>`
    SELECT event.order_id::text AS id, to_char(asked.day, 'YYYY-MM-DD') AS day
    FROM unnest(${days}::date[]) AS asked (day) CROSS JOIN LATERAL (
      SELECT DISTINCT order_id FROM order_event
      WHERE status IN ('PAID', 'CONFIRMED') AND at >= start_in_india(asked.day) AND at < start_in_india(asked.day + 1)
    ) AS event CROSS JOIN LATERAL (
      SELECT min(at) AS at FROM order_event WHERE order_id = event.order_id AND status IN ('PAID', 'CONFIRMED')
    ) AS first
    WHERE first.at >= start_in_india(asked.day)`

const readOrders = (db: Db | Tx, ids: string[]) =>
  db.$queryRaw<OrderRow[]>`
    SELECT shop_order.id::text, user_id::text AS "userId", status::text, coupon_code AS "couponCode", coupon_discount AS "couponDiscount",
      gift_wrap AS "giftWrap", convenience_fee AS "convenienceFee",
      pay_on_delivery AS "payOnDelivery",
      json_agg(json_build_object('id', line.id, 'title', line.title, 'discounted', line.discounted, 'original', line.original,
        'quantity', line.quantity, 'restocked', line.restocked, 'cancelled', line.cancelled, 'returned', line.returned,
        'returnedPieces', line.returned_pieces, 'replaced', line.replaced, 'replacedPieces', line.replaced_pieces,
        'piecesInSet', line.pieces_in_set, 'variant', product.id,
        'product', coalesce(product.variant_of, product.id), 'category', product.category_id) ORDER BY line.position) AS lines
    FROM shop_order JOIN order_line AS line ON line.order_id = shop_order.id LEFT JOIN product ON product.id = line.product_id
    WHERE shop_order.id = ANY(${ids}::uuid[]) AND status NOT IN ('CANCELLED', 'AWAITING_PAYMENT')
      AND NOT is_replacement
    GROUP BY shop_order.id`

const readRefunds = (db: Db | Tx, ids: string[]) =>
  db.$queryRaw<RefundRow[]>`
    SELECT order_id::text AS "orderId", state::text, lines FROM refund WHERE order_id = ANY(${ids}::uuid[]) AND lines IS NOT NULL`

const NONE: Figures = {
  pieces: 0,
  returnedPieces: 0,
  orders: 0,
  takings: 0,
  offerDiscounts: 0,
  couponDiscounts: 0,
  returned: 0,
}

function addOrder(rows: Map<string, SoldRow>, day: string, order: OrderRow, refunds: RefundRow[]): void {
  const now = nowOf(order)
  const refunded = refundedPieces(refunds)
  const isReturned = RETURNED.includes(order.status)
  const counted = new Set<SoldRow>()
  order.lines.forEach((line, i) => {
    const { price, goods, rounding } = now.lines[i]!
    const { quantity, cancelled } = line
    // Cancelled pieces were not sold. Of a prepaid order, they were refunded. For replaced pieces in stock, the buyer has others.
    const sold = quantity - cancelled
    if (sold === 0) return
    const each = piecesPerItem(line)
    const settled = singly(line, refunded.get(line.id) ?? { quantity: 0, pieces: 0 })
    const came = order.payOnDelivery ? settled : settled - cancelled * each
    const restocked = line.restocked * each - singly(line, { quantity: line.replaced, pieces: line.replacedPieces })
    const returned = singly(line, { quantity: line.returned, pieces: line.returnedPieces })
    // Counted singly: of a set, some pieces may be back.
    const back = isReturned ? sold * each : Math.min(sold * each, Math.max(came, restocked, returned))
    const figures: Omit<Figures, 'orders'> = {
      pieces: sold,
      returnedPieces: inSets(line, back).quantity,
      takings: goods,
      offerDiscounts: toPaise((line.original - line.discounted) * sold),
      couponDiscounts: price - goods - rounding,
      returned: refundShare({ charged: goods, quantity: sold * each }, 0, back),
    }
    const keys: [SalesKind, string | null][] = [
      ['PRODUCT', line.product ?? ''],
      ['VARIANT', line.variant ?? ''],
      ['CATEGORY', line.category ?? ''],
      ['COUPON', order.couponCode],
    ]
    for (const [kind, key] of keys) {
      if (key === null) continue
      const id = `${day} ${kind} ${key}`
      const row = rows.get(id) ?? { kind, day, key, ...NONE }
      rows.set(id, row)
      for (const [name, amount] of Object.entries(figures)) row[name as keyof typeof figures] += amount
      if (!counted.has(row)) row.orders += 1
      counted.add(row)
    }
  })
}
