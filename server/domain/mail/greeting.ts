/** The greeting of a mail. */
import { isHarmless } from './shopperText'

const LONGEST_NAME = 40
const MOST_WORDS = 4

/** Omits a name that could contain a message. */
export function greetingOf(firstName: string): string {
  const name = firstName.normalize('NFKC').trim()
  const isShort = firstName.length <= LONGEST_NAME && name.split(/\s+/).length <= MOST_WORDS
  return name !== '' && isShort && isHarmless(name) ? `Hello ${name},` : 'Hello,'
}
