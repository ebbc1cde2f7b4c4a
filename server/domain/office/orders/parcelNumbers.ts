/** No two orders have the same tracking number of the same courier, unless staff say that both travel in one parcel. */
import type { Tx } from '../../../database/db'
import { isSameCourier } from '../../../shared/delivery/couriers'
import { DomainError, invalidInput } from '../../../shared/errors'
import { orderNumber } from '../../orders/order'
import type { LockedOrder } from '../../orders/state/withOrder'

/** So many orders can be named as sharing the parcel, and so many with the number are read. */
const MOST_IN_A_PARCEL = 100

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })

/** Throws INVALID_INPUT if more than 100 orders are named. */
export function checkSharing(orders: readonly string[]): void {
  if (orders.length > MOST_IN_A_PARCEL)
    throw invalidInput('sharesParcelWith', `\`sharesParcelWith\` can have at most ${MOST_IN_A_PARCEL} order numbers.`)
}

interface Parcel {
  carrier: string
  /** In the form in which shipmentInput stores it. */
  trackingNumber: string
}

/**
 * Throws TRACKING_NUMBER_USED, with a message that names the other order, if an order that is not in `sharesWith` has the number and none in
 * `sharesWith` has it. Until the transaction ends, other calls with the same number wait.
 */
export async function checkNumberIsFree(
  tx: Tx,
  order: LockedOrder,
  { carrier, trackingNumber }: Parcel,
  sharesWith: readonly string[],
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tracking number ${trackingNumber}`}, 0))`
  const alike = await tx.order.findMany({
    where: { trackingNumber, id: { not: order.id } },
    select: {
      serial: true,
      userId: true,
      carrier: true,
      events: { where: { status: 'SHIPPED' }, orderBy: { at: 'asc' }, take: 1, select: { at: true } },
    },
    orderBy: { serial: 'desc' },
    take: MOST_IN_A_PARCEL,
  })
  const others = alike.filter((other) => other.carrier !== null && isSameCourier(other.carrier, carrier))
  const [other] = others
  if (!other || others.some((each) => sharesWith.includes(orderNumber(each)))) return
  const sentAt = other.events[0]?.at
  const sent = `${orderNumber(other)} was sent with this number${sentAt ? ` on ${day.format(sentAt)}` : ''}`
  throw new DomainError('TRACKING_NUMBER_USED', {
    field: 'trackingNumber',
    message: other.userId === order.userId ? `${sent}, to the same buyer.` : `${sent}, to another buyer.`,
    orderNumber: orderNumber(other),
  })
}
