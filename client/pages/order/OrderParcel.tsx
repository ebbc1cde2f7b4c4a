/** The shipment and the refunds of an order, updated while the page is open. */
import type { FragmentType } from '@apollo/client/masking'
import { useSuspenseFragment } from '@apollo/client/react'
import { ShipmentAndRefunds } from '../../components/order/ShipmentAndRefunds'
import styles from './OrderPage.module.css'
import { OrderParcel_OrderFragmentDoc, type OrderParcel_OrderFragment } from './OrderParcel.generated'

export function OrderParcel({ order }: { order: FragmentType<OrderParcel_OrderFragment> }) {
  const { data } = useSuspenseFragment({
    fragment: OrderParcel_OrderFragmentDoc,
    fragmentName: 'OrderParcel_order',
    from: order,
  })
  return <ShipmentAndRefunds {...data} className={styles.note} />
}
