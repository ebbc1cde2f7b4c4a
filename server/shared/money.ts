/** Money is whole rupees, an integer, everywhere but at the payment provider, which counts paise. */

const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** `Rs. 1,00,000` for 100000 rupees, `−Rs. 300` for -300. */
export const formatRupees = (rupees: number): string => `${rupees < 0 ? '−' : ''}Rs. ${indian.format(Math.abs(rupees))}`

export const CURRENCY = 'INR'

/** What a payment provider is asked for: rupees times 100. */
export const toPaise = (rupees: number): number => rupees * 100
