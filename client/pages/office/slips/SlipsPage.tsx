/** Labels and packing slips, one order per sheet: the orders in the URL, or all orders that are ready to pack. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { TO_PACK } from '../../../../server/shared/delivery/toPack'
import { formatPaise } from '../../../../server/shared/money/money'
import { AddressText } from '../../../components/address/AddressText'
import { Button, ButtonLink } from '../../../components/Button'
import { formatDate, formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { payablePaise } from '../../../components/order/amounts'
import { GiftMessage } from '../../../components/order/OrderDelivery'
import { useShopSettings } from '../../../data/catalogue/shop'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { formatWeight, packedItems, piecesOf, weightOf } from '../kit/parcel'
import { Value } from '../../../components/Value'
import styles from './SlipsPage.module.css'
import { OfficePart } from '../kit/OfficePart'
import { OfficeSlipsPageQueryDocument, type Slip_OrderFragment } from './SlipsPage.generated'

/** The server's limit for order numbers in a filter. */
const MAX_NUMBERS = 100
/** Without order numbers. */
const SLIPS_ON_PAGE = 50

const numbersIn = (query: URLSearchParams): string[] => query.getAll('order').slice(0, MAX_NUMBERS)

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const numbers = numbersIn(query)
  return loadOffice(
    OfficeSlipsPageQueryDocument,
    numbers.length > 0
      ? { filter: { numbers }, first: MAX_NUMBERS, after: null }
      : { filter: { status: [...TO_PACK] }, first: SLIPS_ON_PAGE, after: query.get('after') },
  )
}

interface SlipOrder {
  addressChangedAt: string | null
  order: Omit<Slip_OrderFragment, ' $fragmentName'>
}

export function Component() {
  const numbers = numbersIn(useSearchParams()[0])
  const { nodes, pageInfo } = useLoaderData<typeof loader>().office.orders
  // In the sequence of the table in which staff ticked them.
  const orders = [...nodes].sort((a, b) => numbers.indexOf(a.order.number) - numbers.indexOf(b.order.number))
  const [only] = numbers
  const back =
    only === undefined ? officePaths.today() : numbers.length === 1 ? officePaths.order(only) : officePaths.packing()
  return (
    <OfficePart title="Packing slips">
      <Slips orders={orders} back={back} next={pageInfo.hasNextPage ? pageInfo.endCursor : null} />
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
        <Sheet key={each.order.id} {...each} />
      ))}
    </>
  )
}

/** The label for the box, and below it what goes into the box. */
function Sheet({ order, addressChangedAt }: SlipOrder) {
  return (
    <article className={styles.sheet} aria-label={order.number}>
      <Label order={order} />
      <Slip order={order} addressChangedAt={addressChangedAt} />
      {order.giftMessage !== null && <GiftMessage text={order.giftMessage} isCard />}
    </article>
  )
}

/** For the outside of the box. The courier collects the amount, also if the buyer wants no prices in the parcel. */
function Label({ order }: Pick<SlipOrder, 'order'>) {
  const { name } = useShopSettings()
  const grams = weightOf(packedItems(order.items))
  return (
    <section className={styles.label} aria-label={`Label of ${order.number}`}>
      <div className={styles.to}>
        <p className={kit.quiet}>To</p>
        <AddressText address={order.deliveryAddress} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Order</dt>
          <dd className="order-number">{order.number}</dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>{name}</dd>
        </div>
        {grams !== null && (
          <div>
            <dt>Weight without box</dt>
            <dd>
              <Value>{formatWeight(grams)}</Value>
            </dd>
          </div>
        )}
        {order.payOnDelivery && (
          <div>
            <dt>Cash on delivery</dt>
            <dd className={styles.collect}>
              <Value>{formatPaise(payablePaise(order))}</Value>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Slip({ order, addressChangedAt }: SlipOrder) {
  const { name } = useShopSettings()
  const items = packedItems(order.items)
  const pieces = piecesOf(items)
  return (
    <section className={styles.slip} aria-label={`Packing slip of ${order.number}`}>
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
      <p>
        For <bdi>{order.deliveryAddress.name}</bdi>, <bdi>{order.deliveryAddress.city}</bdi>
      </p>
      {addressChangedAt && (
        <p>
          New address since <Value>{formatMoment(addressChangedAt)}</Value>. An earlier slip is void.
        </p>
      )}
      {order.isGiftWrapped && <p>Gift wrapped.</p>}
      {order.hidePrices && <p>No prices in the parcel.</p>}
      {order.payOnDelivery && !order.hidePrices && (
        <p>
          <strong>
            Cash on delivery: <Value>{formatPaise(payablePaise(order))}</Value>
          </strong>
        </p>
      )}
      <ul className={styles.checks} aria-label={`To pack: ${pieces === 1 ? '1 item' : `${pieces} items`}`}>
        {items.map((item) => (
          <li key={item.id}>
            <span className={styles.boxes} aria-hidden>
              {Array.from({ length: item.quantity }, (_, i) => (
                <span key={i} className={styles.box} />
              ))}
            </span>
            <strong>{item.quantity} ×</strong>
            <bdi>{item.title}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
