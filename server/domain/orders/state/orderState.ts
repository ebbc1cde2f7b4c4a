/** The only module that changes an order's status and timeline. docs/orders.md has a diagram of the transitions. */
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../../database/db'
import type { OrderEventSource, OrderStatus } from '../../../generated/prisma/client'
import { markUnproven } from '../../accounts/unproven'
import type { Shop } from '../../shop'
import type { Order } from '../order'
import type { ChosenMail } from '../messages/chooseMail'
import { notifyOfOrder } from '../messages/writeMessages'
import { moveStock, type Pieces } from './stock'
import { recount, reread, updateOrder, type LockedOrder, type OrderChanges } from './withOrder'

export interface Entry {
  source: OrderEventSource
  /** The text that the shopper sees in the timeline. */
  note: string
}

/** All allowed status changes; any other status change is a bug. */
export const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  AWAITING_PAYMENT: ['PAID', 'CANCELLED', 'REFUND_DUE'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  PAID: ['SHIPPED', 'REFUND_DUE'],
  // From this status on, staff can refund the whole order, for example for a lost parcel or goods that the buyer may keep.
  SHIPPED: ['DELIVERED', 'RETURNED', 'REFUND_DUE'],
  DELIVERED: ['RETURN_REQUESTED', 'REFUND_DUE'],
  RETURN_REQUESTED: ['RETURNED', 'DELIVERED', 'REFUND_DUE'],
  RETURNED: ['REFUND_DUE'],
  // For a payment that was in progress when the order was cancelled.
  CANCELLED: ['PAID', 'REFUND_DUE'],
  REFUND_DUE: ['REFUNDED'],
  REFUNDED: [],
}

/** Webhooks and emails are sent after the transaction commits. `mail` replaces what the email says about the status. */
export async function moveOrder(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: LockedOrder,
  status: OrderStatus,
  entry: Entry,
  data: OrderChanges = {},
  mail?: ChosenMail,
): Promise<LockedOrder> {
  if (!MOVES[order.status].includes(status))
    throw new Error(`An order that is ${order.status} does not become ${status}.`)
  await append(tx, order, status, entry)
  const updated = await updateOrder(tx, order, { ...data, status })
  // The status alone says that a parcel was never accepted, and the message names the returned pieces.
  const moved = status === 'RETURNED' ? await recount(tx, updated) : updated
  if (status === 'REFUND_DUE') await markUnproven(tx, order.userId)
  await notifyOfOrder(shop, tx, moved, order.status, mail)
  return moved
}

/** Adds a note to the timeline once, without changing the status. Returns null if the note already exists. */
export async function noteOnce(tx: Tx, order: LockedOrder, entry: Entry): Promise<LockedOrder | null> {
  if (order.events.some(({ note }) => note === entry.note)) return null
  await addNote(tx, order, entry)
  return reread(tx, order)
}

/** Adds a note to the timeline without changing the status. */
export const addNote = (tx: Tx, order: LockedOrder, entry: Entry): Promise<void> =>
  append(tx, order, order.status, entry)

/** The new entry always gets a later time than the last entry, even if the last entry was written by a server whose clock is ahead. */
async function append(tx: Tx, { id: orderId, events }: LockedOrder, status: OrderStatus, entry: Entry): Promise<void> {
  const last = events.at(-1)?.at.getTime() ?? 0
  const at = new Date(Math.max(Date.now(), last + 1))
  await tx.orderEvent.create({ data: { id: uuidv7(), orderId, status, at, ...entry } })
}

/** The items that an order took from stock, except for deleted products, cancelled pieces and items that staff restocked. */
export const piecesOf = ({ lines }: Order): Pieces[] =>
  lines.flatMap(({ productId, quantity, cancelled, restocked }) => {
    const taken = quantity - cancelled - restocked
    return productId === null || taken === 0 ? [] : [{ productId, quantity: taken }]
  })

/** Cancels an order. Its items go back into stock, unless `restock` is false. A paid order becomes REFUND_DUE. */
export async function cancelOrder(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: LockedOrder,
  entry: Entry,
  { restock = true, ...changes }: OrderChanges & { restock?: boolean } = {},
): Promise<LockedOrder> {
  if (restock) await moveStock(tx, { returned: piecesOf(order) })
  return moveOrder(shop, tx, order, order.status === 'PAID' ? 'REFUND_DUE' : 'CANCELLED', entry, changes)
}
