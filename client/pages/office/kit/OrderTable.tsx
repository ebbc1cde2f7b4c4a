/** A list of orders. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../../server/shared/money/money'
import { formatDate, formatMoment, formatTime } from '../../../components/days'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { officePaths } from '../../../paths'
import { DataTable, type Column } from './DataTable'
import table from './Table.module.css'
import { Value } from '../../../components/Value'
import type { OrderRow_OrderFragment } from './OrderTable.generated'

type Row = Omit<OrderRow_OrderFragment, ' $fragmentName'>

const COLUMNS: Column<Row>[] = [
  {
    name: 'Order',
    cell: ({ order }) => (
      <Link to={officePaths.order(order.number)} className={table.rowLink}>
        {order.number}
      </Link>
    ),
  },
  {
    name: 'Placed',
    cell: ({ order }) => (
      <span>
        <span className={table.whole}>
          <Value>{formatDate(order.placedAt)}</Value>,
        </span>{' '}
        <span className={table.whole}>
          <Value>{formatTime(order.placedAt)}</Value>
        </span>
      </span>
    ),
  },
  {
    name: 'To',
    cell: ({ order: { deliveryAddress } }) => `${deliveryAddress.name || 'Deleted account'}, ${deliveryAddress.city}`,
  },
  { name: 'Items', cell: ({ order }) => piecesOf(order) },
  {
    name: 'Total',
    look: 'number',
    cell: ({ order }) => formatRupees(order.priceDetails.totalAmount) + (order.payOnDelivery ? ' (COD)' : ''),
  },
  {
    name: 'Status',
    cell: ({ order, shipBy }) => (
      <>
        <OrderStatus status={order.status} />
        {shipBy && (
          <span className={table.note}>
            Ship by <Value>{formatMoment(shipBy)}</Value>
          </span>
        )}
      </>
    ),
  },
]

interface OrderTableProps {
  orders: Row[]
  label: string
  /** Shown instead of a table without orders. */
  empty?: ReactNode
}

export const OrderTable = ({ orders, ...rest }: OrderTableProps) => (
  <DataTable columns={COLUMNS} rows={orders} keyOf={({ order }) => order.id} {...rest} />
)

function piecesOf({ items }: Row['order']): string {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const first = items[0]?.title ?? ''
  return items.length > 1 ? `${pieces}: ${first} and ${items.length - 1} more` : `${pieces}: ${first}`
}
