/** Formats amounts that may not be whole rupees. Separate from money.ts, which every page loads. */
import { formatRupees } from './money'

/** `Rs. 1,000` for 100000 paise, `Rs. 1,000.50` for 100050, `−Rs. 0.50` for -50. */
export function formatPaise(paise: number): string {
  if (paise < 0) return `−${formatPaise(-paise)}`
  const rupees = formatRupees(Math.floor(paise / 100))
  return paise % 100 === 0 ? rupees : `${rupees}.${String(paise % 100).padStart(2, '0')}`
}
