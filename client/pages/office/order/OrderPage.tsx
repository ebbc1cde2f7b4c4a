/** The page of one order, with its staff actions. */
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Link, useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router-dom'
import { isIndia } from '../../../../server/shared/indianNumbers'
import { Button, ButtonLink } from '../../../components/Button'
import { formatDate, formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { OrderDelivery } from '../../../components/order/OrderDelivery'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { PriceSummary } from '../../../components/cart/PriceSummary'
import type { OfficeOrderAction } from '../../../generated/types'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import styles from './OrderPage.module.css'
import { OfficeOrderPageQueryDocument, type OfficeOrderPageQuery } from './OrderPage.generated'
import { useMay } from '../kit/accessContext'
import { OfficePart } from '../kit/OfficePart'
import type { OfficeOrder, OrderDialogProps } from './orderChange'
import { OrderLines } from './Lines'
import { Changes, History } from './History'
import { OrderMoney } from './Money'
import { OrderNotes } from './Notes'

export const loader = ({ params }: LoaderFunctionArgs) =>
  loadOffice(OfficeOrderPageQueryDocument, { number: params['number']! })

/** The code of a dialog loads when it is opened. */
const dialog = (load: () => Promise<ComponentType<OrderDialogProps>>) => lazy(async () => ({ default: await load() }))

export function Component() {
  const number = useParams()['number']!
  const { order } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title={number}>
      {order ? (
        <Loaded key={number} office={order} />
      ) : (
        <EmptyState drawing="orders" sentence="We could not find this order.">
          <ButtonLink to={officePaths.orders()}>All orders</ButtonLink>
        </EmptyState>
      )}
    </OfficePart>
  )
}

interface LoadedProps {
  office: NonNullable<OfficeOrderPageQuery['office']['order']>
}

function Loaded({ office }: LoadedProps) {
  const { order, customer } = office
  const maySeeCustomers = useMay('read_customers')
  return (
    <>
      <div className={kit.head}>
        <h1>{order.number}</h1>
        <span aria-live="polite">
          <OrderStatus status={order.status} />
        </span>
        <p className={kit.quiet}>
          {formatMoment(order.placedAt)}
          {order.payOnDelivery && ', cash on delivery'}
        </p>
      </div>
      {office.shipBy && (
        <p className={styles.shipBy}>Ship by {formatMoment(office.shipBy)}, or the shop cancels this order.</p>
      )}
      <Actions office={office} />
      <div className={styles.order}>
        <div className={`${kit.part} ${styles.to}`}>
          <section aria-labelledby="to">
            <h2 id="to">Deliver to</h2>
            <OrderDelivery order={order} />
            {order.deliveryAddress.mobile !== '' && (
              <a href={phoneLink(order.deliveryAddress)} className="text-link">
                Call {order.deliveryAddress.name}
              </a>
            )}
          </section>
          <section aria-labelledby="customer">
            <h2 id="customer">Customer</h2>
            <p>
              {maySeeCustomers ? (
                <Link to={officePaths.customer(customer.id)} className="text-link">
                  {nameOf(customer)}
                </Link>
              ) : (
                nameOf(customer)
              )}
              <br />
              {customer.deletedAt ? (
                `Deleted on ${formatDate(customer.deletedAt)}`
              ) : (
                <a href={`mailto:${customer.email}`} className="text-link">
                  {customer.email}
                </a>
              )}
              {customer.blockedAt && <strong> (blocked)</strong>}
            </p>
            {customer.takenOverAt && Date.parse(order.placedAt) < Date.parse(customer.takenOverAt) && (
              <p>
                The owner of this email took the account over on {formatDate(customer.takenOverAt)}, after this order.
                Somebody else may have placed it.
              </p>
            )}
          </section>
        </div>
        <div className={`${kit.part} ${styles.main}`}>
          <OrderLines office={office} />
          <OrderMoney office={office} />
          <OrderNotes number={order.number} notes={office.notes} />
          <History events={order.timeline} />
          <Changes number={order.number} entries={office.audit} />
        </div>
        <div className={styles.price}>
          <PriceSummary details={order.priceDetails} />
        </div>
      </div>
    </>
  )
}

/** An account that a code opened has no name until its owner adds one. */
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || 'No name'

const phoneLink = ({ mobile, country }: OfficeOrder['order']['deliveryAddress']): string =>
  `tel:${isIndia(country) ? '+91' : ''}${mobile.replace(/[^\d+]/g, '')}`

const ACTIONS: Record<OfficeOrderAction, (order: OfficeOrder['order']) => string> = {
  SHIP: ({ shipment }) => (shipment ? 'Correct tracking' : 'Ship'),
  DELIVER: () => 'Mark as delivered',
  ACCEPT_RETURN: () => 'Accept return',
  REFUSE_RETURN: () => 'Refuse return',
  REFUND: () => 'Refund',
  CANCEL: () => 'Cancel order',
}

const DIALOGS = {
  SHIP: dialog(async () => (await import('./OrderDialogs')).ShipDialog),
  DELIVER: dialog(async () => (await import('./OrderDialogs')).DeliverDialog),
  ACCEPT_RETURN: dialog(async () => (await import('./OrderDialogs')).AcceptReturnDialog),
  REFUSE_RETURN: dialog(async () => (await import('./OrderDialogs')).RefuseReturnDialog),
  REFUND: dialog(async () => (await import('./RefundDialog')).RefundDialog),
  CANCEL: dialog(async () => (await import('./OrderDialogs')).CancelDialog),
  /** Always available, because it does not depend on the order's state. */
  REVOKE_LINKS: dialog(async () => (await import('./OrderDialogs')).RevokeLinksDialog),
}

function Actions({ office }: { office: OfficeOrder }) {
  const { order, actions } = office
  const mayChange = useMay('write_orders')
  // The dialog stays open if the order changes in the meantime, so typed text is not lost.
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const Dialog = open && DIALOGS[open]
  return (
    <div className={kit.actions}>
      {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])
        .filter((action) => actions.includes(action))
        .map((action, i) => (
          <Button
            key={action}
            look={i === 0 && action !== 'CANCEL' ? 'primary' : 'quiet'}
            onClick={() => setOpen(action)}
          >
            {ACTIONS[action](order)}
          </Button>
        ))}
      <Link to={officePaths.slips(order.number)} className="text-link">
        Packing slip
      </Link>
      {order.invoice && (
        <Link to={officePaths.invoice(order.number)} className="text-link">
          Invoice
        </Link>
      )}
      {mayChange && (
        <Button look="bare" onClick={() => setOpen('REVOKE_LINKS')}>
          Disable order links
        </Button>
      )}
      <Suspense>{Dialog && <Dialog office={office} onClose={() => setOpen(null)} />}</Suspense>
    </div>
  )
}
