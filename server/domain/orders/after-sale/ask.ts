/** Lets buyers request the return of a delivered order, or of some of its pieces. */
import type { Tx } from '../../../database/db'
import type { ReturnWish } from '../../../generated/prisma/client'
import {
  isReplaceable,
  MAX_RETURN_PHOTOS,
  NOT_REPLACEABLE,
  RETURN_REASONS,
  returnInput,
  type ReturnReason,
} from '../../../shared/delivery/returns'
import { DomainError, invalidInput } from '../../../shared/errors'
import { inSets } from '../../../shared/setPieces'
import { SHOP } from '../../../shared/shop'
import { parseInput } from '../../../shared/validation'
import { lockCart, type SignedIn } from '../../lockCart'
import { photosOfBuyer } from '../../buyer-photos/photosOfBuyer'
import type { Shop } from '../../shop'
import type { Money } from '../money'
import { deliveredAt, endOfReturns } from '../orderActions'
import { getOrderByNumber } from '../orders'
import type { Order } from '../order'
import { namesOf, pickLines, returnablePieces, type Piece, type SomePieces } from '../pieces'
import { moveOrder } from '../state/orderState'
import { owedIfReturned } from '../state/recount'
import { withOrder } from '../state/withOrder'

export interface ReturnRequest {
  reason: string
  note?: string | null
  /** Without lines, all pieces that can still be returned. A line's reason is `reason` unless it has one. */
  lines?: (SomePieces & { reason?: ReturnReason | null })[] | null
  wish?: ReturnWish
  /** URLs of photos that the buyer uploaded. */
  photos?: string[]
}

/**
 * Allowed within SHOP.returnWindowDays of the delivery, once per piece. The timeline records the reasons. Staff decide later (decide.ts).
 * Throws ORDER_NOT_FOUND, INVALID_INPUT, ORDER_NOT_DELIVERED, RETURN_ALREADY_REQUESTED, RETURN_WINDOW_CLOSED, UNAUTHENTICATED.
 */
export async function requestReturn(
  shop: Shop,
  viewer: SignedIn,
  number: string,
  { lines, wish = 'REFUND', photos = [], ...input }: ReturnRequest,
  now = new Date(),
): Promise<Order> {
  const { id } = await getOrderByNumber(shop, viewer.id, number)
  const { reason, note } = parseInput(returnInput, { reason: input.reason, note: input.note ?? '' })
  if (lines?.some((line) => line.reason === 'OTHER') && note === '')
    throw invalidInput('note', 'Please say why you return the items.')
  if (photos.length > MAX_RETURN_PHOTOS)
    throw invalidInput('photos', `You can add at most ${MAX_RETURN_PHOTOS} photos.`)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    return withOrder(tx, id, async (order) => {
      checkReturnable(order, now)
      const all = order.lines.map((line) => ({ id: line.id, ...inSets(line, returnablePieces(line)) }))
      const wanted = lines ?? all.filter(({ quantity, pieces }) => quantity + pieces > 0)
      const pieces = pickLines(order, wanted, returnablePieces, 'return').map((piece, i) => ({
        ...piece,
        reason: lines?.[i]?.reason ?? reason,
      }))
      if (wish === 'REPLACEMENT' && !pieces.every((piece) => isReplaceable(piece.reason)))
        throw invalidInput('wish', NOT_REPLACEABLE)
      await tx.orderReturn.create({
        data: {
          orderId: id,
          wish,
          note,
          requestedAt: now,
          lines: { create: pieces.map(({ line, ...each }) => ({ orderLineId: line.id, ...each })) },
          photos: { create: await photosOf(tx, viewer.id, photos) },
        },
      })
      const entry = { source: 'SHOPPER', note: describe(order, pieces, { wish, note }) } as const
      const mail = { note: `You want to return ${namesOf(pieces)}.` }
      return moveOrder(shop, tx, order, 'RETURN_REQUESTED', entry, {}, mail)
    })
  })
}

/** In paise. Null for a replacement, which was not paid. Throws INVALID_INPUT for pieces that cannot be returned. */
export const returnPaise = (order: Order, lines: readonly SomePieces[], money: Money): number | null =>
  order.isReplacement ? null : owedIfReturned(order, money, pickLines(order, lines, returnablePieces, 'return'))

/** Deletes what the buyer wrote and photographed, when the account is deleted. */
export async function eraseReturns(tx: Tx, userId: string): Promise<void> {
  const request = { order: { userId } }
  await tx.returnPhoto.deleteMany({ where: { request } })
  await tx.orderReturn.updateMany({ where: request, data: { note: '' } })
}

const photosOf = async (tx: Tx, userId: string, urls: string[]) =>
  (await photosOfBuyer(tx, userId, urls)).map((image, position) => ({ ...image, position }))

/** Throws RETURN_ALREADY_REQUESTED, ORDER_NOT_DELIVERED, RETURN_WINDOW_CLOSED. */
function checkReturnable(order: Order, now: Date): void {
  const isAsked = order.status === 'RETURN_REQUESTED' || !order.lines.some((line) => returnablePieces(line) > 0)
  if (isAsked) throw new DomainError('RETURN_ALREADY_REQUESTED', { field: 'number' })
  const delivered = deliveredAt(order)
  if (order.status !== 'DELIVERED' || !delivered) throw new DomainError('ORDER_NOT_DELIVERED', { field: 'number' })
  if (now < endOfReturns(delivered)) return
  const message = `Returns are possible within ${SHOP.returnWindowDays} days of delivery.`
  throw new DomainError('RETURN_WINDOW_CLOSED', { field: 'number', message })
}

type Asked = (Piece & { reason: string })[]

/** The reason alone if the whole order comes back for one reason. */
function describe(order: Order, pieces: Asked, { wish, note }: { wish: ReturnWish; note: string }): string {
  const reasonOf = (reason: string) => RETURN_REASONS[reason as ReturnReason]
  const isWhole =
    pieces.length === order.lines.length &&
    pieces.every(({ line, quantity }) => quantity === line.quantity) &&
    new Set(pieces.map(({ reason }) => reason)).size === 1
  const items = pieces.map((each) => `${namesOf([each])}: ${reasonOf(each.reason)}.`).join(' ')
  const wished = wish === 'REPLACEMENT' ? ' A replacement is wanted.' : ''
  return `${isWhole ? `${reasonOf(pieces[0]!.reason)}.` : items}${wished}${note === '' ? '' : ` “${note}”`}`
}
