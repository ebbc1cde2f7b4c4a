/** An order's invoice, on a page that prints as one sheet. All of its figures are the server's. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { AddressText } from '../../components/AddressText'
import { Button, ButtonLink } from '../../components/Button'
import { formatDate } from '../../components/days'
import { EmptyState } from '../../components/EmptyState'
import { OrderStatus } from '../../components/OrderStatus'
import { ShopperPage } from '../../components/ShopperPage'
import { preloadQuery, whenLoggedIn } from '../../data/apollo'
import { paths } from '../../paths'
import styles from './InvoicePage.module.css'
import { InvoicePageQueryDocument, type InvoicePageQuery } from './InvoicePage.generated'

export const loader = ({ params }: LoaderFunctionArgs) =>
  whenLoggedIn(() =>
    preloadQuery(InvoicePageQueryDocument, { variables: { number: params.number! }, fetchPolicy: 'network-only' }),
  )

type Me = NonNullable<InvoicePageQuery['me']>
type Order = NonNullable<Me['order']>
type Invoice = NonNullable<Order['invoice']>

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()}>
    {({ order }: Me) => (order?.invoice ? <Sheet order={order} invoice={order.invoice} /> : <NoInvoice />)}
  </ShopperPage>
)

const NoInvoice = () => (
  <EmptyState drawing="orders" sentence="There is no invoice for this order.">
    <ButtonLink to={paths.orders()}>Your orders</ButtonLink>
  </EmptyState>
)

const TITLES = { TAX_INVOICE: 'Tax invoice', RECEIPT: 'Receipt' } as const

function Sheet({ order, invoice }: { order: Order; invoice: Invoice }) {
  const { seller, kind } = invoice
  return (
    <>
      <div className={styles.ways}>
        <Link to={paths.order(order.number)} className="text-link">
          Order {order.number}
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <article className={styles.sheet} aria-labelledby="invoice">
        <header className={styles.head}>
          <div>
            <h1 id="invoice">{TITLES[kind]}</h1>
            <p>
              {invoice.number}, {formatDate(invoice.issuedAt)}
            </p>
          </div>
          {hasEnded(order) && <OrderStatus status={order.status} />}
        </header>
        <div className={styles.parties}>
          <section aria-labelledby="seller">
            <h2 id="seller">Sold by</h2>
            <p>
              <strong>{seller.name}</strong>
            </p>
            {seller.address && <p>{seller.address}</p>}
            {seller.state && <p>{seller.state}</p>}
            {seller.gstin && <p>GSTIN {seller.gstin}</p>}
          </section>
          <section aria-labelledby="buyer">
            <h2 id="buyer">Delivered to</h2>
            <AddressText address={order.deliveryAddress} />
          </section>
        </div>
        <Lines invoice={invoice} />
        <p className={styles.paid}>
          {paymentText(order)} Amounts are in rupees
          {kind === 'TAX_INVOICE' && `; GST of ${invoice.gstPercent}% is included`}.
        </p>
      </article>
    </>
  )
}

function paymentText({ payOnDelivery, paymentId, status }: Order): string {
  if (!payOnDelivery) return `Paid by payment ${paymentId}.`
  return status === 'CONFIRMED' || status === 'SHIPPED' ? 'To be paid on delivery.' : 'Paid on delivery.'
}

const hasEnded = ({ status }: Order): boolean => ['RETURNED', 'REFUND_DUE', 'REFUNDED'].includes(status)

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1,199.50` for 119950 paise. */
const formatPaise = (paise: number): string => withPaise.format(paise / 100)

type Amount = 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'

/** A receipt has the total alone, and an invoice the taxes that it has: one rate has two names where both states are the same. */
function columnsOf({ kind, gstPercent, total }: Invoice): [Amount, string][] {
  if (kind === 'RECEIPT') return [['total', 'Amount']]
  const rate = gstPercent ?? 0
  const taxes: [Amount, string][] =
    total.igst > 0
      ? [['igst', `IGST ${rate}%`]]
      : [
          ['cgst', `CGST ${rate / 2}%`],
          ['sgst', `SGST ${rate / 2}%`],
        ]
  return [['taxable', 'Taxable'], ...taxes, ['total', 'Amount']]
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
            {columns.map(([amount, name]) => (
              <td key={name} data-name={name} className={styles.number}>
                {formatPaise(line[amount])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={hsnCode ? 3 : 2}>
            Total
          </th>
          {columns.map(([amount, name]) => (
            <td key={name} data-name={name} className={styles.number}>
              {formatPaise(total[amount])}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}
