/** The contents of an order's invoice, in paise. Without the seller's GSTIN, it is a receipt without tax. */
import type { Settings } from '../../settings'
import { splitTax, type TaxParts } from '../../shared/money/tax'
import { sentLines } from './charges'
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

/** Null until the order is paid or confirmed, for an order that was cancelled unpaid, and for a replacement, which costs nothing. */
export function invoiceOf(settings: Pick<Settings, 'seller' | 'gst'>, order: Order): Invoice | null {
  const issuedAt = soldAt(order)
  if (!issuedAt || order.isReplacement) return null
  const { seller, hsnCode, gstRate, buyerState, isSameState } = termsOf(order)
  const isTaxed = seller.gstin !== null
  const rate = isTaxed ? gstRate : 0
  const lines = sentLines(order).map((line) => ({ ...line, ...splitTax(line.total, rate, isSameState) }))
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
