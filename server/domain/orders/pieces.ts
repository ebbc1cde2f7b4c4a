/**
 * Counts the pieces of an order's lines, and the money for them. Bought = kept + returned + cancelled, for each line. A replaced piece
 * counts as kept. If its replacement is cancelled or comes back for money, it counts as returned.
 */
import type { Refund } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import { nextShare, settledOf } from '../../shared/money/refundShare'
import { sentPieces } from '../../shared/money/orderNow'
import { nowOf } from './charges'
import type { Order, OrderLine } from './order'

interface Refunds {
  refunds: Refund[]
}

/** Some pieces of an order's line. */
export interface SomePieces {
  /** The id of the order's line. */
  id: string
  quantity: number
}

/** Some pieces of a line that was found. */
export interface Piece {
  line: OrderLine
  quantity: number
}

/** The pieces that the buyer has, or will get. */
export const keptPieces = ({ quantity, cancelled, returned }: OrderLine): number => quantity - cancelled - returned

/** All pieces of an order that are not cancelled. */
export const allPieces = ({ lines }: Order): Piece[] =>
  lines.flatMap((line) => (sentPieces(line) > 0 ? [{ line, quantity: sentPieces(line) }] : []))

/** The pieces that the buyer can still ask to return. Pieces of a parcel that was never accepted came back without a request. */
export const returnablePieces = ({ quantity, cancelled, asked, returned }: OrderLine): number =>
  quantity - cancelled - Math.max(asked, returned)

/** Each line may appear once. Throws INVALID_INPUT. */
export function checkPieces(wanted: readonly SomePieces[]): void {
  if (wanted.length === 0) throw invalidInput('lines', 'Choose at least one item.')
  if (wanted.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1))
    throw invalidInput('lines', 'The quantity of each line must be 1 or more.')
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length)
    throw invalidInput('lines', 'Each line can appear only once.')
}

/** Finds the named lines, each with at most `most` pieces. Throws INVALID_INPUT with a message that names the line. */
export function pickLines(
  order: Order,
  wanted: readonly SomePieces[],
  most: (line: OrderLine) => number,
  what: string,
): Piece[] {
  checkPieces(wanted)
  return wanted.map(({ id, quantity }) => {
    const line = order.lines.find((each) => each.id === id)
    if (!line) throw invalidInput('lines', 'The order has no such line.')
    const left = most(line)
    if (quantity <= left) return { line, quantity }
    throw invalidInput(
      'lines',
      left > 0 ? `You can ${what} 1 to ${left} of ${line.title}.` : `You cannot ${what} any more of ${line.title}.`,
    )
  })
}

/** What is settled of a line: refunded, or cancelled before it was paid on delivery. */
function settled(order: Order, line: OrderLine, { refunds }: Refunds) {
  const { id, quantity } = line
  const { charged, cancelled } = nowOf(order).lines.find((each) => each.id === id)!
  const priced = { id, quantity, charged }
  const unpaid = order.payOnDelivery ? { pieces: line.cancelled, amount: cancelled } : undefined
  return { ...priced, settled: settledOf(priced, refunds, unpaid) }
}

/** The pieces of a line that can still be refunded. */
export const refundablePieces = (order: Order, line: OrderLine, money: Refunds): number =>
  line.quantity - settled(order, line, money).settled.pieces

/** The pieces that the shop owes money for: the buyer no longer has them, and no refund was requested for them. */
function owedPieces(order: Order, line: OrderLine, money: Refunds): number {
  const { due, pieces } = settled(order, line, money).settled
  const wanted = line.returned + (order.payOnDelivery ? 0 : line.cancelled) - due
  return Math.max(0, Math.min(wanted, line.quantity - pieces))
}

export interface PricedPieces {
  /** As stored in Refund.lines. */
  lines: { lineId: string; quantity: number; due: number; amount: number }[]
  /** Paise. */
  amount: number
}

/** The refund for these pieces. */
export function priceOf(order: Order, pieces: Piece[], money: Refunds): PricedPieces {
  const lines = pieces.map(({ line, quantity }) => {
    const known = settled(order, line, money)
    return {
      lineId: line.id,
      quantity,
      due: Math.min(quantity, owedPieces(order, line, money)),
      amount: nextShare(known, known.settled, quantity),
    }
  })
  return { lines, amount: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/** All pieces that the shop owes money for. */
export function owedOf(order: Order, money: Refunds): PricedPieces {
  const pieces = order.lines.flatMap((line) => {
    const quantity = owedPieces(order, line, money)
    return quantity > 0 ? [{ line, quantity }] : []
  })
  return priceOf(order, pieces, money)
}

/** Such as `2 × Speckled Mug, 1 × Moon Jar`. */
export const namesOf = (pieces: readonly { line: Pick<OrderLine, 'title'>; quantity: number }[]): string =>
  pieces.map(({ line, quantity }) => `${quantity} × ${line.title}`).join(', ')

/** The pieces of products that the shop still has. */
export const inStock = (pieces: readonly Piece[]) =>
  pieces.flatMap(({ line: { productId }, quantity }) => (productId === null ? [] : [{ productId, quantity }]))
