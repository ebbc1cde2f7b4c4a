/** A list of orders: a table on a wide screen, cards on a phone. */
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../../server/shared/money/money'
import { formatDate, formatMoment, formatTime } from '../../../components/days'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { officePaths } from '../../../paths'
import table from './Table.module.css'
import type { OrderRow_OrderFragment } from './OrderTable.generated'

type Row = Omit<OrderRow_OrderFragment, ' $fragmentName'>

export const OrderTable = ({ orders, label }: { orders: Row[]; label: string }) => (
  <table className={table.table} aria-label={label}>
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col">Placed</th>
        <th scope="col">To</th>
        <th scope="col">Items</th>
        <th scope="col" className={table.number}>
          Total
        </th>
        <th scope="col">Status</th>
      </tr>
    </thead>
    <tbody>
      {orders.map(({ order, shipBy }) => (
        <tr key={order.id}>
          <th scope="row">
            <Link to={officePaths.order(order.number)} className={table.rowLink}>
              {order.number}
            </Link>
          </th>
          <td data-name="Placed">
            <span>
              <span className={table.whole}>{formatDate(order.placedAt)},</span>{' '}
              <span className={table.whole}>{formatTime(order.placedAt)}</span>
            </span>
          </td>
          <td data-name="To">
            {order.deliveryAddress.name || 'Deleted account'}, {order.deliveryAddress.city}
          </td>
          <td data-name="Items">{piecesOf(order)}</td>
          <td data-name="Total" className={table.number}>
            {formatRupees(order.priceDetails.totalAmount)}
            {order.payOnDelivery && ' (COD)'}
          </td>
          <td data-name="Status">
            <OrderStatus status={order.status} />
            {shipBy && <span className={table.note}>Ship by {formatMoment(shipBy)}</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function piecesOf({ items }: Row['order']): string {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const first = items[0]?.title ?? ''
  return items.length > 1 ? `${pieces}: ${first} and ${items.length - 1} more` : `${pieces}: ${first}`
}
