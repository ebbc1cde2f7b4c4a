/** Today's work: parcels to pack, products that run low, and payments that need attention. */
import { Link } from 'react-router-dom'
import { formatPaise, formatRupees } from '../../../../server/shared/money/money'
import { ButtonLink } from '../../../components/Button'
import { formatDate } from '../../../components/days'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { Photo } from '../../../components/photo/Photo'
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import styles from './TodayPage.module.css'
import { OfficePart } from '../kit/OfficePart'
import { OfficeTodayPageQueryDocument, type OfficeTodayPageQuery } from './TodayPage.generated'
import { OrderTable } from '../kit/OrderTable'

export const loader = () => startOfficeQuery(OfficeTodayPageQueryDocument, {})

type Office = OfficeTodayPageQuery['office']

export const Component = () => (
  <OfficePart<typeof loader> title="Today">
    {({ office }) => (
      <>
        <h1>Today</h1>
        <ToPack today={office.today} orders={office.orders.nodes} />
        <Attention today={office.today} />
        <Low products={office.lowStock.nodes} />
      </>
    )}
  </OfficePart>
)

function ToPack({ today: { toPack }, orders }: { today: Office['today']; orders: Office['orders']['nodes'] }) {
  return (
    <section className={kit.section} aria-labelledby="to-pack">
      <div className={kit.head}>
        <h2 id="to-pack">To pack: {toPack}</h2>
        {toPack > 0 && (
          <ButtonLink to={officePaths.slips()} look="quiet">
            {toPack === 1 ? 'Print the packing slip' : `Print ${Math.min(toPack, 50)} packing slips`}
          </ButtonLink>
        )}
      </div>
      {toPack === 0 ? <p className={kit.quiet}>Nothing waits to be packed.</p> : null}
      {orders.length > 0 && <OrderTable orders={orders} label="Orders to pack" />}
      {toPack > orders.length && (
        <p>
          <Link to={officePaths.orders('?tab=to-pack')} className="text-link">
            All that are to be packed
          </Link>
        </p>
      )}
    </section>
  )
}

const SOURCES = {
  MOBILE: 'to one mobile number',
  ADDRESS: 'to one address',
  NETWORK: 'from one network',
}

function Attention({ today }: { today: Office['today'] }) {
  const { needsAttention, failedRefunds, paymentsToReturn, manyOnDelivery } = today
  const lines = [
    ...manyOnDelivery.map(({ source, orders, newestNumber }) => ({
      key: `${source} ${newestNumber}`,
      number: newestNumber,
      text: `The newest of ${orders} orders under way, paid on delivery, ${SOURCES[source]}.`,
    })),
    ...failedRefunds.map(({ number, refund }) => ({
      key: refund.id,
      number,
      text: `A refund of ${formatPaise(refund.amountPaise)} failed${refund.lastError ? `: ${refund.lastError}` : '.'}`,
    })),
    ...paymentsToReturn.map(({ number, payment }) => ({
      key: payment.id,
      number,
      text: `${formatPaise(payment.refundablePaise)} must go back${payment.excess ? `: ${payment.excess}` : '.'}`,
    })),
  ]
  const told = new Set(lines.map(({ number }) => number))
  const others = needsAttention.filter(({ order }) => !told.has(order.number))
  return (
    <section className={kit.section} aria-labelledby="attention">
      <h2 id="attention">Needs a look</h2>
      {lines.length + others.length === 0 && <p className={kit.quiet}>No return, refund or payment needs a look.</p>}
      <ul className={kit.list}>
        {lines.map(({ key, number, text }) => (
          <li key={key}>
            <Link to={officePaths.order(number)} className="text-link">
              {number}
            </Link>
            <span>{text}</span>
          </li>
        ))}
        {others.map(({ order }) => (
          <li key={order.id}>
            <Link to={officePaths.order(order.number)} className="text-link">
              {order.number}
            </Link>
            <span className={kit.head}>
              <OrderStatus status={order.status} />
              <span className={kit.quiet}>
                {formatRupees(order.priceDetails.totalAmount)}, placed {formatDate(order.placedAt)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Low({ products }: { products: Office['lowStock']['nodes'] }) {
  return (
    <section className={kit.section} aria-labelledby="low">
      <h2 id="low">Running low</h2>
      {products.length === 0 && <p className={kit.quiet}>There is enough of everything.</p>}
      <ul className={styles.tiles}>
        {products.map(({ id, stock, product }) => (
          <li key={id}>
            <Link to={officePaths.product(id)}>
              <Photo image={product.image} sizes="64px" decorative />
              <span>{product.title}</span>
            </Link>
            <strong>{stock === 0 ? 'Sold out' : `${stock} left`}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
