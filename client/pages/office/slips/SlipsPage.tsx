/** Packing slips, one order per sheet: the orders in the URL, or all orders that are ready to pack. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { Button, ButtonLink } from '../../../components/Button'
import { formatDate, formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { payablePaise } from '../../../components/order/amounts'
import { OrderDelivery } from '../../../components/order/OrderDelivery'
import { useShopSettings } from '../../../data/catalogue/shop'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './SlipsPage.module.css'
import { OfficePart } from '../kit/OfficePart'
import { OfficeSlipQueryDocument, OfficeSlipsPageQueryDocument, type Slip_OrderFragment } from './SlipsPage.generated'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const number = query.get('order')
  return number === null
    ? loadOffice(OfficeSlipsPageQueryDocument, { after: query.get('after') })
    : loadOffice(OfficeSlipQueryDocument, { number })
}

interface SlipOrder {
  addressChangedAt: string | null
  order: Omit<Slip_OrderFragment, ' $fragmentName'>
}

export function Component() {
  const number = useSearchParams()[0].get('order')
  const { office } = useLoaderData<typeof loader>()
  return (
    <OfficePart title="Packing slips">
      {'orders' in office ? (
        <Slips
          orders={office.orders.nodes}
          back={officePaths.today()}
          next={office.orders.pageInfo.hasNextPage ? office.orders.pageInfo.endCursor : null}
        />
      ) : (
        <Slips
          orders={office.order ? [office.order] : []}
          back={number === null ? officePaths.today() : officePaths.order(number)}
          next={null}
        />
      )}
    </OfficePart>
  )
}

function Slips({ orders, back, next }: { orders: SlipOrder[]; back: string; next: string | null }) {
  if (orders.length === 0) {
    return (
      <EmptyState drawing="orders" sentence="There is nothing to pack.">
        <ButtonLink to={back}>Back</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.links}>
        <Link to={back} className="text-link">
          Back
        </Link>
        <h1>{orders.length === 1 ? '1 packing slip' : `${orders.length} packing slips`}</h1>
        {next && (
          <ButtonLink to={`?after=${encodeURIComponent(next)}`} look="quiet">
            Next slips
          </ButtonLink>
        )}
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      {orders.map((each) => (
        <Slip key={each.order.id} {...each} />
      ))}
    </>
  )
}

function Slip({ order, addressChangedAt }: SlipOrder) {
  const { name } = useShopSettings()
  return (
    <article className={styles.slip} aria-label={order.number}>
      <header className={`${kit.head} ${styles.top}`}>
        <h2 className="order-number">{order.number}</h2>
        <p>
          {name}, <Value>{formatDate(order.placedAt)}</Value>
        </p>
      </header>
      {order.replaces !== null && (
        <p>
          <strong>Replacement for {order.replaces}</strong>
        </p>
      )}
      <OrderDelivery order={order} />
      {addressChangedAt && (
        <p>
          New address since <Value>{formatMoment(addressChangedAt)}</Value>. An earlier slip is void.
        </p>
      )}
      {order.payOnDelivery && (
        <p>
          <strong>
            Cash on delivery: <Value>{formatPaise(payablePaise(order))}</Value>
          </strong>
        </p>
      )}
      <ul className={styles.checks} aria-label="To pack">
        {packedItems(order).map((item) => (
          <li key={item.id}>
            <span className={styles.boxes} aria-hidden>
              {Array.from({ length: item.quantity }, (_, i) => (
                <span key={i} className={styles.box} />
              ))}
            </span>
            <strong>{item.quantity} ×</strong>
            <bdi>{item.title}</bdi>
            <span className={`${kit.quiet} ${styles.id}`}>{item.product?.id}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}

/** The pieces to pack. Cancelled ones are left out. */
const packedItems = ({ items }: SlipOrder['order']) =>
  items.flatMap(({ quantity, cancelled, ...item }) =>
    quantity > cancelled ? [{ ...item, quantity: quantity - cancelled }] : [],
  )
