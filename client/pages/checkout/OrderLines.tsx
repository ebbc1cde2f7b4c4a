/** What is about to be ordered, and when it is expected to arrive. */
import type { FragmentType } from '@apollo/client/masking'
import { useSuspenseFragment } from '@apollo/client/react'
import { OrderLine } from '../../components/OrderLine'
import { OrderLines_ItemsFragmentDoc, type OrderLines_ItemsFragment } from './OrderLines.generated'

export function OrderLines({ items }: { items: FragmentType<OrderLines_ItemsFragment>[] }) {
  const { data } = useSuspenseFragment({
    fragment: OrderLines_ItemsFragmentDoc,
    fragmentName: 'OrderLines_items',
    from: items,
  })
  return (
    <ul>
      {data.map(({ product, ...line }) => (
        <OrderLine key={product.id} {...line} title={product.title} image={product.image} productId={product.id} />
      ))}
    </ul>
  )
}
