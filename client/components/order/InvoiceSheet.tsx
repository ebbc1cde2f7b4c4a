/** An invoice or receipt that prints on one sheet. The server computes all figures. */
import { Link } from 'react-router-dom'
import { AddressText } from '../address/AddressText'
import { Button } from '../Button'
import { formatDate } from '../days'
import { Value } from '../Value'
import { amountInWords } from './amountInWords'
import styles from './InvoiceSheet.module.css'
import type { InvoiceSheet_OrderFragment } from './InvoiceSheet.generated'
import { cashOf } from './amounts'
import { OrderStatus } from './OrderStatus'
import { buyerStatusText, IN_PROGRESS } from './progress'

type InvoicedOrder = Omit<InvoiceSheet_OrderFragment, ' $fragmentName'>
type Invoice = NonNullable<InvoicedOrder['invoice']>

const TITLES = { TAX_INVOICE: 'Tax invoice', RECEIPT: 'Receipt' } as const

/** `back` is the path of the order. */
export function InvoiceSheet({ order, invoice, back }: { order: InvoicedOrder; invoice: Invoice; back: string }) {
  const { seller, kind } = invoice
  return (
    <>
      <div className={styles.ways}>
        <Link to={back} className="text-link">
          Order {order.number}
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <article className={styles.sheet} aria-labelledby="invoice">
        <header className={styles.head}>
          <div>
            <h1 id="invoice">{TITLES[kind]}</h1>
            <p>
              {invoice.number}, <Value>{formatDate(invoice.issuedAt)}</Value>
            </p>
          </div>
          {hasEnded(order) && (
            <OrderStatus
              status={order.status}
              text={order.status === 'REFUND_DUE' ? IN_PROGRESS : buyerStatusText(order)}
            />
          )}
        </header>
        <div className={styles.parties}>
          <section aria-labelledby="seller" className={styles.seller}>
            <h2 id="seller">Sold by</h2>
            <p>
              <strong>{seller.name}</strong>
            </p>
            {seller.address && <p>{seller.address}</p>}
            {seller.state && <p>{seller.state}</p>}
            {seller.gstin && <p>GSTIN {seller.gstin}</p>}
          </section>
          <section aria-labelledby="buyer">
            <h2 id="buyer">Deliver to</h2>
            <AddressText address={order.deliveryAddress} />
          </section>
        </div>
        <Lines invoice={invoice} />
        <p className={styles.paid}>{amountInWords(invoice.total.totalPaise)}.</p>
        <p className={styles.paid}>
          {paymentText(order)} Amounts are in rupees
          {kind === 'TAX_INVOICE' && `; GST of ${invoice.gstPercent}% is included`}.
        </p>
      </article>
    </>
  )
}

const CASH = {
  due: 'Cash on delivery, not paid yet.',
  paid: 'Paid as cash on delivery.',
  never: 'Cash on delivery, never paid.',
} as const

function paymentText(order: InvoicedOrder): string {
  const cash = cashOf({ ...order, isDelivered: order.deliveredAt !== null })
  return cash === null ? `Paid online, payment reference ${order.paymentId}.` : CASH[cash]
}

const hasEnded = ({ status }: InvoicedOrder): boolean => ['RETURNED', 'REFUND_DUE', 'REFUNDED'].includes(status)

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1,199.50` for 119950 paise. */
const formatPaise = (paise: number): string => withPaise.format(paise / 100)

/** After discounts. Before tax on an invoice, and rounded to the paisa. */
const UNIT_PRICE = 'Unit price'

type Amount = 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'totalPaise'

/**
 * A receipt has only the total. An invoice adds its taxes: IGST, or CGST and SGST if buyer and seller are in the same
 * state.
 */
function columnsOf({ kind, gstPercent, total }: Invoice): [Amount, string][] {
  if (kind === 'RECEIPT') return [['totalPaise', 'Amount']]
  const rate = gstPercent ?? 0
  const taxes: [Amount, string][] =
    total.igstPaise > 0
      ? [['igstPaise', `IGST ${rate}%`]]
      : [
          ['cgstPaise', `CGST ${rate / 2}%`],
          ['sgstPaise', `SGST ${rate / 2}%`],
        ]
  return [['taxablePaise', 'Taxable'], ...taxes, ['totalPaise', 'Amount']]
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { lines, total, hsnCode } = invoice
  const columns = columnsOf(invoice)
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          {hsnCode && <th scope="col">HSN</th>}
          <th scope="col" className={styles.number}>
            Qty
          </th>
          <th scope="col" className={styles.number}>
            {UNIT_PRICE}
          </th>
          {columns.map(([, name]) => (
            <th key={name} scope="col" className={styles.number}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <tr key={i}>
            <th scope="row">{line.title}</th>
            {hsnCode && <td data-name="HSN">{hsnCode}</td>}
            <td data-name="Qty" className={styles.number}>
              {line.quantity}
            </td>
            <td data-name={UNIT_PRICE} className={styles.number}>
              <Value>{formatPaise(line[columns[0]![0]] / line.quantity)}</Value>
            </td>
            {columns.map(([amount, name]) => (
              <td key={name} data-name={name} className={styles.number}>
                <Value>{formatPaise(line[amount])}</Value>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={hsnCode ? 4 : 3}>
            Total
          </th>
          {columns.map(([amount, name]) => (
            <td key={name} data-name={name} className={styles.number}>
              <Value>{formatPaise(total[amount])}</Value>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}
