/** The shopper's orders, newest first. */
import { Skeleton as SkeletonPage } from '../../components/page/Skeleton'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { formatPaise } from '../../../server/shared/money/money'
import { ButtonLink } from '../../components/Button'
import { formatMoment } from '../../components/days'
import { EmptyState } from '../../components/EmptyState'
import { payablePaise } from '../../components/order/amounts'
import { OrderActions } from '../../components/order/OrderActions'
import { PlacedBeforeTakeover } from '../../components/order/PlacedBeforeTakeover'
import { OrderStatus } from '../../components/order/OrderStatus'
import { buyerStatusText, headlineOf } from '../../components/order/progress'
import { Photo } from '../../components/photo/Photo'
import { Bestsellers } from '../../components/product/Bestsellers'
import { ShopperPage } from '../../components/page/ShopperPage'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { paths } from '../../paths'
import { Value } from '../../components/Value'
import styles from './OrdersPage.module.css'
import { OrdersPageQueryDocument, type OrdersPageQuery } from './OrdersPage.generated'

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) =>
    preload(OrdersPageQueryDocument, {
      variables: { after: new URL(args.request.url).searchParams.get('after') },
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

/** Further products are only counted. */
const MAX_PRODUCTS_SHOWN = 3

function OrderCard({ order, takenOverAt }: { order: ListedOrder; takenOverAt: string | null }) {
  const headline = headlineOf(order)
  // Coupons take at most 99 percent off, so only a replacement costs nothing. `Order.replaces` would cost a list too much.
  const isFree = order.priceDetails.totalAmount === 0
  const items = order.items.filter(({ quantity, cancelled }) => quantity > cancelled)
  // A cancelled order lists what was ordered.
  const listed = items.length > 0 ? items.map(kept) : order.items
  const shown = listed.slice(0, MAX_PRODUCTS_SHOWN)
  const more = listed.length - shown.length
  return (
    <article className={styles.order} aria-label={order.number}>
      <div className={styles.photos}>
        {shown.map(({ id, image }) => (
          <Photo key={id} image={image} decorative sizes="72px" />
        ))}
      </div>
      <div className={styles.about}>
        <div className={styles.head}>
          <p className={styles.headline}>
            <Value>{headline ?? buyerStatusText(order)}</Value>
          </p>
          {headline && order.status !== 'DELIVERED' && (
            <OrderStatus status={order.status} text={buyerStatusText(order)} />
          )}
        </div>
        <div className={styles.facts}>
          <h2 className="order-number">
            <Link to={paths.order(order.number)}>{order.number}</Link>
          </h2>
          <span>
            <Value>{formatMoment(order.placedAt)}</Value>
          </span>
          <span>{isFree ? 'Free replacement' : <Value>{formatPaise(payablePaise(order))}</Value>}</span>
        </div>
        <ul className={styles.items} aria-label="Products">
          {shown.map((item) => (
            <li key={item.id}>
              <bdi>{unbroken(item.title)}</bdi>
              {item.quantity > 1 && (
                <>
                  {'\u00a0'}
                  <Value>{`×\u00a0${item.quantity}`}</Value>
                </>
              )}
            </li>
          ))}
          {more > 0 && (
            <li>
              and <Value>{more}</Value> more
            </li>
          )}
        </ul>
        <PlacedBeforeTakeover order={order} takenOverAt={takenOverAt} />
      </div>
      <OrderActions order={order} compact />
    </article>
  )
}

/** Without the pieces that were cancelled before the shipment. */
const kept = (item: ListedOrder['items'][number]) => ({ ...item, quantity: item.quantity - item.cancelled })

/** Keeps a number at the end of a title with the words before it, as in `Set of 4`. */
const unbroken = (title: string): string => title.replace(/\S+(?: of)? \d+$/, (end) => end.replaceAll(' ', '\u00a0'))

const Skeleton = () => (
  <SkeletonPage>
    <div className={`skeleton ${styles.title}`} style={{ width: 160, height: 46 }} />
    <div className={styles.orders}>
      {[0, 1, 2].map((i) => (
        <div key={i} className="skeleton" style={{ height: 142 }} />
      ))}
    </div>
  </SkeletonPage>
)
