/** One order with its history. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { OrderActions } from '../../components/order/OrderActions'
import { PlacedBeforeTakeover } from '../../components/order/PlacedBeforeTakeover'
import { OrderDetails } from '../../components/order/OrderDetails'
import { OrderHelp } from '../../components/order/OrderHelp'
import { OrderReturns } from '../../components/order/OrderReturns'
import { OrderStatus } from '../../components/order/OrderStatus'
import { OrderTimeline } from '../../components/order/OrderTimeline'
import { buyerStatusText, headlineOf, nextSteps } from '../../components/order/progress'
import { ShopperPage } from '../../components/page/ShopperPage'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { useShopSettings } from '../../data/catalogue/shop'
import { useAwaitedPayment } from '../../data/orders/awaitedPayment'
import { paths } from '../../paths'
import { OrderNote } from './OrderNote'
import { OrderParcel } from './OrderParcel'
import { Value } from '../../components/Value'
import styles from './OrderPage.module.css'
import { OrderPageQueryDocument, type OrderPageQuery } from './OrderPage.generated'

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) =>
    preload(OrderPageQueryDocument, { variables: { number: args.params.number! }, fetchPolicy: 'cache-and-network' }),
  )

type Me = NonNullable<OrderPageQuery['me']>

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()}>{(me: Me) => <Loaded {...me} />}</ShopperPage>
)

function Loaded({ order, takenOverAt }: Pick<Me, 'order' | 'takenOverAt'>) {
  useAwaitedPayment(order)
  const { name } = useShopSettings()
  if (!order) {
    return (
      <EmptyState drawing="orders" sentence="Sorry! We could not find this order.">
        <ButtonLink to={paths.orders()}>Your orders</ButtonLink>
      </EmptyState>
    )
  }
  const headline = headlineOf(order)
  const status = buyerStatusText(order)
  return (
    <>
      <Link to={paths.orders()} className={`text-link ${styles.back}`}>
        All orders
      </Link>
      <p className={styles.shop}>{name}</p>
      <div className={styles.head}>
        <p className={`order-number ${styles.number}`}>{order.number}</p>
        <h1>
          <Value>{headline ?? status}</Value>
        </h1>
        <span aria-live="polite">{headline && <OrderStatus status={order.status} text={status} />}</span>
      </div>
      <div className={styles.columns}>
        <div>
          <div className={styles.ways}>
            <PlacedBeforeTakeover order={order} takenOverAt={takenOverAt} />
            <OrderNote order={order} />
            <OrderParcel order={order} />
            <OrderReturns order={order} />
            <OrderActions order={order} />
            <p className={styles.help}>
              <OrderHelp number={order.number} />
            </p>
          </div>
          <OrderTimeline events={order.timeline} next={nextSteps(order)} returns={order.returns} items={order.items} />
        </div>
        <OrderDetails order={order} isColumn />
      </div>
    </>
  )
}
