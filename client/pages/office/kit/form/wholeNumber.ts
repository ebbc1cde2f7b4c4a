/** Reads whole numbers from the office's fields. */
import { number } from '../../../../../server/shared/text'

/** Null for no text, and NaN for text that is not a whole number. Every validation rule rejects NaN. */
export function wholeNumber(text: string): number | null {
  const typed = number(text)
  if (typed === '') return null
  return /^-?[0-9]+$/.test(typed) ? Number(typed) : NaN
}
