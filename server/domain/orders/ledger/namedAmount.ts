/** Names an amount in any currency, for notes about payments that are not in the shop's currency. */
import { CURRENCY, formatPaise } from '../../../shared/money/money'

/** `Rs. 270` for 27000 INR, `270.00 USD` for 27000 USD, `27000 JPY` for 27000 JPY, `27.000 KWD` for 27000 KWD. */
export function namedAmount(amount: number, currency: string): string {
  if (currency === CURRENCY) return formatPaise(amount)
  const digits = digitsOf(currency)
  if (digits === null) return `an amount of ${amount} in an unknown currency`
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`
}

/** The number of digits after the point that the currency's smallest unit has. Null for text that cannot be a currency's code. */
function digitsOf(currency: string): number | null {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    return maximumFractionDigits ?? null
  } catch {
    return null
  }
}
