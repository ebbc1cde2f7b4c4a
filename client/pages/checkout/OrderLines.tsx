/** The lines that are about to be ordered, with their expected delivery. */
import type { FragmentType } from '@apollo/client/masking'
import type { ReactNode } from 'react'
import type { Place } from '../../../server/shared/delivery/countries'
import { estimateFor } from '../../../server/shared/delivery/remoteDelivery'
import { OrderLine } from '../../components/order/OrderLine'
import { useFragmentData } from '../../data/reading'
import { OrderLines_ItemsFragmentDoc, type OrderLines_ItemsFragment } from './OrderLines.generated'

interface OrderLinesProps {
  items: FragmentType<OrderLines_ItemsFragment>[]
  /** The delivery address, once it is known. Deliveries to remote areas take longer. */
  address: Place | undefined
  /** False if the shop does not deliver there. */
  isServed: boolean
  /** Warnings about the line of a product. */
  notes: (productId: string) => ReactNode
}

export function OrderLines({ items, address, isServed, notes }: OrderLinesProps) {
  const data = useFragmentData(OrderLines_ItemsFragmentDoc, items)
  return (
    <ul>
      {data.map(({ product, estimatedDelivery: day, ...line }) => (
        <OrderLine
          key={product.id}
          {...line}
          estimatedDelivery={isServed ? (address ? estimateFor(day, address) : day) : null}
          title={product.fullTitle}
          image={product.image}
          productId={product.id}
        >
          {notes(product.id)}
        </OrderLine>
      ))}
    </ul>
  )
}
