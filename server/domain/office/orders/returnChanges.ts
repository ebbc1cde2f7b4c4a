/** How staff decide on a return request, and receive the parcel. orderChanges.ts has the other changes of orders. */
import type { Tx } from '../../../database/db'
import type { Prisma, ReturnWish } from '../../../generated/prisma/client'
import { staysWithBuyer } from '../../../shared/delivery/returns'
import { DomainError, invalidInput } from '../../../shared/errors'
import { officeReason } from '../../../shared/officeInput'
import { asSentence } from '../../../shared/text'
import { parseField } from '../../../shared/validation'
import { storeOwed } from '../../orders/ledger/ledger'
import { notifyOfChange } from '../../orders/messages/writeMessages'
import { orderNumber, serialOf, type Order, type OrderLine } from '../../orders/order'
import { allPieces, countPieces, inStock, keptPieces, namesOf } from '../../orders/pieces'
import { createReplacement, giveUpReceived, giveUpReplaced } from '../../orders/after-sale/replacement'
import { sentPieces } from '../../../shared/money/orderNow'
import { openReturnOf, type OpenReturn } from '../../orders/after-sale/readReturns'
import { addNote, lockOrder, moveOrder } from '../../orders/state/orderState'
import { moveStock } from '../../orders/state/stock'
import type { Shop } from '../../shop'
import type { Actor } from '../../staff/actor'
import { countStarsOfOrder } from '../../reviews/reviewCounts'
import { changeOrder, checkStatus, type OrderEdit } from './changeOrder'
import { cancelSome } from './orderChanges'

type Pieces = { line: OrderLine; quantity: number }[]

export interface Decision extends OrderEdit {
  /** The ids of the order's lines that are refused. All others are accepted. */
  refused?: string[] | null
  /** Why lines are refused. The buyer reads it. */
  reason?: string | null
  /** What the buyer gets. If missing, what the buyer wished. */
  wish?: ReturnWish | null
}

/**
 * Decides on all lines of the open request. Accepted broken pieces are done: they stay with the buyer. The order waits for all other accepted
 * pieces (receiveReturn). New pieces are an order of their own, whose stock is taken now. Throws INVALID_INPUT, OUT_OF_STOCK,
 * ORDER_STATUS_CONFLICT, and the errors of changeOrder.
 */
export async function decideReturn(shop: Shop, actor: Actor, input: Decision): Promise<Order> {
  const refused = new Set(input.refused ?? [])
  const reason = refused.size > 0 ? parseField('reason', officeReason, input.reason ?? '') : null
  return changeOrder(shop, actor, input, {
    action: 'decideReturn',
    isDone: () => false,
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'decide on the return')
      const open = await openReturnOf(tx, order)
      if (!open || open.decidedAt !== null) throw decided()
      const unknown = [...refused].find((id) => !open.lines.some((line) => line.orderLineId === id))
      if (unknown !== undefined) throw invalidInput('refused', 'The request has no such line.')
      return accept(shop, tx, order, open, { refused, reason, wish: input.wish ?? open.wish })
    },
  })
}

const decided = () =>
  new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message: 'This return was already decided.' })

interface Decided {
  refused: Set<string>
  reason: string | null
  wish: ReturnWish
}

async function accept(shop: Shop, tx: Tx, order: Order, open: OpenReturn, decision: Decided): Promise<Order> {
  const { refused, reason, wish } = decision
  const accepted = open.lines.filter(({ orderLineId }) => !refused.has(orderLineId))
  const kept = accepted.filter((line) => staysWithBuyer(line.reason))
  await tx.orderReturn.update({
    where: { id: open.id },
    data: {
      decidedAt: new Date(),
      wish,
      refusal: reason,
      ...(kept.length === accepted.length && accepted.length > 0 && { receivedAt: new Date() }),
    },
  })
  for (const { id, orderLineId, reason: why } of open.lines) {
    const state = refused.has(orderLineId) ? 'REFUSED' : staysWithBuyer(why) ? 'COMPLETED' : 'ACCEPTED'
    await tx.returnLine.update({ where: { id }, data: { state } })
  }
  const refusal = reason === null ? '' : `We could not accept your return: ${reason}`
  if (accepted.length === 0)
    return moveOrder(shop, tx, order, 'DELIVERED', { source: 'SHOP', note: refusal }, {}, { type: 'RETURN_REFUSED' })
  const replacement =
    wish === 'REPLACEMENT' ? await createReplacement(shop, tx, order, piecesOf(order, accepted)) : null
  if (replacement) await tx.orderReturn.update({ where: { id: open.id }, data: { replacementId: replacement.id } })
  else await countReturned(shop, tx, order, piecesOf(order, kept))
  const isWaiting = kept.length < accepted.length
  const note = [
    `We accepted your return of ${namesOf(piecesOf(order, accepted))}.`,
    kept.length > 0 && 'Please do not send broken pieces; wrap the shards and throw them away.',
    isWaiting && `Please send us ${kept.length > 0 ? 'the other items' : 'the items'} in their box${addressOf(shop)}.`,
    replacement && `New pieces come with order ${orderNumber(replacement)}.`,
    !replacement && `We refund their price${isWaiting ? ' when the parcel is here' : ''}.`,
    refusal !== '' && refusal.replace('your return', 'the other items'),
  ]
  const entry = { source: 'SHOP', note: note.filter(Boolean).join(' ') } as const
  if (!isWaiting) return finish(shop, tx, order, entry, 'RETURN_ACCEPTED')
  await addNote(tx, order, entry)
  const changed = await lockOrder(tx, order.id)
  await notifyOfChange(shop, tx, changed, 'RETURN_ACCEPTED')
  return changed
}

/** Such as `, to Cerashop, 1 Lake Road, Chennai 600004`. Empty if the settings name no address. */
const addressOf = ({ settings: { seller } }: Shop): string =>
  seller.address === '' ? '' : `, to ${seller.name}, ${seller.address}`

/** The buyer no longer has these pieces, and the shop owes their price. */
async function countReturned(shop: Shop, tx: Tx, order: Order, pieces: Pieces): Promise<void> {
  await countPieces(tx, pieces, (quantity) => ({ returned: { increment: quantity } }))
  await giveUpReplaced(shop, tx, order, pieces)
}

const piecesOf = (order: Order, lines: OpenReturn['lines']): Pieces =>
  lines.map(({ orderLineId, quantity }) => ({ line: order.lines.find(({ id }) => id === orderLineId)!, quantity }))

/** Moves the order to RETURNED if the buyer has nothing of it any more, and to DELIVERED otherwise. */
async function finish(
  shop: Shop,
  tx: Tx,
  { id }: Order,
  entry: { source: 'SHOP'; note: string },
  mail: 'RETURN_ACCEPTED' | 'RETURN_REFUSED' | 'RETURNED',
): Promise<Order> {
  const order = await storeOwed(tx, await lockOrder(tx, id))
  const status = order.lines.every((line) => keptPieces(line) === 0) ? 'RETURNED' : 'DELIVERED'
  return moveOrder(shop, tx, order, status, entry, {}, { type: mail })
}

export interface Received extends OrderEdit {
  /** The order's lines whose pieces are back, and how many of these return to stock. */
  lines: { id: string; restock: number }[]
}

/** Records the accepted pieces that are back. Throws INVALID_INPUT, ORDER_STATUS_CONFLICT, and the errors of changeOrder. */
export const receiveReturn = (shop: Shop, actor: Actor, { lines, ...edit }: Received): Promise<Order> =>
  changeOrder(shop, actor, edit, {
    action: 'receiveReturn',
    isDone: () => false,
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'receive the return')
      const open = await openReturnOf(tx, order)
      if (!open || open.decidedAt === null) {
        const message = 'Decide on the return first.'
        throw new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message })
      }
      const received = checkReceived(order, open, lines)
      return receive(shop, tx, order, open, new Map(received.map(({ id, restock }) => [id, restock])))
    },
  })

/** The pieces of a line that can return to stock: a refund may have put some back before. */
const restockable = ({ lines }: Order, { orderLineId, quantity }: OpenReturn['lines'][number]): number => {
  const line = lines.find(({ id }) => id === orderLineId)!
  return Math.min(quantity, line.quantity - line.cancelled - line.restocked)
}

function checkReceived(order: Order, open: OpenReturn, lines: Received['lines']): Received['lines'] {
  if (lines.length === 0) throw invalidInput('lines', 'Choose at least one item.')
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw invalidInput('lines', 'Each line can appear only once.')
  for (const { id, restock } of lines) {
    const line = open.lines.find(({ orderLineId, state }) => orderLineId === id && state === 'ACCEPTED')
    if (!line) throw invalidInput('lines', 'The shop does not wait for this line.')
    const most = restockable(order, line)
    if (!Number.isInteger(restock) || restock < 0 || restock > most)
      throw invalidInput('lines', `You can return 0 to ${most} of this line to stock.`)
  }
  return lines
}

async function receive(
  shop: Shop,
  tx: Tx,
  order: Order,
  open: OpenReturn,
  restock: Map<string, number>,
): Promise<Order> {
  const back = open.lines.filter(({ orderLineId, state }) => state === 'ACCEPTED' && restock.has(orderLineId))
  const pieces = piecesOf(order, back)
  const isLast = open.lines.every((line) => line.state !== 'ACCEPTED' || back.includes(line))
  await tx.returnLine.updateMany({ where: { id: { in: back.map(({ id }) => id) } }, data: { state: 'COMPLETED' } })
  await countStarsOfOrder(tx, order.id)
  if (isLast) await tx.orderReturn.update({ where: { id: open.id }, data: { receivedAt: new Date() } })
  // Replaced pieces count as kept: the buyer has new ones, or the shop owes their price.
  if (open.replacementId === null) await countReturned(shop, tx, order, pieces)
  else await giveUpReceived(tx, order, open.replacementId, pieces)
  await restockPieces(
    tx,
    pieces.map(({ line }) => ({ line, quantity: restock.get(line.id)! })),
  )
  const note = `The parcel is back with us: ${namesOf(pieces)}.`
  if (isLast) return finish(shop, tx, order, { source: 'SHOP', note }, 'RETURNED')
  await addNote(tx, order, { source: 'SHOP', note })
  return storeOwed(tx, await lockOrder(tx, order.id))
}

async function restockPieces(tx: Tx, given: Pieces): Promise<void> {
  const pieces = given.filter(({ quantity }) => quantity > 0)
  await countPieces(tx, pieces, (quantity) => ({ restocked: { increment: quantity } }))
  await moveStock(tx, { returned: inStock(pieces) })
}

/**
 * Records that all pieces are back: accepts a request that is not decided yet, or takes back a SHIPPED parcel that the buyer did not accept.
 * Pieces that staff have refused stay with the buyer.
 */
export const acceptReturn = (
  shop: Shop,
  actor: Actor,
  { restock, ...edit }: OrderEdit & { restock: boolean },
): Promise<Order> =>
  changeOrder(shop, actor, edit, {
    action: 'acceptReturn',
    isDone: ({ status }) => status === 'RETURNED',
    async work(tx, before) {
      checkStatus(before, ['RETURN_REQUESTED', 'SHIPPED'], 'accept the return')
      const open = await openReturnOf(tx, before)
      if (!open) return takeAllBack(shop, tx, before, restock)
      // All pieces are in the parcel, even broken ones.
      const isNew = open.decidedAt === null
      const waiting = isNew ? await acceptAll(shop, tx, before, open) : open
      const order = isNew ? await lockOrder(tx, before.id) : before
      const lines = waiting.lines.filter(({ state }) => state === 'ACCEPTED')
      const counts = lines.map((line) => [line.orderLineId, restock ? restockable(order, line) : 0] as const)
      return receive(shop, tx, order, waiting, new Map(counts))
    },
  })

/** Accepts all lines without an email, because the parcel is here. */
async function acceptAll(shop: Shop, tx: Tx, order: Order, open: OpenReturn): Promise<OpenReturn> {
  const replacement =
    open.wish === 'REPLACEMENT' ? await createReplacement(shop, tx, order, piecesOf(order, open.lines)) : null
  await tx.returnLine.updateMany({ where: { returnId: open.id }, data: { state: 'ACCEPTED' } })
  return tx.orderReturn.update({
    where: { id: open.id },
    data: { decidedAt: new Date(), ...(replacement && { replacementId: replacement.id }) },
    include: { lines: true },
  })
}

/** For a parcel that was never accepted. */
async function takeAllBack(shop: Shop, tx: Tx, order: Order, restock: boolean): Promise<Order> {
  const kept = allPieces(order).flatMap(({ line }) => {
    const quantity = keptPieces(line) - line.replaced
    return quantity > 0 ? [{ line, quantity }] : []
  })
  await countReturned(shop, tx, order, kept)
  if (restock)
    await restockPieces(
      tx,
      kept.map(({ line, quantity }) => ({
        line,
        quantity: Math.min(quantity, line.quantity - line.cancelled - line.restocked),
      })),
    )
  const changed = await storeOwed(tx, await lockOrder(tx, order.id))
  return moveOrder(shop, tx, changed, 'RETURNED', { source: 'SHOP', note: 'The parcel is back with us.' })
}

/**
 * Refuses all lines that are not completed: all of an undecided request, or accepted pieces that never arrived. The new pieces for these are
 * cancelled, unless they are shipped. The order becomes DELIVERED again, or RETURNED if the buyer has no piece of it any more. The buyer reads
 * `reason`.
 */
export async function refuseReturn(shop: Shop, actor: Actor, input: OrderEdit & { reason: string }): Promise<Order> {
  const reason = parseField('reason', officeReason, input.reason)
  return changeOrder(shop, actor, input, {
    action: 'refuseReturn',
    isDone: ({ status, events }) =>
      status !== 'RETURN_REQUESTED' && events.at(-1)?.note?.startsWith(refusalOf(reason)) === true,
    alsoLock: replacementOfNumber,
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'refuse the return')
      const open = await openReturnOf(tx, order)
      let newPieces = ''
      if (open) {
        const data = { decidedAt: open.decidedAt ?? new Date(), refusal: reason }
        await tx.orderReturn.update({ where: { id: open.id }, data })
        const isOpen = { state: { in: ['REQUESTED', 'ACCEPTED'] } } satisfies Prisma.ReturnLineWhereInput
        await tx.returnLine.updateMany({ where: { returnId: open.id, ...isOpen }, data: { state: 'REFUSED' } })
        newPieces = await giveUpNewPieces(shop, tx, order, open, actor)
      }
      const note = newPieces === '' ? refusalOf(reason) : `${asSentence(refusalOf(reason))} ${newPieces}`
      return finish(shop, tx, order, { source: 'SHOP', note }, 'RETURN_REFUSED')
    },
  })
}

async function replacementOfNumber(tx: Tx, number: string): Promise<string | null> {
  const serial = serialOf(number)
  if (serial === null) return null
  const newest = await tx.orderReturn.findFirst({ where: { order: { serial } }, orderBy: { id: 'desc' } })
  return newest?.replacementId ?? null
}

/**
 * Cancels the new pieces for accepted pieces that never arrived, so that they are not packed. Returns a sentence about them for the buyer. The
 * caller holds the lock of the replacement, and then of `order`, and has refused the lines.
 */
async function giveUpNewPieces(shop: Shop, tx: Tx, order: Order, open: OpenReturn, actor: Actor): Promise<string> {
  if (open.replacementId === null) return ''
  const replacement = await lockOrder(tx, open.replacementId)
  const name = `order ${orderNumber(replacement)}`
  if (replacement.status === 'CANCELLED') return ''
  if (replacement.status !== 'CONFIRMED') return `The new pieces of ${name} are on their way already, and stay yours.`
  const refused = new Map(
    piecesOf(
      order,
      open.lines.filter(({ state }) => state === 'REQUESTED' || state === 'ACCEPTED'),
    ).map(({ line, quantity }) => [line.replacesLineId ?? line.id, quantity]),
  )
  const lines = replacement.lines.flatMap((line) => {
    const quantity = Math.min(sentPieces(line), refused.get(line.replacesLineId ?? '') ?? 0)
    return quantity > 0 ? [{ id: line.id, quantity }] : []
  })
  if (lines.length === 0) return ''
  await cancelSome(shop, tx, replacement, { lines, restock: true, actor, reason: NEVER_ARRIVED })
  return `We cancelled the new pieces of ${name}.`
}

const NEVER_ARRIVED = 'The items that you return did not arrive.'

const refusalOf = (reason: string): string => `We could not accept your return: ${reason}`
