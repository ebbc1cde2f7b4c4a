/** The shop's decision on a return request. receive.ts records the pieces that come back afterwards. */
import type { Tx } from '../../../database/db'
import type { Prisma, ReturnWish } from '../../../generated/prisma/client'
import { returnSteps } from '../../../shared/delivery/returnSteps'
import { insteadText, isReplaceable, NOT_REPLACEABLE, staysWithBuyer } from '../../../shared/delivery/returns'
import { DomainError, invalidInput } from '../../../shared/errors'
import { inSets, singly, type Pieces } from '../../../shared/setPieces'
import { asSentence } from '../../../shared/text'
import type { Shop } from '../../shop'
import { notifyOfChange } from '../messages/writeMessages'
import { orderNumber, type OrderLine } from '../order'
import { namesOf, pickLines, type SomePieces } from '../pieces'
import { addNote, moveOrder } from '../state/orderState'
import { recount, type LockedOrder } from '../state/withOrder'
import { addressForReturns, openReturnOf, piecesIn, type OpenReturn } from './readReturns'
import { finishReturn } from './receive'
import { cancelReplacement, createReplacement } from './replace'

export interface Decision {
  /** The ids of the order's lines that are refused. */
  refused: ReadonlySet<string>
  /** The refused pieces of lines of which the others are accepted, or all pieces of a line. All other pieces are accepted. */
  refusedLines: readonly SomePieces[]
  /** Why pieces are refused. If none are, why the buyer gets something else than wished. The buyer reads it. */
  reason: string | null
  /** What the buyer gets. If null, what the buyer wished. */
  wish: ReturnWish | null
}

/**
 * Decides on all lines of the open request. A line of which only some pieces are accepted becomes two lines. Accepted broken pieces are done:
 * they stay with the buyer. The order waits for all other accepted pieces. A replacement order takes its stock now (replace.ts). Throws
 * INVALID_INPUT, OUT_OF_STOCK, ORDER_STATUS_CONFLICT.
 */
export async function decideOnReturn(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { reason, wish: chosen, ...decision }: Decision,
): Promise<LockedOrder> {
  const open = await openReturnOf(tx, order)
  if (!open || open.decidedAt !== null)
    throw new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message: 'This return was already decided.' })
  const parts = partsOf(order, open, decision)
  const accepted = parts.flatMap(({ line, accepted: some }) => (some ? [{ ...line, ...some }] : []))
  const refused = parts.flatMap(({ line, refused: some }) => (some ? [{ ...line, ...some }] : []))
  const kept = accepted.filter((line) => staysWithBuyer(line.reason))
  const wish = chosen ?? open.wish
  if (wish === 'REPLACEMENT' && !accepted.every((line) => isReplaceable(line.reason)))
    throw invalidInput('wish', NOT_REPLACEABLE)
  const isOther = accepted.length > 0 && wish !== open.wish
  const instead = {
    insteadOf: isOther ? open.wish : null,
    insteadReason: isOther && refused.length === 0 ? reason : null,
  }
  const refusalReason = refused.length > 0 ? reason : null
  await tx.orderReturn.update({
    where: { id: open.id },
    data: {
      decidedAt: new Date(),
      wish,
      ...instead,
      refusal: refusalReason,
      ...(kept.length === accepted.length && accepted.length > 0 && { receivedAt: new Date() }),
    },
  })
  for (const { line, accepted: yes, refused: no } of parts) {
    const { id, returnId, orderLineId, reason: why } = line
    const state = yes ? (staysWithBuyer(why) ? 'COMPLETED' : 'ACCEPTED') : 'REFUSED'
    await tx.returnLine.update({ where: { id }, data: { ...(yes ?? no), state } })
    if (yes && no) await tx.returnLine.create({ data: { returnId, orderLineId, reason: why, ...no, state: 'REFUSED' } })
  }
  const refusal = refusalReason === null ? '' : refusalOf(refusalReason)
  if (accepted.length === 0)
    return moveOrder(shop, tx, order, 'DELIVERED', { source: 'SHOP', note: refusal }, {}, { type: 'RETURN_REFUSED' })
  const pieces = piecesIn(order, accepted)
  const replacement = wish === 'REPLACEMENT' ? await createReplacement(shop, tx, order, open, pieces) : null
  const isWaiting = kept.length < accepted.length
  const decided = accepted.map(({ reason: why }, i) => ({
    title: pieces[i]!.line.title,
    piecesInSet: pieces[i]!.line.piecesInSet,
    quantity: pieces[i]!.quantity,
    pieces: pieces[i]!.pieces,
    reason: why,
    state: staysWithBuyer(why) ? ('COMPLETED' as const) : ('ACCEPTED' as const),
    isBack: false,
  }))
  const note = [
    `We accepted your return of ${namesOf(pieces)}.`,
    insteadText({ wish, ...instead }),
    returnSteps({
      lines: decided,
      wish: replacement ? 'REPLACEMENT' : 'REFUND',
      requestedAt: open.requestedAt,
      replacement: replacement && orderNumber(replacement),
      number: orderNumber(order),
      address: addressForReturns(shop.settings),
    }),
    refusalReason !== null && refusalOf(refusalReason, namesOf(piecesIn(order, refused))),
  ]
  const entry = { source: 'SHOP', note: note.filter(Boolean).join(' ') } as const
  if (!isWaiting) return finishReturn(shop, tx, order, entry, 'RETURN_ACCEPTED')
  await addNote(tx, order, entry)
  const changed = await recount(tx, order)
  await notifyOfChange(shop, tx, changed, 'RETURN_ACCEPTED')
  return changed
}

interface Part {
  line: OpenReturn['lines'][number]
  /** Null if no piece is accepted. */
  accepted: Pieces | null
  /** Null if all pieces are accepted. */
  refused: Pieces | null
}

/** What is accepted and refused of each line of the request. Throws INVALID_INPUT. */
function partsOf(
  order: LockedOrder,
  { lines }: OpenReturn,
  { refused, refusedLines }: Pick<Decision, 'refused' | 'refusedLines'>,
): Part[] {
  const unknown = [...refused].find((id) => !lines.some((line) => line.orderLineId === id))
  if (unknown !== undefined) throw invalidInput('refused', 'The request has no such line.')
  const twice = refusedLines.some(({ id }) => refused.has(id))
  if (twice) throw invalidInput('refusedLines', 'Each line can appear only once.')
  const asked = (line: Pick<OrderLine, 'id' | 'piecesInSet'>) => {
    const found = lines.find(({ orderLineId }) => orderLineId === line.id)
    return found ? singly(line, found) : 0
  }
  const named = refusedLines.length > 0 ? pickLines(order, refusedLines, asked, 'refuse', 'refusedLines') : []
  return lines.map((line) => {
    const of = order.lines.find(({ id }) => id === line.orderLineId)!
    const some = named.find((each) => each.line.id === of.id)
    const no = refused.has(of.id) ? asked(of) : some ? singly(of, some) : 0
    const yes = asked(of) - no
    return { line, accepted: yes > 0 ? inSets(of, yes) : null, refused: no > 0 ? inSets(of, no) : null }
  })
}

/** What the buyer reads. `what` names the refused pieces, if there are others in the request. */
const refusalOf = (reason: string, what = 'your return'): string => `${REFUSED} ${what}: ${reason}`
export const isRefusal = (note: string, reason: string): boolean =>
  note.startsWith(REFUSED) && note.includes(`: ${reason}`)
const REFUSED = 'We could not accept'

/**
 * Refuses all lines that are not completed: all of an undecided request, or accepted pieces that never arrived. The new pieces for these are
 * cancelled, unless they are shipped. The order becomes DELIVERED again, or RETURNED if the buyer has no piece of it any more. The buyer reads
 * `reason`. `actorId` is the staff member.
 */
export async function refuseLines(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  reason: string,
  actorId: string,
): Promise<LockedOrder> {
  const open = await openReturnOf(tx, order)
  let newPieces = ''
  let refusal = refusalOf(reason)
  if (open) {
    // The reason for a part that staff refused before stays.
    const reasons = open.refusal === null ? reason : `${asSentence(open.refusal)} ${reason}`
    const data = { decidedAt: open.decidedAt ?? new Date(), refusal: reasons }
    await tx.orderReturn.update({ where: { id: open.id }, data })
    const isOpen = { state: { in: ['REQUESTED', 'ACCEPTED'] } } satisfies Prisma.ReturnLineWhereInput
    await tx.returnLine.updateMany({ where: { returnId: open.id, ...isOpen }, data: { state: 'REFUSED' } })
    const lost = open.lines.filter(({ state }) => state === 'REQUESTED' || state === 'ACCEPTED')
    if (lost.length < open.lines.length) refusal = refusalOf(reason, namesOf(piecesIn(order, lost)))
    if (open.replacementId !== null)
      newPieces = await cancelReplacement(shop, tx, open.replacementId, piecesIn(order, lost), actorId)
  }
  const note = newPieces === '' ? refusal : `${asSentence(refusal)} ${newPieces}`
  return finishReturn(shop, tx, order, { source: 'SHOP', note }, 'RETURN_REFUSED')
}
