/** Money is an integer of whole rupees everywhere except at the payment provider, which uses paise. */

/** Groups digits as in India: three at the end, two in each group before. Making an `Intl.NumberFormat` takes a slow phone 70 ms. */
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
