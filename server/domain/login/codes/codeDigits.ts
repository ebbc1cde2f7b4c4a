/**
 * Derives the six digits of a code from the id of its row and the server's secret, when the email is composed. A stored code, even hashed, could be
 * guessed from a copy of the database, because it has only six digits.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MailCodes } from '../../shopParts'

/** Also accepts codes derived from the secret `accepted`, so that a new secret can replace an old one. */
export function mailCodes(secret: string, accepted: string | null): MailCodes {
  const derive = (by: string, id: string) => {
    const digest = createHmac('sha256', by).update('cerashop mail code ').update(id).digest()
    // 48 bits, so that the probabilities of all codes agree to seven digits.
    return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  }
  const secrets = accepted === null ? [secret] : [secret, accepted]
  return {
    of: (id) => derive(secret, id),
    matches: (id, code) =>
      secrets.map((by) => timingSafeEqual(Buffer.from(derive(by, id)), Buffer.from(code))).includes(true),
  }
}
