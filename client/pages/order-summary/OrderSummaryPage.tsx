/** The confirmation after a payment. The history entry's state contains the order number, and it survives a reload. */
import { useSuspenseQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { OrderDetails } from '../../components/order/OrderDetails'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAwaitedPayment } from '../../data/orders/awaitedPayment'
import { paths } from '../../paths'
import styles from './OrderSummaryPage.module.css'
import { OrderSummaryPageQueryDocument } from './OrderSummaryPage.generated'

export function Component() {
  const state = useLocation().state as { orderNumber?: string } | null
  if (!state?.orderNumber) return <NothingOrdered />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Summary number={state.orderNumber} />
    </Suspense>
  )
}

function Summary({ number }: { number: string }) {
  const { data } = useSuspenseQuery(OrderSummaryPageQueryDocument, { variables: { number } })
  const order = data.me?.order
  useAwaitedPayment(order)
  if (!order || (order.paymentId === null && !order.payOnDelivery)) return <NothingOrdered />
  return (
    <div className="wrap page">
      <header className={styles.head}>
        <h1>Thank you! Your order is placed.</h1>
        <p>
          Your order number is <strong>{order.number}</strong>.
        </p>
        <div className={styles.ways}>
          <ButtonLink to={paths.order(order.number)} look="quiet">
            Track Order
          </ButtonLink>
          <ButtonLink to={paths.products()} look="bare">
            Continue shopping
          </ButtonLink>
        </div>
        <section aria-labelledby="next">
          <h2 id="next">What happens next</h2>
          <ol className={styles.next}>
            <li>We check each piece once more and pack it in straw.</li>
            <li>The courier brings it by the day that stands beside each piece below.</li>
            {order.payOnDelivery && (
              <li>Please have {formatRupees(order.priceDetails.totalAmount)} ready when it comes.</li>
            )}
            <li>The order’s own page says where it is, and stays among your orders.</li>
          </ol>
        </section>
      </header>
      <OrderDetails order={order} />
    </div>
  )
}

function NothingOrdered() {
  return (
    <div className="wrap page">
      <EmptyState drawing="orders" sentence="Oops! Could not find any orders">
        <ButtonLink to={paths.products()}>See the collections</ButtonLink>
      </EmptyState>
    </div>
  )
}
