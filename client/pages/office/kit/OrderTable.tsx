/** A list of orders. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
import { formatDate, formatMoment, formatTime } from '../../../components/days'
import { payablePaise } from '../../../components/order/amounts'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { keepOrderList } from '../../../data/office/orderList'
import { officePaths } from '../../../paths'
import { DataTable, type Column } from './DataTable'
import { packedItems, piecesOf } from './parcel'
import table from './Table.module.css'
import { Value } from '../../../components/Value'
import type { OrderRow_OrderFragment } from './OrderTable.generated'

type Row = Omit<OrderRow_OrderFragment, ' $fragmentName'>

const numberColumn = (orders: Row[]): Column<Row> => ({
  name: 'Order',
  look: 'whole',
  cell: ({ order }) => (
    <Link
      to={officePaths.order(order.number)}
      className={table.rowLink}
      onClick={() => keepOrderList(orders.map(({ order }) => order.number))}
    >
      {order.number}
    </Link>
  ),
})

const COLUMNS: Column<Row>[] = [
  {
    name: 'Placed',
    place: 'end-third',
    isNamed: true,
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
    place: 'second',
    cell: ({ order: { deliveryAddress } }) => (
      <span>
        {deliveryAddress.name ? <bdi>{deliveryAddress.name}</bdi> : 'Deleted account'},{' '}
        <bdi>{deliveryAddress.city}</bdi>
      </span>
    ),
  },
  { name: 'Items', place: 'third', cell: ({ order }) => <Pieces items={order.items} /> },
  {
    name: 'Total',
    look: 'number',
    place: 'end',
    cell: ({ order }) => formatPaise(payablePaise(order)) + (order.payOnDelivery ? ' (COD)' : ''),
  },
  {
    name: 'Status',
    place: 'end-second',
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
  <DataTable columns={[numberColumn(orders), ...COLUMNS]} rows={orders} keyOf={({ order }) => order.id} {...rest} />
)

/** `1 item: Moon Jar`, or `7 items: Dinner Plates (1), Chai Cup (6) and 2 more`. */
function Pieces({ items }: Pick<Row['order'], 'items'>) {
  const sent = packedItems(items)
  const [first, second] = sent
  const more = sent.length - 2
  return (
    <span>
      {counted(piecesOf(sent), 'item')}
      {first && (
        <>
          : <Piece {...first} alone={sent.length === 1} />
        </>
      )}
      {second && (
        <>
          , <Piece {...second} alone={false} />
        </>
      )}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

const Piece = ({ title, quantity, alone }: { title: string; quantity: number; alone: boolean }) => (
  <>
    <bdi>{title}</bdi>
    {!alone && `\u00a0(${quantity})`}
  </>
)
