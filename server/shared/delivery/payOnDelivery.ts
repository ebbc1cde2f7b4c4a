/** Decides where, and up to what amount, an order may be paid on delivery. */
import { isInIndia, type Place } from './countries'
import { formatRupees } from '../money/money'

export interface PayOnDeliveryTerms {
  /** Whole rupees. */
  maximumAmount: number
  /** Prefixes, such as 560, and ranges, such as 560001-560110. An empty list means everywhere in India. */
  pinCodes: readonly string[]
}

function isWithin(pin: string, entry: string): boolean {
  const [low, high] = entry.split('-')
  return high === undefined ? pin.startsWith(entry) : pin >= low! && pin <= high
}

/**
 * Returns the reason why pay on delivery is not possible, as a sentence for the shopper, or null if it is. `terms` is null if the shop does
 * not offer it.
 */
export function whyNotOnDelivery(terms: PayOnDeliveryTerms | null, place: Place, totalAmount: number): string | null {
  if (!terms) return 'Cash on delivery is not available.'
  const { zipCode } = place
  if (!isInIndia(place)) return 'Cash on delivery is available only in India.'
  if (totalAmount > terms.maximumAmount)
    return `Cash on delivery is available up to ${formatRupees(terms.maximumAmount)}.`
  if (terms.pinCodes.length === 0 || terms.pinCodes.some((entry) => isWithin(zipCode, entry))) return null
  return `Cash on delivery is not available at PIN code ${zipCode}.`
}
