/** Idempotency keys, which let the server execute a retried request only once. */

/**
 * `crypto.randomUUID` is missing on plain http, for example on a phone in a local test. `crypto.getRandomValues` is
 * always available.
 */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
