/** Idempotency keys: a request that is sent again with the same key is done once. */

/** `crypto.randomUUID` exists on secure origins only; a phone that tests over plain http has just the random bytes. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
