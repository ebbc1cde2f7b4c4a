/** The shipment and the refunds of an order, updated while the page is open. */
import type { FragmentType } from '@apollo/client/masking'
import { ShipmentAndRefunds } from '../../components/order/ShipmentAndRefunds'
import { useFragmentData } from '../../data/reading'
import styles from './OrderPage.module.css'
import { OrderParcel_OrderFragmentDoc, type OrderParcel_OrderFragment } from './OrderParcel.generated'

export function OrderParcel({ order }: { order: FragmentType<OrderParcel_OrderFragment> }) {
  const data = useFragmentData(OrderParcel_OrderFragmentDoc, order)
  return <ShipmentAndRefunds {...data} className={styles.note} />
}
