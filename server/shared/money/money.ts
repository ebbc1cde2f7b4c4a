/** Prices are integers in whole rupees; payments, refunds and invoices are in paise. */

/**
 * Groups digits as in India: three at the end, and two in each group before that. Creating an `Intl.NumberFormat` takes 70 ms on a slow
 * phone.
 */
function group(digits: string): string {
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2) text = `${digits.slice(Math.max(0, end - 2), end)},${text}`
  return text
}

/** `Rs. 1,00,000` for 100000 rupees, `−Rs. 300` for -300. */
export const formatRupees = (rupees: number): string =>
  `${rupees < 0 ? '−' : ''}Rs. ${group(String(Math.round(Math.abs(rupees))))}`

export const CURRENCY = 'INR'

/** The amount for a payment provider: rupees times 100. */
export const toPaise = (rupees: number): number => rupees * 100

/** The columns of payments and refunds, and Int in GraphQL, hold no larger amount. 21,474,836 rupees. */
export const MAX_PAISE = 2 ** 31 - 1

/** `Rs. 1,000` for 100000 paise, `Rs. 1,000.50` for 100050, `−Rs. 0.50` for -50. */
export function formatPaise(paise: number): string {
  if (paise < 0) return `−${formatPaise(-paise)}`
  const rupees = formatRupees(Math.floor(paise / 100))
  return paise % 100 === 0 ? rupees : `${rupees}.${String(paise % 100).padStart(2, '0')}`
}
