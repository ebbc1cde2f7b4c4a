/** What was sold in a period: a table by product, variant, category or coupon, and the numbers of buyers. */
import { Link } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { EmptyState } from '../../../components/EmptyState'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { DataTable, type Column } from '../kit/DataTable'
import table from '../kit/Table.module.css'
import type { OfficeSalesPageQuery } from './SalesPage.generated'

type Sales = NonNullable<OfficeSalesPageQuery['office']['sales']>
type Row = Sales['rows'][number]

const count = (number: number): string => number.toLocaleString('en-IN')
const unlessZero = (number: number, text: string): string => (number === 0 ? '' : text)

const COLUMNS: Column<Row>[] = [
  { name: 'Items', look: 'number', cell: ({ pieces }) => count(pieces) },
  { name: 'Orders', look: 'number', cell: ({ orders }) => count(orders) },
  { name: 'Sold for', look: 'number', cell: ({ takingsPaise }) => formatPaise(takingsPaise) },
  {
    name: 'Offer discounts',
    look: 'number',
    cell: ({ offerDiscountsPaise }) => unlessZero(offerDiscountsPaise, formatPaise(offerDiscountsPaise)),
  },
  {
    name: 'Coupons',
    look: 'number',
    cell: ({ couponDiscountsPaise }) => unlessZero(couponDiscountsPaise, formatPaise(couponDiscountsPaise)),
  },
  {
    name: 'Refunded or returned',
    look: 'number',
    // Single items of a set have an amount, but no whole set is back.
    cell: ({ returnedPieces, returnedPaise }) =>
      returnedPieces === 0
        ? unlessZero(returnedPaise, `Part of a set (${formatPaise(returnedPaise)})`)
        : `${count(returnedPieces)} (${formatPaise(returnedPaise)})`,
  },
]

interface SoldProps {
  sales: Sales
  /** The heading of the first column. */
  name: string
  /** True if each row is a product with a page in the office. */
  isGoods: boolean
  /** Shown if nothing was sold. */
  empty?: string | undefined
}

export function Sold({ sales, name, isGoods, empty = 'Nothing sold in this period.' }: SoldProps) {
  const { rows, totalCount, pendingDays } = sales
  const first: Column<Row> = {
    name,
    cell: ({ key, name: text, sku }) => (
      <>
        {isGoods && key !== '' ? (
          <Link to={officePaths.product(key)} className={table.rowLink}>
            {text}
          </Link>
        ) : (
          text
        )}
        {sku !== null && <span className={kit.quiet}> {sku}</span>}
      </>
    ),
  }
  return (
    <>
      <Pending days={pendingDays} />
      <DataTable
        label="Sold"
        columns={[first, ...COLUMNS]}
        rows={rows}
        keyOf={({ key }) => key}
        empty={<EmptyState heading="h2" sentence={empty} />}
      />
      {rows.length > 0 && (
        <ul className={kit.hint}>
          <li>
            Sold for: the price of the items after offers and coupons, on the day on which the order was paid or
            confirmed. Cash on delivery counts before it is paid, and gift wrap does not count, so the sum differs from
            Received in Days.
          </li>
          <li>Offer discounts: what sale prices took off the full prices, before coupons.</li>
          <li>
            Refunded or returned: how many of these items were refunded or came back, also broken ones that the customer
            keeps, and what they were sold for. They count in the period of the sale, not of the refund.
          </li>
        </ul>
      )}
      {totalCount > rows.length && (
        <p className={kit.hint}>
          These {count(rows.length)} of {count(totalCount)} rows have the largest takings. The file contains up to
          100,000 rows.
        </p>
      )}
    </>
  )
}

export function Buyers({ buyers }: { buyers: NonNullable<OfficeSalesPageQuery['office']['buyers']> }) {
  const rows = [
    { name: 'New buyers', number: buyers.newBuyers, orders: buyers.newBuyersOrders },
    { name: 'Returning buyers', number: buyers.returningBuyers, orders: buyers.returningBuyersOrders },
  ]
  return (
    <>
      <Pending days={buyers.pendingDays} />
      <DataTable
        label="Buyers"
        columns={[
          { name: 'Buyers', cell: ({ name }) => name },
          { name: 'Number', look: 'number', cell: ({ number }) => count(number) },
          { name: 'Orders', look: 'number', cell: ({ orders }) => count(orders) },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
      <p className={kit.hint}>A buyer is new if the account’s first order was sold in this period.</p>
    </>
  )
}

/** Says that figures are missing. */
export const Pending = ({ days }: { days: number }) =>
  days > 0 && (
    <p role="status" className={kit.hint}>
      {days === 1 ? 'One day is' : `${count(days)} days are`} not included yet: the shop is still adding up. Please
      reload the page in a few minutes.
    </p>
  )
