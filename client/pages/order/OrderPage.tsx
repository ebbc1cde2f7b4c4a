/** One order with its history. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { formatMoment } from '../../components/days'
import { EmptyState } from '../../components/EmptyState'
import { OrderActions } from '../../components/order/OrderActions'
import { PlacedBeforeTakeover } from '../../components/order/PlacedBeforeTakeover'
import { OrderDetails } from '../../components/order/OrderDetails'
import { OrderStatus, statusText } from '../../components/order/OrderStatus'
import { ShopperPage } from '../../components/page/ShopperPage'
import { whenLoggedIn, preloadQuery } from '../../data/apollo/apollo'
import { useAwaitedPayment } from '../../data/orders/awaitedPayment'
import { paths } from '../../paths'
import { OrderNote } from './OrderNote'
import { OrderParcel } from './OrderParcel'
import { Value } from '../../components/Value'
import styles from './OrderPage.module.css'
import { OrderPageQueryDocument, type OrderPageQuery } from './OrderPage.generated'

export const loader = ({ params }: LoaderFunctionArgs) =>
  whenLoggedIn(() =>
    preloadQuery(OrderPageQueryDocument, { variables: { number: params.number! }, fetchPolicy: 'cache-and-network' }),
  )

type Me = NonNullable<OrderPageQuery['me']>

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()}>{(me: Me) => <Loaded {...me} />}</ShopperPage>
)

function Loaded({ order, takenOverAt }: Pick<Me, 'order' | 'takenOverAt'>) {
  useAwaitedPayment(order)
  if (!order) {
    return (
      <EmptyState drawing="orders" sentence="Sorry! We could not find this order.">
        <ButtonLink to={paths.orders()}>Your orders</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <Link to={paths.orders()} className={`text-link ${styles.back}`}>
        All orders
      </Link>
      <div className={styles.head}>
        <h1 className="order-number">{order.number}</h1>
        <span aria-live="polite">
          <OrderStatus status={order.status} />
        </span>
      </div>
      <div className={styles.ways}>
        <PlacedBeforeTakeover order={order} takenOverAt={takenOverAt} />
        <OrderNote order={order} />
        <OrderParcel order={order} />
        <OrderActions order={order} />
      </div>
      <Timeline events={order.timeline} />
      <OrderDetails order={order} />
    </>
  )
}

/** Splits a note such as 'Rs. 500 went back (rfnd_1).' into its sentence and the provider's id. */
function partsOf(note: string): { text: string; reference: string | undefined } {
  const [, text = note, reference] = /^(.+) \(([^()]+)\)\.$/.exec(note) ?? []
  return { text, reference }
}

/** An entry that did not change the status shows only its note, for example about a partial refund. */
function Timeline({ events }: { events: NonNullable<Me['order']>['timeline'] }) {
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <ol>
        {events.map((event, i) => {
          const moved = event.status !== events[i - 1]?.status || !event.note
          const { text, reference } = partsOf(event.note ?? '')
          return (
            <li key={i}>
              <strong>{i === 0 ? 'Order placed' : moved ? statusText(event.status) : text}</strong>
              <time dateTime={event.at}>
                <Value>{formatMoment(event.at)}</Value>
              </time>
              {event.note && i > 0 && moved && <span>{event.note}</span>}
              {i > 0 && !moved && reference && <span className={styles.reference}>{reference}</span>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
