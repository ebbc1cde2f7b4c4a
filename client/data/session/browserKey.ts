/**
 * A random key of this browser. If strangers' guesses closed the codes for an address, the shop still sends codes to the browser with the key
 * of the last login.
 */
import { readStored, writeStored } from '../storage'

const STORED = 'browserKey'
const BYTES = 16

export function browserKey(): string {
  const stored = readStored(STORED)
  if (stored !== null) return stored
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  writeStored({ [STORED]: key })
  return key
}
