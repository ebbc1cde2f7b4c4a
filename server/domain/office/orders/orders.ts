/** Lists and finds orders for staff, in pages that stay fast with 100,000 orders. */
import type { Db } from '../../../database/db'
import { Prisma, type OrderStatus } from '../../../generated/prisma/client'
import { OrderStatus as STATUSES } from '../../../generated/prisma/enums'
import { invalidInput } from '../../../shared/errors'
import { readInstant } from '../../../shared/instants'
import { counted, countOnce, ROWS_TO_COUNT, type CountedPage } from '../../counted'
import { checkFirst, decodeCursor, encodeCursor, notACursor, pageOf } from '../../cursor'
import { IS_OPEN_ON_DELIVERY } from '../../orders/on-delivery/openOnDelivery'
import { serialOf, withHistory, type Order } from '../../orders/order'
import type { Shop } from '../../shop'
import { checkedSearch, emailHolds, holdsWords } from './searchText'
import { HELD_UNPAID } from './heldUnpaid'

interface OrderFilter {
  status?: OrderStatus[] | null
  numbers?: string[] | null
  search?: string | null
  /** ISO 8601 timestamps. */
  placedFrom?: string | null
  placedTo?: string | null
  needsAttention?: boolean | null
  holdsUnpaid?: boolean | null
  openOnDelivery?: boolean | null
  customerId?: string
}

type OrderSort = 'NEWEST' | 'OLDEST'

export type OfficeOrderPage = CountedPage<Order>

interface OrderList {
  first: number
  /** A cursor from an earlier page with the same filter and sort. */
  after?: string | null
  filter: OrderFilter
  sort?: OrderSort
}

/** `first` is 1 to 100. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listOfficeOrders(
  { db }: Shop,
  { first, after, filter, sort = 'NEWEST' }: OrderList,
): Promise<OfficeOrderPage> {
  checkFirst(first)
  const question = ['office', filter, sort]
  const by = filter.placedFrom || filter.placedTo ? BY_TIME : BY_NUMBER
  const [direction, beyond] = DIRECTIONS[sort]
  const from = after == null ? [] : [by.beyond(beyond, ...(decodeCursor(question, after, by.types) as never[]))]
  const matches = filter.search?.trim() ? await findMatches(db, filter.search) : null
  const others = conditionsOf(filter)
  const conditions = [...others, ...(matches ? [matches.condition] : [])]
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM shop_order
    WHERE ${Prisma.join([Prisma.sql`TRUE`, ...from, ...conditions], ' AND ')}
    ORDER BY ${by.order(direction)} LIMIT ${first + 1}`
  const ids = rows.slice(0, first).map(({ id }) => id)
  const found = new Map(
    (await db.order.findMany({ where: { id: { in: ids } }, include: withHistory })).map((order) => [order.id, order]),
  )
  const nodes = ids.flatMap((id) => found.get(id) ?? [])
  return {
    ...pageOf(nodes, { first, after }, (node) => encodeCursor(question, by.valuesOf(node)), rows.length > first),
    // ORDER BY makes PostgreSQL use the list's index.
    count: countOnce(async () => {
      if (matches?.isMany && others.length === 0) return ROWS_TO_COUNT
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM (
          SELECT FROM shop_order WHERE ${Prisma.join([Prisma.sql`TRUE`, ...conditions], ' AND ')}
          ORDER BY ${by.order(direction)} LIMIT ${ROWS_TO_COUNT}
        ) AS counted`
      return row!.count
    }),
  }
}

/** A sort's direction, and the comparison that finds the rows after a cursor. */
const DIRECTIONS = {
  NEWEST: [Prisma.sql`DESC`, Prisma.sql`<`],
  OLDEST: [Prisma.sql`ASC`, Prisma.sql`>`],
} satisfies Record<OrderSort, [Prisma.Sql, Prisma.Sql]>

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Both sorts use an index: all orders are sorted by number, and a date range by time. Sorting a date range by number would scan all orders.
 */
const BY_NUMBER = {
  types: ['serial'] as const,
  order: (direction: Prisma.Sql) => Prisma.sql`serial ${direction}`,
  valuesOf: ({ serial }: Order) => [serial],
  beyond: (comparison: Prisma.Sql, serial?: number) => Prisma.sql`serial ${comparison} ${serial}`,
}
const BY_TIME = {
  types: ['string', 'serial'] as const,
  order: (direction: Prisma.Sql) => Prisma.sql`placed_at ${direction}, serial ${direction}`,
  valuesOf: ({ placedAt, serial }: Order) => [placedAt.toISOString(), serial],
  beyond: (comparison: Prisma.Sql, at = '', serial?: number) => {
    if (!INSTANT.test(at) || Number.isNaN(Date.parse(at))) throw notACursor()
    return Prisma.sql`(placed_at, serial) ${comparison} (${new Date(at)}, ${serial})`
  },
}

/** Conditions for all parts of the filter but the search. */
function conditionsOf(filter: OrderFilter): Prisma.Sql[] {
  const { status, numbers, placedFrom, placedTo, needsAttention, holdsUnpaid, openOnDelivery, customerId } = filter
  return [
    ...(status?.length ? [Prisma.sql`status = ANY(${status}::"OrderStatus"[])`] : []),
    ...(numbers?.length ? [Prisma.sql`serial = ANY(${serialsOf(numbers)})`] : []),
    ...(placedFrom ? [Prisma.sql`placed_at >= ${instant('placedFrom', placedFrom)}`] : []),
    ...(placedTo ? [Prisma.sql`placed_at < ${instant('placedTo', placedTo)}`] : []),
    ...(customerId ? [Prisma.sql`user_id = ${customerId}::uuid`] : []),
    ...(holdsUnpaid ? [Prisma.sql`id IN (SELECT id FROM (${HELD_UNPAID}) AS held)`] : []),
    ...(openOnDelivery ? [IS_OPEN_ON_DELIVERY] : []),
    ...(needsAttention ? [Prisma.sql`id IN (${ATTENTION})`] : []),
  ]
}

/** As many as the longest page of a list. */
const MAX_NUMBERS = 100

/** Text that is not an order number matches nothing. */
function serialsOf(numbers: string[]): number[] {
  if (numbers.length > MAX_NUMBERS)
    throw invalidInput('numbers', `\`numbers\` can have at most ${MAX_NUMBERS} order numbers.`)
  return numbers.flatMap((number) => serialOf(number) ?? [])
}

function instant(field: string, text: string): Date {
  const at = readInstant(text)
  // PostgreSQL has no year zero.
  if (at && at.toISOString() > '0001') return at
  throw invalidInput(field, `\`${field}\` must be a time such as 2026-01-31T00:00:00+05:30.`)
}

/** The index does not support shorter texts. */
const SHORTEST_SEARCH = 3

/** `CER-000012`, `#cer 12` and `CER–000012`, with the dash of an email program. */
const ORDER_NUMBER = /^#?\s*cer\W*0*([0-9]{1,9})$/i
const ORDER_DIGITS = /^#?0*([0-9]{1,9})$/

/** Of more matches, only their number is known: more than a list counts. */
const MANY = ROWS_TO_COUNT

interface Matches {
  condition: Prisma.Sql
  /** True if more orders match than a list counts. */
  isMany: boolean
}

/**
 * Matches the order number or its digits, or else the mobile number in any notation, part of the payment id, tracking number or email, or
 * the words of the name in any order.
 *
 * PostgreSQL first collects the serials of at most `MANY` matches by its indexes. If those are all, the list consists of them; otherwise it
 * would scan all orders for a rare text. If there are more, it goes through the orders in their sequence, and soon has enough of them:
 * collecting and sorting the 50,000 orders of a common name takes half a second.
 */
async function findMatches(db: Db, given: string): Promise<Matches> {
  const text = checkedSearch(given)
  const number = ORDER_NUMBER.exec(text)?.[1]
  const digits = number ?? ORDER_DIGITS.exec(text)?.[1]
  const serial = digits === undefined ? null : serialOf(`CER-${digits.padStart(6, '0')}`)
  const isNumber = Prisma.sql`serial = ${serial}`
  if (number !== undefined || /^cer-/i.test(text)) return { condition: isNumber, isMany: false }
  if (text.length < SHORTEST_SEARCH) {
    if (serial !== null) return { condition: isNumber, isMany: false }
    throw invalidInput('search', `A search needs at least ${SHORTEST_SEARCH} characters.`)
  }
  const hasWords = holdsWords('search_text', text)
  const accounts = Prisma.sql`SELECT id FROM user_account WHERE email LIKE ${emailHolds(given)}`
  const collected = await db.$queryRaw<{ serial: number }[]>`
    SELECT serial FROM shop_order WHERE ${isNumber}
    UNION (SELECT serial FROM shop_order WHERE ${hasWords} LIMIT ${MANY})
    UNION (SELECT bought.serial FROM (${accounts}) AS account JOIN shop_order AS bought ON bought.user_id = account.id LIMIT ${MANY})`
  if (collected.length < MANY)
    return { condition: Prisma.sql`serial = ANY(${collected.map((row) => row.serial)})`, isMany: false }
  return { condition: Prisma.sql`(${isNumber} OR ${hasWords} OR user_id IN (${accounts}))`, isMany: true }
}

/** A payment that is not fully covered by refunds. */
const OWED_PAYMENT = Prisma.sql`
  amount > (SELECT COALESCE(sum(amount), 0) FROM refund WHERE payment_id = received_payment.id AND state <> 'FAILED')`

/**
 * A failed refund whose money is still due: either the full payment must be refunded but was not, or staff have not requested another
 * refund since the failure.
 */
const FAILED_REFUND = Prisma.sql`
  refund.state = 'FAILED' AND EXISTS (
    SELECT FROM received_payment
    WHERE received_payment.id = refund.payment_id AND ${OWED_PAYMENT} AND (
      excess IS NOT NULL
      OR EXISTS (SELECT FROM shop_order AS owing WHERE owing.id = refund.order_id AND owing.status = 'REFUND_DUE')
      OR NOT EXISTS (
        SELECT FROM refund AS later
        WHERE later.payment_id = refund.payment_id AND later.state <> 'FAILED' AND later.requested_at >= refund.ended_at
      )
    )
  )`

/** Orders that staff must check or decide about. */
const ATTENTION = Prisma.sql`
  SELECT id FROM shop_order WHERE status = 'RETURN_REQUESTED'
  UNION SELECT id FROM shop_order WHERE owed_paise > 0
  UNION SELECT id FROM shop_order WHERE is_place_unclear AND status <> 'CANCELLED'
  UNION SELECT order_id FROM refund WHERE ${FAILED_REFUND}
  UNION SELECT order_id FROM received_payment WHERE excess IS NOT NULL AND ${OWED_PAYMENT}
  UNION SELECT owing.id FROM shop_order AS owing JOIN received_payment ON order_id = owing.id
    WHERE owing.status = 'REFUND_DUE' AND ${OWED_PAYMENT}`

export interface StatusCount {
  status: OrderStatus
  count: number
  isMore: boolean
}

/**
 * The number of orders per status, in the usual sequence of statuses. Each count has a limit. ORDER BY makes PostgreSQL
 * use the index.
 */
export async function countByStatus({ db }: Shop): Promise<StatusCount[]> {
  const rows = await db.$queryRaw<{ status: OrderStatus; count: number }[]>`
    SELECT each.status::text AS status, (
      SELECT count(*)::int FROM (
        SELECT FROM shop_order WHERE shop_order.status = each.status ORDER BY serial DESC LIMIT ${ROWS_TO_COUNT}
      ) AS counted
    ) AS count FROM unnest(enum_range(NULL::"OrderStatus")) AS each (status)`
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.values(STATUSES).map((status) => ({ status, ...counted(counts.get(status) ?? 0) }))
}

/** Null if the order does not exist. */
export async function findOfficeOrder({ db }: Shop, number: string): Promise<Order | null> {
  const serial = serialOf(number)
  return serial === null ? null : db.order.findUnique({ where: { serial }, include: withHistory })
}

const LISTED = 100

/** Failed refunds, newest first. */
export async function listFailedRefunds({ db }: Shop): Promise<{ id: string; orderId: string }[]> {
  return db.$queryRaw`
    SELECT id::text, order_id::text AS "orderId" FROM refund WHERE ${FAILED_REFUND} ORDER BY ended_at DESC LIMIT ${LISTED}`
}

/** A UNION, so that each half uses its index. */
const PAYMENTS_TO_RETURN = Prisma.sql`
  SELECT id, order_id, received_at FROM received_payment WHERE excess IS NOT NULL AND ${OWED_PAYMENT}
  UNION
  SELECT received_payment.id, order_id, received_at FROM shop_order JOIN received_payment ON order_id = shop_order.id
  WHERE shop_order.status = 'REFUND_DUE' AND ${OWED_PAYMENT}`

/** Payments with money to refund, newest first. */
export async function listOwedPayments({ db }: Shop): Promise<{ id: string; orderId: string }[]> {
  return db.$queryRaw`
    SELECT id, order_id::text AS "orderId" FROM (${PAYMENTS_TO_RETURN}) AS owed
    ORDER BY received_at DESC LIMIT ${LISTED}`
}

interface Owed {
  paymentsToReturn: number
  failedRefunds: number
  /** Refunds from the last day for which the provider refunded a different amount than requested. */
  differingRefunds: number
}

/** The number of payments and failed refunds that the two lists above would show without a limit. */
export async function countOwed(db: Db): Promise<Owed> {
  const [counted] = await db.$queryRaw<Owed[]>`
    SELECT (SELECT count(*)::int FROM (${PAYMENTS_TO_RETURN}) AS owed) AS "paymentsToReturn",
      (SELECT count(*)::int FROM refund WHERE ${FAILED_REFUND}) AS "failedRefunds",
      (SELECT count(*)::int FROM refund
        WHERE state = 'PROCESSED' AND ended_at > now() - interval '1 day' AND asked_amount IS NOT NULL) AS "differingRefunds"`
  return counted!
}
