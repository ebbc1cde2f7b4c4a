/** The products of a placed order, with the day of each line if the page cannot show one day for the order. */
import type { ReactNode } from 'react'
import type { OrderStatus } from '../../generated/types'
import { OrderLine } from './OrderLine'
import type { OrderLine_ItemFragment } from './OrderLine.generated'
import styles from './OrderProducts.module.css'
import { showsDayOfEachLine } from './progress'

interface OrderProductsProps {
  order: { status: OrderStatus; items: OrderLine_ItemFragment[] }
  /** Content below the details of each line. */
  children?: (item: OrderLine_ItemFragment) => ReactNode
}

export function OrderProducts({ order, children }: OrderProductsProps) {
  const showsDays = showsDayOfEachLine(order)
  return (
    <section className={styles.products} aria-label="Products">
      <h2>Products</h2>
      <ul>
        {order.items.map((item) => {
          const { id, product, estimatedDelivery, ...line } = item
          return (
            <OrderLine
              key={id}
              {...line}
              productId={product?.id ?? null}
              estimatedDelivery={showsDays ? estimatedDelivery : null}
            >
              {children?.(item)}
            </OrderLine>
          )
        })}
      </ul>
    </section>
  )
}
