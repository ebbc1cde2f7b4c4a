/**
 * Signs the addresses of buyers' photos that shoppers do not see: those of returns, of hidden reviews, and of uploads that nothing uses yet.
 * The shop gives such an address only to the buyer and to staff. It shows the photo, in each of its sizes, for one to two hours.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { PHOTO_KEY } from '../shared/photos'
import { HOUR_MS } from '../shared/durations'

export interface PhotoLinks {
  /** Adds the key to the path of this photo, in any size. The path has no query. */
  sign(path: string, name: string, now?: number): string
  /** True for a key of this photo that has not expired. */
  allows(key: unknown, name: string, now?: number): boolean
}

const SIGNATURE_BYTES = 16
const KEY = /^(\d{1,9})-([\w-]{22})$/

/** Also accepts keys signed with the secret `accepted`, as orderLinks does. */
export function photoLinks(secret: string, accepted: string | null): PhotoLinks {
  const secrets = accepted === null ? [secret] : [secret, accepted]
  const signature = (by: string, name: string, hour: string) =>
    createHmac('sha256', by).update(`cerashop photo link ${name} ${hour}`).digest().subarray(0, SIGNATURE_BYTES)
  return {
    sign(path, name, now = Date.now()) {
      // Whole hours, so that a form that reads the same photo twice gets one address.
      const hour = String(Math.floor(now / HOUR_MS) + 2)
      return `${path}?${PHOTO_KEY}=${hour}-${signature(secret, name, hour).toString('base64url')}`
    },
    allows(key, name, now = Date.now()) {
      const [, hour, given] = (typeof key === 'string' && KEY.exec(key)) || []
      if (!hour || Number(hour) * HOUR_MS <= now) return false
      const bytes = Buffer.from(given!, 'base64url')
      return secrets.some((by) => timingSafeEqual(signature(by, name, hour), bytes))
    },
  }
}
