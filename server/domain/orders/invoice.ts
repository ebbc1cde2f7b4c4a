/** The contents of an order's invoice, in paise. Without the seller's GSTIN, it is a receipt without tax. */
import type { Settings } from '../../settings'
import { toPaise } from '../../shared/money/money'
import { lineTotal } from '../../shared/money/pricing'
import { shareOut, splitTax, type TaxParts } from '../../shared/money/tax'
import { soldAt } from './orderActions'
import { termsOf, type InvoiceTerms } from './invoiceTerms'
import { orderNumber, type Order } from './order'

/** @public for codegen.ts */
export interface InvoiceLine extends TaxParts {
  title: string
  quantity: number
  /** The line's amount after its share of the coupon discount, including tax. */
  total: number
}

/** @public for codegen.ts */
export interface InvoiceTotal extends TaxParts {
  total: number
}

export interface Invoice {
  kind: 'TAX_INVOICE' | 'RECEIPT'
  number: string
  issuedAt: Date
  seller: InvoiceTerms['seller']
  hsnCode: string | null
  /** Percent. */
  gstPercent: number | null
  /** The GST code of the buyer's state, or null if unknown. */
  buyerState: string | null
  lines: InvoiceLine[]
  total: InvoiceTotal
}

/** Null until the order is paid or confirmed, and for an order that was cancelled unpaid. */
export function invoiceOf(settings: Pick<Settings, 'seller' | 'gst'>, order: Order): Invoice | null {
  const issuedAt = soldAt(order)
  if (!issuedAt) return null
  const { seller, hsnCode, gstRate, buyerState, isSameState } = termsOf(settings, order)
  const isTaxed = seller.gstin !== null
  const rate = isTaxed ? gstRate : 0
  const lines = chargedLines(order).map((line) => ({ ...line, ...splitTax(line.total, rate, isSameState) }))
  const sum = (part: keyof TaxParts | 'total') => lines.reduce((total, line) => total + line[part], 0)
  return {
    kind: isTaxed ? 'TAX_INVOICE' : 'RECEIPT',
    number: orderNumber(order),
    issuedAt,
    seller,
    hsnCode: isTaxed ? hsnCode : null,
    gstPercent: isTaxed ? gstRate / 100 : null,
    buyerState,
    lines,
    total: { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst'), total: sum('total') },
  }
}

/**
 * The charged lines in paise. The products come first, in the order's sequence, each less its share of the coupon discount. The gift wrap
 * and the convenience fee follow, and are taxed like products.
 */
export function chargedLines({
  lines,
  couponDiscount,
  giftWrap,
  convenienceFee,
}: Pick<Order, 'couponDiscount' | 'giftWrap' | 'convenienceFee'> & {
  lines: Pick<Order['lines'][number], 'title' | 'discounted' | 'quantity'>[]
}) {
  const totals = lines.map((line) => toPaise(lineTotal(line)))
  const coupon = shareOut(toPaise(couponDiscount), totals)
  const charged = lines.map(({ title, quantity }, i) => ({ title, quantity, total: totals[i]! - coupon[i]! }))
  if (giftWrap > 0) charged.push({ title: 'Gift wrap', quantity: 1, total: toPaise(giftWrap) })
  if (convenienceFee > 0) charged.push({ title: 'Convenience fee', quantity: 1, total: toPaise(convenienceFee) })
  return charged
}
