/** The buyer's name in an email, and the greeting. */
import { isolate } from '../../shared/isolate'
import { normalized } from '../../shared/text'
import { isHarmless } from './shopperText'

const MAX_NAME_LENGTH = 40
const MAX_WORDS = 4

/** Returns an empty string for a name that could contain a message. */
export function harmlessName(firstName: string): string {
  const name = normalized(firstName, 'NFKC').trim()
  const isShort = firstName.length <= MAX_NAME_LENGTH && name.split(/\s+/).length <= MAX_WORDS
  return isShort && isHarmless(name) ? name : ''
}

/** The first name, or if it is only too long, the first word of the last name. Empty if a name could contain a message. */
export function nameInMail(firstName: string, lastName: string): string {
  const isOnlyLong = firstName.length > MAX_NAME_LENGTH && isHarmless(firstName)
  return harmlessName(isOnlyLong ? lastName.trim().split(/\s+/)[0]! : firstName)
}

export function greetingOf(firstName: string, lastName = ''): string {
  const name = nameInMail(firstName, lastName)
  return name === '' ? 'Hello,' : `Hello ${isolate(name)},`
}
