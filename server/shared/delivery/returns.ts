/** A shopper's reasons for returning an item: a short list, and a note. */
import * as z from 'zod/mini'
import { asSentence } from '../text'
import { optionalParagraphOf } from '../validation'

/** The labels that the shopper and the shop see. */
export const RETURN_REASONS = {
  DAMAGED: 'It arrived broken',
  WRONG_ITEM: 'It is not what I ordered',
  NOT_AS_DESCRIBED: 'It differs from its description',
  CHANGED_MIND: 'I changed my mind',
  OTHER: 'Another reason',
} as const

export type ReturnReason = keyof typeof RETURN_REASONS

/** The maximum number of characters in a return note. */
export const MAX_RETURN_NOTE_LENGTH = 500

/** The maximum number of photos in a return request. */
export const MAX_RETURN_PHOTOS = 6

/** Broken pieces stay with the buyer: they are dangerous to post, and the shop cannot use them. */
export const staysWithBuyer = (reason: string): boolean => reason === 'DAMAGED'

/** True for accepted pieces that the buyer keeps. Broken pieces can come back too: in a parcel that staff take without an answer before. */
export const isKept = ({ state, reason, isBack }: { state: string; reason: string; isBack: boolean }): boolean =>
  state === 'COMPLETED' && staysWithBuyer(reason) && !isBack

/** A replacement is for broken, wrong and faulty items. Buyers who changed their mind get a refund. */
export const isReplaceable = (reason: string): boolean => reason !== 'CHANGED_MIND'

export const NOT_REPLACEABLE =
  'A replacement is for broken, wrong or faulty items. For items that are no longer wanted, choose a refund.'

type Wish = 'REFUND' | 'REPLACEMENT'

/** What buyers read if they get something else than they wished. Empty if they get what they wished. */
export function insteadText(given: { wish: Wish; insteadOf: Wish | null; insteadReason: string | null }): string {
  const { wish, insteadOf, insteadReason } = given
  if (insteadOf === null) return ''
  const asked = insteadOf === 'REPLACEMENT' ? 'replacement' : 'refund'
  const gets = wish === 'REPLACEMENT' ? 'We send a free replacement instead' : 'We refund the price instead'
  return `You asked for a ${asked}. ${asSentence(insteadReason === null ? gets : `${gets}: ${insteadReason}`)}`
}

const reason = z.enum(Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]])
const note = optionalParagraphOf(MAX_RETURN_NOTE_LENGTH)

/** 'Another reason' requires a note. */
export const returnInput = z
  .object({ reason, note })
  .check(z.refine(({ reason, note }) => reason !== 'OTHER' || note !== '', { path: ['note'] }))
