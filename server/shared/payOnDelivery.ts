/** Where, and up to which amount, an order may be paid at the door. */
import { groupedPin, isIndia } from './indianNumbers'
import { formatRupees } from './money'

export interface PayOnDeliveryTerms {
  /** Whole rupees. */
  maximumAmount: number
  /** Beginnings, such as 560, and ranges, such as 560001-560110; everywhere in India where there are none. */
  pinCodes: readonly string[]
}

function isWithin(pin: string, entry: string): boolean {
  const [low, high] = entry.split('-')
  return high === undefined ? pin.startsWith(entry) : pin >= low! && pin <= high
}

/** In words for the shopper, or null where nothing is against it. Terms are null where the shop has none. */
export function whyNotOnDelivery(
  terms: PayOnDeliveryTerms | null,
  { country, zipCode }: { country: string; zipCode: string },
  totalAmount: number,
): string | null {
  if (!terms) return 'Pay on delivery is not available.'
  if (!isIndia(country)) return 'Pay on delivery is available in India only.'
  if (totalAmount > terms.maximumAmount)
    return `Pay on delivery is available up to ${formatRupees(terms.maximumAmount)}.`
  if (terms.pinCodes.length === 0 || terms.pinCodes.some((entry) => isWithin(zipCode, entry))) return null
  return `Pay on delivery is not available at PIN code ${groupedPin(zipCode)}.`
}
