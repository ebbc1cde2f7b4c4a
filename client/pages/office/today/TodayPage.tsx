/** Today's work: parcels to pack, products that are running low, and payments that need attention. */
import { TO_PACK } from '../../../../server/shared/delivery/toPack'
import { Link, useLoaderData } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { ButtonLink } from '../../../components/Button'
import { formatDate } from '../../../components/days'
import { payablePaise } from '../../../components/order/amounts'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { Photo } from '../../../components/photo/Photo'
import { may, officeAccess } from '../../../data/office/access'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './TodayPage.module.css'
import { useMay } from '../kit/accessContext'
import { OfficePart } from '../kit/OfficePart'
import { OfficeTodayPageQueryDocument, type OfficeTodayPageQuery } from './TodayPage.generated'
import { OrderTable } from '../kit/OrderTable'
import { linesOfManyOnDelivery, onePerOrder } from './onePerOrder'

/** Requests only data that the role may read. */
export async function loader() {
  const access = await officeAccess()
  return loadOffice(OfficeTodayPageQueryDocument, {
    toPack: [...TO_PACK],
    orders: may(access, 'read_orders'),
    refunds: may(access, 'read_refunds'),
    stock: may(access, 'read_stock'),
    reviews: may(access, 'read_products'),
  })
}

type Office = OfficeTodayPageQuery['office']

export function Component() {
  const { office } = useLoaderData<typeof loader>()
  return (
    <OfficePart title="Today">
      <h1>Today</h1>
      {office.orders && <ToPack toPack={office.today.toPack ?? 0} orders={office.orders.nodes} />}
      {(office.orders || office.today.failedRefunds) && <Attention today={office.today} />}
      {office.today.heldUnpaid && <Held held={office.today.heldUnpaid} />}
      {office.lowStock && <Low products={office.lowStock.nodes} hasMore={office.lowStock.pageInfo.hasNextPage} />}
      {office.today.unansweredReviews ? <Unanswered reviews={office.today.unansweredReviews} /> : null}
      {!office.orders && !office.lowStock && <p className={kit.quiet}>Choose a page above.</p>}
    </OfficePart>
  )
}

function ToPack({ toPack, orders }: { toPack: number; orders: NonNullable<Office['orders']>['nodes'] }) {
  return (
    <section className={kit.section} aria-labelledby="to-pack">
      <div className={kit.head}>
        <h2 id="to-pack">To pack: {toPack}</h2>
        {toPack > 0 && (
          <div className={kit.actions}>
            <ButtonLink to={officePaths.slips()} look="quiet">
              {toPack === 1 ? 'Print 1 packing slip' : `Print ${Math.min(toPack, 50)} packing slips`}
            </ButtonLink>
            <ButtonLink to={officePaths.packing()}>Open packing</ButtonLink>
          </div>
        )}
      </div>
      {toPack === 0 ? <p className={kit.quiet}>There are no orders to pack.</p> : null}
      {orders.length > 0 && <OrderTable orders={orders} label="Orders to pack" />}
      {orders.some(({ shipBy }) => shipBy) && (
        <p className={kit.quiet}>The shop cancels an order with “Ship by” unless you ship it by then.</p>
      )}
      {toPack > orders.length && (
        <p>
          <Link to={officePaths.orders('?tab=to-pack')} className="text-link">
            All orders to pack
          </Link>
        </p>
      )}
    </section>
  )
}

function Attention({ today }: { today: Office['today'] }) {
  const { needsAttention = [], failedRefunds = [], paymentsToReturn = [], manyOnDelivery = [] } = today
  const lines = [
    ...linesOfManyOnDelivery(manyOnDelivery).map((line) => ({ key: `many ${line.number}`, ...line })),
    ...onePerOrder([
      ...failedRefunds.map(({ number, refund }) => ({
        key: refund.id,
        number,
        text: `A refund of ${formatPaise(refund.amountPaise)} failed${refund.lastError ? `: ${refund.lastError}` : '.'}`,
      })),
      ...paymentsToReturn.map(({ number, payment }) => ({
        key: payment.id,
        number,
        text: `A refund of ${formatPaise(payment.refundablePaise)} is due.${payment.excess ? ` ${payment.excess}` : ''}`,
      })),
    ]),
  ]
  const shown = new Set(lines.map(({ number }) => number))
  const others = needsAttention.filter(({ order }) => !shown.has(order.number))
  return (
    <section className={kit.section} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {lines.length + others.length === 0 && (
        <p className={kit.quiet}>No returns, refunds, payments or invoices need attention.</p>
      )}
      <ul className={kit.list}>
        {lines.map(({ key, number, text }) => (
          <li key={key}>
            <Link to={officePaths.order(number)} className="text-link">
              {number}
            </Link>
            <span>{text}</span>
          </li>
        ))}
        {others.map(({ isPlaceUnclear, order }) => (
          <li key={order.id}>
            <Link to={officePaths.order(order.number)} className="text-link">
              {order.number}
            </Link>
            <span className={kit.head}>
              <OrderStatus status={order.status} />
              <span className={kit.quiet}>
                <Value>{formatPaise(payablePaise(order))}</Value>, placed <Value>{formatDate(order.placedAt)}</Value>
                {order.owedPaise > 0 && `. ${formatPaise(order.owedPaise)} to refund`}
                {isPlaceUnclear && '. Its address does not show the place of supply for the invoice.'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {manyOnDelivery.length > 0 && (
        <p>
          <Link to={officePaths.orders('?tab=on-delivery')} className="text-link">
            All open cash on delivery orders
          </Link>
        </p>
      )}
    </section>
  )
}

/** Shoppers may hold stock for some minutes without paying. Few networks that hold much are a sign of an attack. */
function Held({ held }: { held: NonNullable<Office['today']['heldUnpaid']> }) {
  const { pieces, orders, networks, products } = held
  return (
    <section className={kit.section} aria-labelledby="held">
      <h2 id="held">Held by unpaid orders: {percent(held)}</h2>
      {pieces === 0 ? (
        <p className={kit.quiet}>No unpaid order holds stock.</p>
      ) : (
        <>
          <p className={kit.quiet}>
            {count(pieces, 'item')} in {count(orders, 'order')} from {count(networks, 'network')}. The products with the
            largest share:
          </p>
          <ul className={kit.list}>
            {products.map(({ productId, title, ...of }) => (
              <li key={productId}>
                <span>{title}</span>
                <span className={kit.quiet}>
                  {count(of.pieces, 'item')}, {percent(of)} of its stock
                </span>
              </li>
            ))}
          </ul>
          <p>
            <Link to={officePaths.orders('?tab=held')} className="text-link">
              {orders === 1 ? 'The order that holds them' : `All ${orders} orders that hold them`}
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

/** Reviews that shoppers see and the studio has not answered. */
function Unanswered({ reviews }: { reviews: number }) {
  return (
    <section className={kit.section} aria-labelledby="unanswered">
      <h2 id="unanswered">Reviews without a reply: {reviews}</h2>
      <p>
        <Link to={officePaths.reviews('?state=unanswered')} className="text-link">
          {reviews === 1 ? 'Read and answer it' : 'Read and answer them'}
        </Link>
      </p>
    </section>
  )
}

const percent = ({ pieces, sharePercent }: { pieces: number; sharePercent: number }): string =>
  pieces > 0 && sharePercent === 0 ? 'less than 1 %' : `${sharePercent} %`

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Without the permission to read products, the list of all of them is closed. */
function Low({ products, hasMore }: { products: NonNullable<Office['lowStock']>['nodes']; hasMore: boolean }) {
  const mayListAll = useMay('read_products')
  return (
    <section className={kit.section} aria-labelledby="low">
      <h2 id="low">Low in stock: {hasMore ? `more than ${products.length}` : products.length}</h2>
      {products.length === 0 && <p className={kit.quiet}>No product is low in stock.</p>}
      <ul className={styles.tiles}>
        {products.map(({ id, stock, product }) => (
          <li key={id}>
            <Link to={officePaths.product(id)}>
              <Photo image={product.image} sizes="64px" decorative />
              <span>{product.fullTitle}</span>
            </Link>
            <strong>{stock === 0 ? 'Sold out' : `${stock} left`}</strong>
          </li>
        ))}
      </ul>
      {mayListAll && hasMore && (
        <p>
          <Link to={officePaths.products('?show=low&sort=STOCK')} className="text-link">
            All products that are low in stock
          </Link>
        </p>
      )}
    </section>
  )
}
