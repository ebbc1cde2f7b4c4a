/** The columns that an accountant gets for each invoice line. The amounts equal those on the invoice, to the paisa. */
import { stringify } from 'csv-stringify/sync'
import { invoiceOf, type Invoice } from '../../orders/invoice'
import type { Order } from '../../orders/order'
import type { Settings } from '../../../settings'
import { BYTE_ORDER_MARK, guard } from '../../../shared/csvCells'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { placeOfSupply } from '../../../shared/money/states'

interface Sold {
  order: Order
  invoice: Invoice
  /** Paise that were refunded to the buyer. */
  refunded: number
}

type Line = Invoice['lines'][number]

/** Values of the whole invoice are repeated on each of its lines, so those columns must not be summed. */
const COLUMNS: Record<string, (line: Line, sold: Sold, nth: number) => string | number | null> = {
  invoiceNumber: (_, { invoice }) => invoice.number,
  invoiceDate: (_, { invoice }) => dayInIndia(invoice.issuedAt),
  document: (_, { invoice }) => invoice.kind,
  orderStatus: (_, { order }) => order.status,
  placeOfSupply: (_, { order, invoice: { buyerState } }) =>
    guard(buyerState === null ? order.deliveryState : placeOfSupply(buyerState)),
  sellerGstin: (_, { invoice }) => invoice.seller.gstin,
  line: (_line, _sold, nth) => nth,
  description: ({ title }) => guard(title),
  hsn: (_, { invoice }) => invoice.hsnCode,
  quantity: ({ quantity }) => quantity,
  gstPercent: (_, { invoice }) => invoice.gstPercent,
  taxableValue: ({ taxable }) => rupees(taxable),
  cgst: ({ cgst }) => rupees(cgst),
  sgst: ({ sgst }) => rupees(sgst),
  igst: ({ igst }) => rupees(igst),
  lineTotal: ({ total }) => rupees(total),
  invoiceValue: (_, { invoice }) => rupees(invoice.total.total),
  paidBy: (_, { order }) => (order.payOnDelivery ? 'ON_DELIVERY' : order.provider),
  paymentId: (_, { order }) => order.paymentId,
  refunded: (_, { refunded }) => rupees(refunded),
}

/** Paise as rupees with two decimals, without rounding. */
export const rupees = (paise: number): string => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

export const header = (): string => BYTE_ORDER_MARK + stringify([Object.keys(COLUMNS)])

/** One row per invoice line. Empty if the order has no invoice, or its invoice is outside the period. */
export function rowsOf(settings: Settings, { order, refunded }: Omit<Sold, 'invoice'>, from: Date, to: Date): string {
  const invoice = invoiceOf(settings, order)
  if (!invoice || invoice.issuedAt < from || invoice.issuedAt >= to) return ''
  const sold = { order, invoice, refunded }
  return stringify(invoice.lines.map((line, i) => Object.values(COLUMNS).map((column) => column(line, sold, i + 1))))
}
