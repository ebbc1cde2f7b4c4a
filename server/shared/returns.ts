/** Why a shopper sends something back: the short list, and the words beside it. */
import * as z from 'zod/mini'
import { isStorable } from './validation'

/** As shopper and shop read them. */
export const RETURN_REASONS = {
  DAMAGED: 'It arrived broken',
  WRONG_ITEM: 'It is not what I ordered',
  NOT_AS_DESCRIBED: 'It differs from its description',
  CHANGED_MIND: 'I changed my mind',
  OTHER: 'Another reason',
} as const

export type ReturnReason = keyof typeof RETURN_REASONS

/** Characters. */
export const LONGEST_RETURN_NOTE = 500

const reason = z.enum(Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]])
const note = z.string().check(z.trim(), z.maxLength(LONGEST_RETURN_NOTE), z.refine(isStorable))

/** 'Another reason' says which in the note. */
export const returnInput = z
  .object({ reason, note })
  .check(z.refine(({ reason, note }) => reason !== 'OTHER' || note !== '', { path: ['note'] }))
