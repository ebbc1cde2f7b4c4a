/** The confirmation after a payment. The history entry's state contains the order number, so the page survives a reload. */
import { useSuspenseQuery } from '@apollo/client/react'
import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { formatPaise } from '../../../server/shared/money/money'
import { ButtonLink } from '../../components/Button'
import { arrivalText } from '../../components/arrival'
import { EmailText } from '../../components/EmailText'
import { EmptyState } from '../../components/EmptyState'
import { PackageCheck, ShoppingBag, Truck } from 'lucide-react'
import { payablePaise } from '../../components/order/amounts'
import { OrderDetails } from '../../components/order/OrderDetails'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { Photo } from '../../components/photo/Photo'
import { useShopSettings } from '../../data/catalogue/shop'
import { useAwaitedPayment } from '../../data/orders/awaitedPayment'
import { paths } from '../../paths'
import { Value } from '../../components/Value'
import styles from './OrderSummaryPage.module.css'
import { OrderSummaryPageQueryDocument } from './OrderSummaryPage.generated'

export function Component() {
  const state = useLocation().state as { orderNumber?: string } | null
  if (!state?.orderNumber) return <NothingOrdered />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Summary number={state.orderNumber} />
    </Suspense>
  )
}

const MAX_PHOTOS = 4
const ICON = { size: 24, strokeWidth: 1.5, 'aria-hidden': true } as const

function Summary({ number }: { number: string }) {
  const { data } = useSuspenseQuery(OrderSummaryPageQueryDocument, { variables: { number } })
  const order = data.me?.order
  useAwaitedPayment(order)
  if (!order || (order.paymentId === null && !order.payOnDelivery)) return <NothingOrdered />
  const { items, payOnDelivery } = order
  return (
    <div className="wrap page">
      <header className={styles.head}>
        <div className={styles.thanks}>
          <h1>Thank you! Your order is placed.</h1>
          <p className={styles.arrival}>
            Arrives <Value>{arrivalText(items.map(({ estimatedDelivery }) => estimatedDelivery))}</Value>
          </p>
          <p>
            Your order number is <strong>{order.number}</strong>. <Emailed address={data.me!.email} />
          </p>
          <div className={styles.ways}>
            <ButtonLink to={paths.order(order.number)} look="quiet">
              Track Order
            </ButtonLink>
            <ButtonLink to={paths.products()} look="bare">
              Continue shopping
            </ButtonLink>
          </div>
        </div>
        <section className={styles.panel} aria-labelledby="next">
          <ul className={styles.photos} aria-hidden>
            {items.slice(0, MAX_PHOTOS).map(({ id, image }) => (
              <li key={id}>
                <Photo image={image} decorative eager sizes="112px" />
              </li>
            ))}
          </ul>
          <h2 id="next">What happens next</h2>
          <ol className={styles.next}>
            <Step icon={<PackageCheck {...ICON} />}>We pack your order.</Step>
            <Step icon={<Truck {...ICON} />}>
              The courier delivers it to <bdi>{order.deliveryAddress.name}</bdi>.{' '}
              {payOnDelivery && `Please keep ${formatPaise(payablePaise(order))} ready.`}
            </Step>
            <Step icon={<ShoppingBag {...ICON} />}>Track it any time in Orders.</Step>
          </ol>
        </section>
      </header>
      <OrderDetails order={order} />
    </div>
  )
}

const Step = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

/** Demo accounts have .example addresses, which never receive email. */
const DEMO_ADDRESS = /\.example$/

/** Names the address. A trial shop stores the confirmation as a file. */
function Emailed({ address }: { address: string }) {
  const { codesByMail } = useShopSettings()
  const to = <EmailText address={address} />
  if (codesByMail === 'EMAIL' && !DEMO_ADDRESS.test(address)) return <>We have emailed {to}.</>
  if (!codesByMail) return null
  return <>The confirmation for {to} is saved to a file, because this is a demo.</>
}

function NothingOrdered() {
  return (
    <div className="wrap page">
      <EmptyState drawing="orders" sentence="Oops! Could not find any orders">
        <ButtonLink to={paths.products()}>See the collections</ButtonLink>
      </EmptyState>
    </div>
  )
}
