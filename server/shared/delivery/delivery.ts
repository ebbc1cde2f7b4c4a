/** The expected arrival of a product: a calendar day in Indian time that depends on the product's id. */
import { SHOP } from '../shop'
import { DAY_MS } from '../durations'

/** India is at UTC+05:30 all year. */
const INDIA_OFFSET_MS = (5 * 60 + 30) * 60 * 1000

/** FNV-1a, 32 bits: small, evenly distributed, and the same on server and client. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0
  return value
}

/** Today in India, YYYY-MM-DD. */
export const dayInIndia = (instant: Date): string =>
  new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)

/** YYYY-MM-DD, 3 to 10 days after `orderedAt`, always the same for the same product and day, so the product page, the cart and the order show the same day. remoteDelivery.ts adds days for remote places. */
export function estimatedDelivery(productId: string, orderedAt: Date): string {
  const { minimum, maximum } = SHOP.deliveryDays
  const days = minimum + (hash(productId) % (maximum - minimum + 1))
  return dayInIndia(new Date(orderedAt.getTime() + days * DAY_MS))
}
