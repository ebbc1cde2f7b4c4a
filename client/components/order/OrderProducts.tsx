/** The products of a placed order, with the day of each line if the page cannot show one day for the order. */
import type { OrderStatus } from '../../generated/types'
import { OrderLine } from './OrderLine'
import type { OrderLine_ItemFragment } from './OrderLine.generated'
import styles from './OrderProducts.module.css'
import { showsDayOfEachLine } from './progress'

export function OrderProducts({ order }: { order: { status: OrderStatus; items: OrderLine_ItemFragment[] } }) {
  const showsDays = showsDayOfEachLine(order)
  return (
    <section className={styles.products} aria-label="Products">
      <h2>Products</h2>
      <ul>
        {order.items.map(({ id, product, estimatedDelivery, ...line }) => (
          <OrderLine
            key={id}
            {...line}
            productId={product?.id ?? null}
            estimatedDelivery={showsDays ? estimatedDelivery : null}
          />
        ))}
      </ul>
    </section>
  )
}
