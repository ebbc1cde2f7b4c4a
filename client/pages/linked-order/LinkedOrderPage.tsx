/** One order, opened from the link in an email. It needs no login and omits data that only the buyer may see. */
import { ApolloClient, HttpLink } from '@apollo/client'
import { useLocation } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { formatDate } from '../../components/days'
import { EmptyState } from '../../components/EmptyState'
import { cashOf, cashText, nowOf, refundsOf } from '../../components/order/amounts'
import { OrderProducts } from '../../components/order/OrderProducts'
import { ShipmentAndRefunds } from '../../components/order/ShipmentAndRefunds'
import { OrderHelp } from '../../components/order/OrderHelp'
import { OrderStatus } from '../../components/order/OrderStatus'
import { OrderTimeline } from '../../components/order/OrderTimeline'
import { buyerStatusText, headlineOf, nextSteps } from '../../components/order/progress'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { PriceSummary } from '../../components/cart/PriceSummary'
import { newCache } from '../../data/apollo/cache'
import { paths } from '../../paths'
import { Value } from '../../components/Value'
import { useQuery } from '../../data/reading'
import styles from './LinkedOrderPage.module.css'
import { LinkedOrderPageQueryDocument, type LinkedOrderPageQuery } from './LinkedOrderPage.generated'

/**
 * A separate client. It sends the key by POST, so that no requested URL contains the key, and keeps the order out of the shopper's cache.
 */
const client = new ApolloClient({ cache: newCache(), link: new HttpLink({ uri: '/graphql' }) })

export function Component() {
  const key = useLocation().hash.slice(1)
  // No loader: it has a client of its own, and the server never gets the key after #.
  const { data, error } = useQuery(LinkedOrderPageQueryDocument, {
    client,
    variables: { key },
    skip: key === '',
    fetchPolicy: 'no-cache',
  })
  if (error) throw error as Error
  if (key !== '' && !data) return <PageSkeleton />
  return (
    <div className="wrap page">
      <meta name="referrer" content="no-referrer" />
      {data?.orderByLink ? <Shown order={data.orderByLink} linkKey={key} /> : <NoOrder />}
    </div>
  )
}

const NoOrder = () => (
  <EmptyState drawing="orders" sentence="Sorry! This link shows no order, or it has expired.">
    <ButtonLink to={paths.orders()}>Log in to see your orders</ButtonLink>
  </EmptyState>
)

type TrackedOrder = NonNullable<LinkedOrderPageQuery['orderByLink']>

/** Omits entries that did not change the status, because their notes are for the logged-in buyer. */
const movesOf = ({ timeline }: TrackedOrder) => timeline.filter(({ status }, i) => status !== timeline[i - 1]?.status)

function Shown({ order, linkKey }: { order: TrackedOrder; linkKey: string }) {
  const standing = { ...order, isDelivered: order.timeline.some(({ status }) => status === 'DELIVERED') }
  const cash = cashText(standing)
  const headline = headlineOf({ ...order, deliveredAt: order.shipment?.deliveredAt ?? null })
  const status = buyerStatusText(order)
  return (
    <>
      <div className={styles.head}>
        <p className={`order-number ${styles.number}`}>{order.number}</p>
        <h1>
          <Value>{headline ?? status}</Value>
        </h1>
        {headline && <OrderStatus status={order.status} text={status} />}
      </div>
      <p>
        Ordered by <bdi>{order.firstName}</bdi> on <Value>{formatDate(order.placedAt)}</Value>, for delivery to{' '}
        <bdi>{order.city}</bdi>.{cash !== '' && ` ${cash}.`}
      </p>
      <ShipmentAndRefunds shipment={order.shipment} refunds={order.refunds} />
      <div className={styles.way}>
        <ButtonLink to={paths.order(order.number)}>Log in for full details</ButtonLink>
        <OrderHelp number={order.number} linkKey={linkKey} />
      </div>
      <OrderTimeline
        events={movesOf(order).map((event) => ({ ...event, note: null }))}
        next={nextSteps(order)}
        items={order.items}
      />
      <div className={styles.columns}>
        <OrderProducts order={order} />
        <PriceSummary
          details={order.priceDetails}
          cash={{ state: cashOf(standing), notDuePaise: nowOf(order).cancelled }}
          refundedPaise={refundsOf(order.refunds, 'PROCESSED')}
          toRefundPaise={refundsOf(order.refunds, 'REQUESTED')}
        />
      </div>
    </>
  )
}
