/** Idempotency keys: the server carries out a retry with the same key once. */

/** `crypto.randomUUID` exists on secure origins only; a phone that tests over plain http has just the random bytes. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
