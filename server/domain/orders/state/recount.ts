/**
 * Computes the counts of an order's lines and the shop's debt, from the cancelled pieces, the returns, the replacements and the refunds.
 * withOrder.ts stores the result after each change.
 */
import type { OrderReturn, ReturnLine } from '../../../generated/prisma/client'
import { sentPieces } from '../../../shared/money/orderNow'
import { inSets, piecesPerItem, singly } from '../../../shared/setPieces'
import { restOfPayment, type Money } from '../money'
import type { Order, OrderLine } from '../order'
import { owedOf, type Piece } from '../pieces'

/** An order that was paid, and its replacements, which replace pieces of it or of each other. */
export interface Family {
  paid: Order
  replacements: readonly Order[]
  /** The return requests of all of these orders. */
  requests: readonly (OrderReturn & { lines: ReturnLine[] })[]
}

/**
 * As explained at the columns of OrderLine, but counted singly: a set of four has four pieces. `cancelled` and `restocked` are not derived:
 * nothing else records them.
 */
type Counts = Pick<OrderLine, 'asked' | 'returned' | 'replaced'>

/** The counts as the columns store them: whole items, and further pieces of a set. */
export function columnsOf(line: OrderLine, counts: Counts) {
  const asked = inSets(line, counts.asked)
  const returned = inSets(line, counts.returned)
  const replaced = inSets(line, counts.replaced)
  return {
    ...{ asked: asked.quantity, returned: returned.quantity, replaced: replaced.quantity },
    ...{ askedPieces: asked.pieces, returnedPieces: returned.pieces, replacedPieces: replaced.pieces },
  }
}

/** The counts of each line of the family, by the line's id. */
export function countsOf(family: Family): Map<string, Counts> {
  const orders = [family.paid, ...family.replacements]
  const counts = new Map(
    orders.flatMap((order) => order.lines.map((line) => [line.id, ownCounts(family, order, line)])),
  )
  for (const order of family.replacements)
    for (const line of order.lines) {
      const paid = counts.get(line.replacesLineId!)!
      const each = piecesPerItem(line)
      const givenUp =
        order.status === 'CANCELLED' ? line.quantity * each : line.cancelled * each + counts.get(line.id)!.returned
      paid.replaced -= givenUp
      // While the shop waits for the piece that was replaced, the buyer has it, so the shop owes nothing for either.
      if (!isWaitingFor(family, order, line)) paid.returned += givenUp
    }
  return counts
}

/**
 * How many more pieces of each line of the paid order, singly, will count as returned when all accepted pieces are back: also those of its
 * replacements, and those whose replacement was cancelled.
 */
export function awaitedOf(family: Family): Map<string, number> {
  const requests = family.requests.map((request) => ({
    ...request,
    lines: request.lines.map((line) => (line.state === 'ACCEPTED' ? { ...line, state: 'COMPLETED' as const } : line)),
  }))
  const [now, then] = [countsOf(family), countsOf({ ...family, requests })]
  return new Map(family.paid.lines.map(({ id }) => [id, then.get(id)!.returned - now.get(id)!.returned]))
}

/** What the order's own requests say about a line. */
function ownCounts({ replacements, requests }: Family, order: Order, line: OrderLine): Counts {
  const own = requests.filter(({ orderId }) => orderId === order.id)
  const counts: Counts = { asked: 0, returned: 0, replaced: 0 }
  for (const { lines, replacementId } of own) {
    const parts = lines.filter(({ orderLineId }) => orderLineId === line.id)
    if (parts.length === 0) continue
    for (const part of parts) {
      counts.asked += singly(line, part)
      if (replacementId === null && part.state === 'COMPLETED') counts.returned += singly(line, part)
    }
    const replacement = replacementOf(replacements, replacementId, line)
    if (replacement) counts.replaced += replacement.quantity * piecesPerItem(replacement)
  }
  // A parcel that the buyer never accepted comes back without a request.
  if (own.length === 0 && order.events.some(({ status }) => status === 'RETURNED'))
    counts.returned = sentPieces(line) * piecesPerItem(line)
  return counts
}

const replacementOf = (replacements: readonly Order[], id: string | null, line: OrderLine): OrderLine | undefined =>
  replacements.find((order) => order.id === id)?.lines.find((each) => each.replacesLineId === paidLineOf(line))

/** The line that was paid. */
const paidLineOf = ({ id, replacesLineId }: OrderLine): string => replacesLineId ?? id

/** True if the pieces that this line of a replacement, or of an earlier one, replaces are not back: the buyer still has them. */
function isWaitingFor(family: Family, replacement: Order, line: OrderLine): boolean {
  const request = family.requests.find(({ replacementId }) => replacementId === replacement.id)
  const order = [family.paid, ...family.replacements].find(({ id }) => id === request?.orderId)
  const replaced = order?.lines.find((each) => paidLineOf(each) === line.replacesLineId)
  if (!request || !order || !replaced) return false
  const parts = request.lines.filter(({ orderLineId }) => orderLineId === replaced.id)
  // Pieces that never arrived are REFUSED, like the part that staff did not accept.
  const isBack = parts.length === 0 || parts.some(({ state }) => state === 'COMPLETED')
  return !isBack || isWaitingFor(family, order, line)
}

/** In paise. At most what is left of the payments. */
export const owedPaiseOf = (order: Order, money: Money): number =>
  Math.max(0, Math.min(restOfPayment(money), owedOf(order, money).amount))

/** What the shop would owe for these pieces if they came back for money, in paise. */
export function owedIfReturned(order: Order, money: Money, pieces: readonly Piece[]): number {
  const lines = order.lines.map((line) => {
    const back = pieces.find((piece) => piece.line.id === line.id)
    if (!back) return line
    const before = singly(line, { quantity: line.returned, pieces: line.returnedPieces })
    const { quantity: returned, pieces: returnedPieces } = inSets(line, before + singly(line, back))
    return { ...line, returned, returnedPieces }
  })
  return owedPaiseOf({ ...order, lines }, money) - owedPaiseOf(order, money)
}
