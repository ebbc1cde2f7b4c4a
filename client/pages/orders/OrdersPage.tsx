/** The shopper's orders, newest first. */
import { Skeleton as SkeletonPage } from '../../components/page/Skeleton'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { ButtonLink } from '../../components/Button'
import { formatMoment } from '../../components/days'
import { EmptyState } from '../../components/EmptyState'
import { OrderActions } from '../../components/order/OrderActions'
import { PlacedBeforeTakeover } from '../../components/order/PlacedBeforeTakeover'
import { OrderStatus } from '../../components/order/OrderStatus'
import { Photo } from '../../components/photo/Photo'
import { Bestsellers } from '../../components/product/Bestsellers'
import { ShopperPage } from '../../components/page/ShopperPage'
import { whenLoggedIn, preloadQuery } from '../../data/apollo/apollo'
import { paths } from '../../paths'
import { Value } from '../../components/Value'
import styles from './OrdersPage.module.css'
import { OrdersPageQueryDocument, type OrdersPageQuery } from './OrdersPage.generated'

export const loader = ({ request }: LoaderFunctionArgs) =>
  whenLoggedIn(() =>
    preloadQuery(OrdersPageQueryDocument, {
      variables: { after: new URL(request.url).searchParams.get('after') },
      fetchPolicy: 'network-only',
    }),
  )

type Me = NonNullable<OrdersPageQuery['me']>
type ListedOrder = Me['orders']['nodes'][number]

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()} skeleton={<Skeleton />}>
    {(me: Me) => <Orders me={me} />}
  </ShopperPage>
)

function Orders({ me }: { me: Me }) {
  const { nodes, totalCount, pageInfo } = me.orders
  if (totalCount === 0) {
    return (
      <>
        <EmptyState drawing="orders" sentence="You have no orders yet.">
          <ButtonLink to={paths.products()}>Shop All</ButtonLink>
        </EmptyState>
        <Bestsellers shape="row" />
      </>
    )
  }
  return (
    <>
      <h1 className={styles.title}>Orders</h1>
      <ul className={styles.orders}>
        {nodes.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} takenOverAt={me.takenOverAt} />
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && pageInfo.endCursor && (
        <ButtonLink to={`?after=${encodeURIComponent(pageInfo.endCursor)}`} look="quiet">
          Older orders
        </ButtonLink>
      )}
    </>
  )
}

function OrderCard({ order, takenOverAt }: { order: ListedOrder; takenOverAt: string | null }) {
  return (
    <article className={styles.order} aria-label={order.number}>
      <div className={styles.head}>
        <h2 className="order-number">
          <Link to={paths.order(order.number)}>{order.number}</Link>
        </h2>
        <OrderStatus status={order.status} />
      </div>
      <p className={styles.about}>
        <Value>{formatMoment(order.placedAt)}</Value>, <Value>{formatRupees(order.priceDetails.totalAmount)}</Value>
      </p>
      <PlacedBeforeTakeover order={order} takenOverAt={takenOverAt} />
      <ul className={styles.items} aria-label="Products">
        {order.items.map((item) => (
          <li key={item.id}>
            <Photo image={item.image} sizes="64px" />
            <span>
              {item.title}
              {item.quantity > 1 && ` × ${item.quantity}`}
            </span>
          </li>
        ))}
      </ul>
      <OrderActions order={order} compact />
    </article>
  )
}

const Skeleton = () => (
  <SkeletonPage>
    <div className={`skeleton ${styles.title}`} style={{ width: 160, height: 46 }} />
    <div className={styles.orders}>
      {[0, 1, 2].map((i) => (
        <div key={i} className="skeleton" style={{ height: 180 }} />
      ))}
    </div>
  </SkeletonPage>
)
