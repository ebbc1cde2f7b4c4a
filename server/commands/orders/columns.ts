/** What an accountant gets of each line of an invoice: the figures are the invoice's own, to the paisa. */
import { stringify } from 'csv-stringify/sync'
import { invoiceOf, type Invoice } from '../../domain/orders/invoice'
import type { Order } from '../../domain/orders/orders'
import type { Settings } from '../../settings'
import { BYTE_ORDER_MARK, guard } from '../cells'
import { indianDay } from './days'
import { placeOfSupply } from './placeOfSupply'

interface Sold {
  order: Order
  invoice: Invoice
  /** Paise that are back with the buyer. */
  refunded: number
}

type Line = Invoice['lines'][number]

/** Of what belongs to the whole invoice each line says the same; a column of it is not to be summed up. */
const COLUMNS: Record<string, (line: Line, sold: Sold, nth: number) => string | number | null> = {
  invoiceNumber: (_, { invoice }) => invoice.number,
  invoiceDate: (_, { invoice }) => indianDay(invoice.issuedAt),
  document: (_, { invoice }) => invoice.kind,
  orderStatus: (_, { order }) => order.status,
  placeOfSupply: (_, { order }) => guard(placeOfSupply(order.deliveryState)),
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

/** Paise as rupees with two decimals; nothing is rounded. */
const rupees = (paise: number): string => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

export const header = (): string => BYTE_ORDER_MARK + stringify([Object.keys(COLUMNS)])

/** A row for each line of the invoice; none where the order was never sold, or not in this time. */
export function rowsOf(settings: Settings, { order, refunded }: Omit<Sold, 'invoice'>, from: Date, to: Date): string {
  const invoice = invoiceOf(settings, order)
  if (!invoice || invoice.issuedAt < from || invoice.issuedAt >= to) return ''
  const sold = { order, invoice, refunded }
  return stringify(invoice.lines.map((line, i) => Object.values(COLUMNS).map((column) => column(line, sold, i + 1))))
}
