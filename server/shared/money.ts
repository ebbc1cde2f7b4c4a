/** Money is whole rupees, an integer, everywhere but at the payment provider, which counts paise. */

/** Between thousands, and from there on every two digits. `Intl.NumberFormat` takes a slow phone 70 ms to make. */
const INDIAN_COMMA = /\B(?=(\d\d)*\d{3}$)/g

/** `Rs. 1,00,000` for 100000 rupees, `−Rs. 300` for -300. */
export const formatRupees = (rupees: number): string =>
  `${rupees < 0 ? '−' : ''}Rs. ${String(Math.round(Math.abs(rupees))).replace(INDIAN_COMMA, ',')}`

export const CURRENCY = 'INR'

/** What a payment provider is asked for: rupees times 100. */
export const toPaise = (rupees: number): number => rupees * 100
