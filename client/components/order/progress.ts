/** What an order's buyer reads about its state: what happened, and what happens next. */
import { arrivalDay } from '../../../server/shared/delivery/delivery'
import { formatPaise } from '../../../server/shared/money/money'
import { answeredBy } from '../../../server/shared/delivery/returnSteps'
import { staysWithBuyer } from '../../../server/shared/delivery/returns'
import { keepsReturned } from '../../../server/shared/setPieces'
import type { OrderReturnLineState, OrderStatus, RefundState, ReturnReason, ReturnWish } from '../../generated/types'
import { formatDay } from '../days'
import { statusText } from './OrderStatus'

interface Progress {
  status: OrderStatus
  timeline: readonly { status: OrderStatus }[]
  items: Parameters<typeof keepsReturned>[0]
  /** True if the shop has accepted the newest return and waits for its pieces. */
  expectsReturn: boolean
}

/** The buyer keeps broken pieces, so they are not called returned. */
export const RETURN_ACCEPTED = 'Return accepted'
export const IN_PROGRESS = 'Refund in progress'

/**
 * The status in the buyer's words. Without AUTO_REFUND, the refund may not have been requested yet, so no text says that it is on its way.
 */
export function buyerStatusText({ status, timeline, items, expectsReturn }: Progress): string {
  const isKept = keepsReturned(items)
  if (status === 'RETURNED' && isKept) return RETURN_ACCEPTED
  if (status === 'RETURN_REQUESTED' && expectsReturn) return RETURN_ACCEPTED
  if (status !== 'REFUND_DUE') return statusText(status)
  const earlier = timeline.map((event) => event.status)
  if (earlier.includes('RETURNED') && !isKept) return 'Returned, refund in progress'
  if (earlier.includes('SHIPPED') || earlier.includes('DELIVERED')) return IN_PROGRESS
  return 'Cancelled, refund in progress'
}

/** True if the order may still be delivered. */
export const isUnderway = (status: OrderStatus): boolean =>
  ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID', 'SHIPPED'].includes(status)

const INDIA_AHEAD_OF_UTC = 5.5 * 3600_000

/** The calendar day in India, such as `2025-08-05`. */
const indianDay = (instant: number): string => new Date(instant + INDIA_AHEAD_OF_UTC).toISOString().slice(0, 10)

/** A return request, as far as its progress depends on it. */
interface Request {
  requestedAt: string
  wish: ReturnWish
  decidedAt: string | null
  lines: { reason: ReturnReason; state: OrderReturnLineState }[]
}

/** What a buyer who is logged in knows about returns and refunds. The list of orders and the page of a link do not load them. */
interface AfterSale {
  returns?: Request[]
  refunds?: { state: RefundState; at?: string; amountPaise?: number }[]
  owedPaise?: number
}

interface Headed extends AfterSale {
  status: OrderStatus
  items: { estimatedDelivery: string; quantity: number; cancelled: number }[]
  deliveredAt: string | null
  /** As in `Progress`. */
  expectsReturn?: boolean
  /** True for a replacement that the shop sends when the returned items are back. */
  waitsForReturn?: boolean
}

/** The shop owes money, has requested a refund of it, or neither. */
function refundState({ status, refunds = [], owedPaise = 0 }: AfterSale & { status: OrderStatus }) {
  if (refunds.some(({ state }) => state === 'REQUESTED')) return 'requested'
  return owedPaise > 0 || status === 'REFUND_DUE' ? 'owed' : null
}

/** True if the shop waits for the pieces of a return that it has accepted. */
const isAwaited = ({ lines }: Pick<Request, 'lines'>): boolean => lines.some(({ state }) => state === 'ACCEPTED')

/** Null if it is not on its way to the buyer, or if that day is over. */
function arrivalDayOf(
  { status, items, waitsForReturn = false }: Omit<Headed, 'deliveredAt'>,
  now = Date.now(),
): string | null {
  if (!isUnderway(status) || status === 'AWAITING_PAYMENT' || waitsForReturn) return null
  const last = arrivalDay(items)
  return last !== null && last >= indianDay(now) ? last : null
}

/** The page shows one day for the order, if it can, and else the day of each line. */
export const showsDayOfEachLine = (order: Omit<Headed, 'deliveredAt'>, now = Date.now()): boolean =>
  isUnderway(order.status) && !order.waitsForReturn && arrivalDayOf(order, now) === null

/** Such as `Arrives by Tue, 5 Aug`, `Please send us your return` or `Rs. 720 is on its way back`. Null if only the status can be said. */
export function headlineOf(order: Headed, now = Date.now()): string | null {
  const { status, expectsReturn = false } = order
  if (status === 'RETURN_REQUESTED') return expectsReturn ? 'Please send us your return' : 'You asked for a return'
  const { refunds = [], owedPaise = 0 } = order
  if (refundState(order) === 'requested' && !isUnderway(status)) {
    const paise = refunds.reduce(
      (sum, { state, amountPaise = 0 }) => sum + (state === 'REQUESTED' ? amountPaise : 0),
      0,
    )
    return paise > 0 ? `${formatPaise(paise)} is on its way back` : 'Refund on its way'
  }
  // The shop has not requested this refund yet.
  if (owedPaise > 0 && !isUnderway(status)) return `We are refunding ${formatPaise(owedPaise)}`
  if (status === 'REFUNDED') {
    const last = order.refunds?.filter(({ state }) => state === 'PROCESSED').at(-1)
    return last?.at ? `Refunded on ${formatDay(indianDay(Date.parse(last.at)))}` : null
  }
  if (order.status === 'DELIVERED' && order.deliveredAt)
    return `Delivered on ${formatDay(indianDay(Date.parse(order.deliveredAt)))}`
  if (order.waitsForReturn && isUnderway(status)) return 'Waiting for the items that you return'
  const day = arrivalDayOf(order, now)
  if (day) return `Arrives by ${formatDay(day)}`
  return order.status === 'SHIPPED' ? 'On its way' : null
}

export interface Step {
  name: string
  about: string
}

/** The steps that are still to come: of the parcel, or of a return and its refund. */
export function nextSteps(order: Omit<Headed, 'deliveredAt'>, now = Date.now()): Step[] {
  const { status } = order
  if (status === 'RETURN_REQUESTED') return stepsOfReturn(order.returns?.at(-1), now)
  const refund = refundSteps(order)
  if (!isUnderway(status) || status === 'AWAITING_PAYMENT') return refund
  const day = arrivalDayOf(order, now)
  const delivered = { name: statusText('DELIVERED'), about: day ? `Expected by ${formatDay(day)}` : 'Still to come' }
  if (status === 'SHIPPED') return [...refund, delivered]
  const packed = order.waitsForReturn ? 'When the items that you return are with us' : 'Next step'
  return [...refund, { name: 'Packed and shipped', about: packed }, delivered]
}

function refundSteps(order: AfterSale & { status: OrderStatus }): Step[] {
  const state = refundState(order)
  if (state === null || order.refunds === undefined) return []
  return [{ name: 'Refund sent', about: state === 'requested' ? 'On its way' : 'The way you paid' }]
}

/** Broken pieces stay with the buyer, so the shop waits only for the other ones. */
function stepsOfReturn(request: Request | undefined, now: number): Step[] {
  if (!request) return []
  const isOpen = request.decidedAt === null
  const comesBack = isOpen ? request.lines.some(({ reason }) => !staysWithBuyer(reason)) : isAwaited(request)
  const waits = comesBack
    ? [{ name: 'Items back with us', about: isOpen ? 'If we accept the return' : 'Next step' }]
    : []
  if (!isOpen)
    return [...waits, { name: request.wish === 'REFUND' ? 'Refund sent' : 'Replacement sent', about: 'Then' }]
  const gets =
    request.wish === 'REPLACEMENT'
      ? { name: 'Replacement sent', about: 'Free' }
      : { name: 'Refund sent', about: 'The way you paid' }
  return [
    { name: 'Our answer', about: `We email you ${answeredBy(new Date(request.requestedAt), new Date(now))}` },
    ...waits,
    gets,
  ]
}
