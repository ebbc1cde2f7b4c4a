/** One order, and what has happened to it. */
import { useReadQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { formatMoment } from '../../components/days'
import { EmptyState } from '../../components/EmptyState'
import { OrderDetails } from '../../components/OrderDetails'
import { OrderStatus, statusText } from '../../components/OrderStatus'
import { PageSkeleton } from '../../components/PageSkeleton'
import { whenLoggedIn, preloadQuery } from '../../data/apollo'
import { useAwaitedPayment } from '../../data/awaitedPayment'
import { paths } from '../../paths'
import styles from './OrderPage.module.css'
import { OrderPageQueryDocument, type OrderPageQuery } from './OrderPage.generated'

export const loader = ({ params }: LoaderFunctionArgs) =>
  whenLoggedIn(() =>
    preloadQuery(OrderPageQueryDocument, { variables: { number: params.number! }, fetchPolicy: 'cache-and-network' }),
  )

type Order = NonNullable<NonNullable<OrderPageQuery['me']>['order']>

export function Component() {
  const query = useLoaderData<typeof loader>()
  return <Suspense fallback={<PageSkeleton />}>{query && <Loaded query={query} />}</Suspense>
}

function Loaded({ query }: { query: NonNullable<ReturnType<typeof loader>> }) {
  const { me } = useReadQuery(query).data
  useAwaitedPayment(me?.order)
  if (!me) return null
  if (!me.order) {
    return (
      <div className="wrap page">
        <EmptyState sentence="Sorry! There is no such order.">
          <ButtonLink to={paths.orders()}>Your orders</ButtonLink>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="wrap page">
      <Link to={paths.orders()} className="text-link">
        All orders
      </Link>
      <div className={styles.head}>
        <h1>{me.order.number}</h1>
        <span aria-live="polite">
          <OrderStatus status={me.order.status} />
        </span>
      </div>
      <Timeline events={me.order.timeline} />
      <OrderDetails order={me.order} />
    </div>
  )
}

function Timeline({ events }: { events: Order['timeline'] }) {
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <ol>
        {events.map((event, i) => (
          <li key={i}>
            <strong>{statusText(event.status)}</strong>
            <time dateTime={event.at}>{formatMoment(event.at)}</time>
            {event.note && <span>{event.note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
