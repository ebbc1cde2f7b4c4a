/** The expected arrival of a product: a calendar day in Indian time that depends on the product's id. */
import { sentPieces } from '../money/orderNow'
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

/** Null without days. All days are YYYY-MM-DD. */
export const lastDay = (days: readonly string[]): string | null => [...days].sort().at(-1) ?? null

/**
 * The one day of an order, on which the last of the pieces arrives that are sent. The buyer's pages, the emails and the packing table show it.
 * Null if no piece is sent.
 */
export const arrivalDay = (
  lines: readonly { estimatedDelivery: string; quantity: number; cancelled: number }[],
): string | null => lastDay(lines.filter((line) => sentPieces(line) > 0).map((line) => line.estimatedDelivery))
