/** Idempotency keys: the server carries out a retry with the same key only once. */

/**
 * `crypto.randomUUID` is missing on plain http, e.g. on a phone in a local test. `crypto.getRandomValues` is always
 * there.
 */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
