/** Amounts that may be no whole rupees, as people read them: apart from money.ts, which every page loads. */
import { formatRupees } from './money'

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `Rs. 1,000` for 100000 paise, `Rs. 1,000.50` for 100050; of amounts above zero. */
export const formatPaise = (paise: number): string =>
  paise % 100 === 0 ? formatRupees(paise / 100) : `Rs. ${withPaise.format(paise / 100)}`
