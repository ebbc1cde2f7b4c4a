/** The buyer's name in an email, and the greeting. */
import { isHarmless } from './shopperText'

const LONGEST_NAME = 40
const MOST_WORDS = 4

/** Returns an empty string for a name that could contain a message. */
export function harmlessName(firstName: string): string {
  const name = firstName.normalize('NFKC').trim()
  const isShort = firstName.length <= LONGEST_NAME && name.split(/\s+/).length <= MOST_WORDS
  return isShort && isHarmless(name) ? name : ''
}

export function greetingOf(firstName: string): string {
  const name = harmlessName(firstName)
  return name === '' ? 'Hello,' : `Hello ${name},`
}
