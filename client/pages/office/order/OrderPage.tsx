/** The page of one order, with its staff actions. */
import { Link, Outlet, useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router-dom'
import { isInIndia } from '../../../../server/shared/delivery/countries'
import { Button, ButtonLink } from '../../../components/Button'
import { formatDate, formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { OrderDelivery } from '../../../components/order/OrderDelivery'
import { OrderStatus } from '../../../components/order/OrderStatus'
import { PriceSummary } from '../../../components/cart/PriceSummary'
import { cashOf, cashText, refundsOf } from '../../../components/order/amounts'
import type { OfficeOrderAction } from '../../../generated/types'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import { refundWords } from './refundWords'
import styles from './OrderPage.module.css'
import { OfficeOrderPageQueryDocument, type OfficeOrderPageQuery } from './OrderPage.generated'
import { useCopy } from '../../../components/useCopy'
import { useMay } from '../kit/accessContext'
import { useOpenDialog } from '../kit/DialogRoute'
import { MoreActions } from '../kit/MoreActions'
import { phoneOf, whatsAppOf } from '../kit/phone'
import { OfficePart } from '../kit/OfficePart'
import { offeredActions, type OfficeOrder } from './orderChange'
import { OrderLines } from './Lines'
import { Changes, History } from './History'
import { OrderMoney } from './Money'
import { OrderNotes } from './Notes'
import { OrderSteps } from './OrderSteps'
import { OrderReturns } from './Returns'
import { useAwaitedRefunds } from './useAwaitedRefunds'

export const loader = ({ params }: LoaderFunctionArgs) =>
  loadOffice(OfficeOrderPageQueryDocument, { number: params['number']! })

export function Component() {
  const number = useParams()['number']!
  const { order } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title={number}>
      {order ? (
        <>
          <OrderSteps number={number} />
          <Loaded key={number} office={order} />
        </>
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
  const refund = refundWords(office)
  useAwaitedRefunds(order.number, office.refunds)
  const standing = { ...order, isDelivered: order.timeline.some(({ status }) => status === 'DELIVERED') }
  const cash = cashText(standing)
  return (
    <>
      <div className={kit.head}>
        <h1 className="order-number">{order.number}</h1>
        <span aria-live="polite">
          <OrderStatus status={order.status} />
        </span>
        <p className={kit.quiet}>
          <Value>{formatMoment(order.placedAt)}</Value>
          {cash !== '' && `, ${cash.charAt(0).toLowerCase()}${cash.slice(1)}`}
        </p>
        {order.replaces !== null && (
          <p>
            Replacement for{' '}
            <Link to={officePaths.order(order.replaces)} className="text-link">
              {order.replaces}
            </Link>
          </p>
        )}
      </div>
      {office.shipBy && (
        <p className={styles.shipBy}>
          Ship by <Value>{formatMoment(office.shipBy)}</Value>, or the shop cancels this order.
        </p>
      )}
      {office.waitsForReturnOf !== null && (
        <p className={styles.shipBy}>
          Ship this replacement when the items of{' '}
          <Link to={officePaths.order(office.waitsForReturnOf)} className="text-link">
            {office.waitsForReturnOf}
          </Link>{' '}
          are back.
        </p>
      )}
      {office.isPlaceUnclear && (
        <p className={styles.shipBy}>
          The address does not show where this order is supplied, so its invoice has IGST. Choose the state, or that it
          is outside India.
        </p>
      )}
      {refund && <p className={styles.shipBy}>{refund}</p>}
      <Actions office={office} />
      <div className={styles.order}>
        <div className={`${kit.part} ${styles.to}`}>
          <section aria-labelledby="to">
            <h2 id="to">Deliver to</h2>
            <OrderDelivery order={order} />
            {office.addressChangedAt && order.status !== 'CANCELLED' && (
              <p className={kit.quiet}>
                Changed on <Value>{formatMoment(office.addressChangedAt)}</Value>. Do not use an earlier packing slip.
              </p>
            )}
            {order.deliveryAddress.mobile !== '' && <Reach order={order} />}
          </section>
          <section aria-labelledby="customer">
            <h2 id="customer">Customer</h2>
            <p>
              {maySeeCustomers ? (
                <Link to={officePaths.customer(customer.id)} className="text-link">
                  <bdi>{nameOf(customer)}</bdi>
                </Link>
              ) : (
                <bdi>{nameOf(customer)}</bdi>
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
                The owner of this email took the account over on <Value>{formatDate(customer.takenOverAt)}</Value>,
                after this order. Someone else may have placed it.
              </p>
            )}
          </section>
        </div>
        <div className={`${kit.part} ${styles.main}`}>
          <OrderLines office={office} />
          <OrderReturns returns={order.returns} />
          <OrderMoney office={office} />
          <OrderNotes number={order.number} notes={office.notes} />
          <History order={order} />
          <Changes number={order.number} entries={office.audit} />
        </div>
        <div className={styles.price}>
          <PriceSummary
            details={order.priceDetails}
            cash={{ state: cashOf(standing), notDuePaise: order.cancelledPaise }}
            toRefundPaise={order.owedPaise + refundsOf(office.refunds, 'REQUESTED')}
            refundedPaise={refundsOf(office.refunds, 'PROCESSED')}
          />
        </div>
      </div>
    </>
  )
}

/** An account that a code opened has no name until its owner adds one. */
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || 'No name'

/** Ways to reach the recipient, and the address as text for a courier's form. */
function Reach({ order: { number, deliveryAddress } }: Pick<OfficeOrder, 'order'>) {
  const { name, street, city, state, zipCode, country, mobile } = deliveryAddress
  const { result, copy } = useCopy()
  const phone = phoneOf(mobile, isInIndia(deliveryAddress))
  const chat = whatsAppOf(phone, `Order ${number}: `)
  return (
    <p className={kit.actions}>
      <a href={`tel:${phone}`} className="text-link">
        <span>
          Call <bdi>{name}</bdi>
        </span>
      </a>
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className="text-link">
          WhatsApp
        </a>
      )}
      <Button
        look="bare"
        className={kit.bare}
        onClick={() => void copy([name, street, `${city}, ${state} ${zipCode}`, country, mobile].join('\n'))}
      >
        Copy address
      </Button>
      <span role="status">{result}</span>
    </p>
  )
}

const ACTIONS: Record<OfficeOrderAction, { path: string; name: (office: OfficeOrder) => string }> = {
  SHIP: { path: 'ship', name: ({ order }) => (order.shipment ? 'Correct tracking' : 'Ship') },
  DELIVER: { path: 'deliver', name: () => 'Mark as delivered' },
  DECIDE_RETURN: { path: 'answer-return', name: () => 'Answer the return' },
  RECEIVE_RETURN: { path: 'items-back', name: () => 'Items are back' },
  ACCEPT_RETURN: { path: 'parcel-back', name: () => 'Parcel came back' },
  REFUSE_RETURN: { path: 'end-return', name: () => 'Return never arrived' },
  CHANGE_ADDRESS: { path: 'address', name: () => 'Change address' },
  SET_PLACE: { path: 'place', name: () => 'Set the place of supply' },
  REFUND: { path: 'refund', name: () => 'Refund' },
  CANCEL: { path: 'cancel', name: () => 'Cancel order' },
}

/** The action that usually comes next. The others are corrections and exceptions. */
function nextFor({ order: { status, shipment, owedPaise }, actions }: OfficeOrder): OfficeOrderAction {
  if (status === 'RETURN_REQUESTED')
    return (['DECIDE_RETURN', 'RECEIVE_RETURN'] as const).find((each) => actions.includes(each)) ?? 'REFUND'
  if (owedPaise > 0 && ['DELIVERED', 'RETURNED'].includes(status)) return 'REFUND'
  return shipment ? 'DELIVER' : 'SHIP'
}

function Actions({ office }: { office: OfficeOrder }) {
  const { order } = office
  const mayChange = useMay('write_orders')
  const open = useOpenDialog()
  const offered = offeredActions(office)
  const next = nextFor(office)
  const all = (Object.keys(ACTIONS) as OfficeOrderAction[]).filter((action) => offered.includes(action))
  // An open return has the button of its next step, so that staff need not compare several of one family. The page asks for a refund that is due.
  const isDue = (action: OfficeOrderAction) => action === next || (action === 'REFUND' && order.owedPaise > 0)
  const isInMenu = (action: OfficeOrderAction) => order.status === 'RETURN_REQUESTED' && !isDue(action)
  const rare = all.filter(isInMenu)
  return (
    <div className={kit.actions}>
      {all
        .filter((action) => !isInMenu(action))
        .map((action) => (
          <Button key={action} look={action === next ? 'primary' : 'quiet'} onClick={() => open(ACTIONS[action].path)}>
            {ACTIONS[action].name(office)}
          </Button>
        ))}
      {rare.length > 0 && (
        <MoreActions
          actions={rare.map((action) => ({
            name: ACTIONS[action].name(office),
            act: () => open(ACTIONS[action].path),
          }))}
        />
      )}
      <Link to={officePaths.slips(order.number)} className="text-link">
        Packing slip
      </Link>
      {order.invoice && (
        <Link to={officePaths.invoice(order.number)} className="text-link">
          Invoice
        </Link>
      )}
      {mayChange && (
        <Button look="bare" className={kit.bare} onClick={() => open('disable-links')}>
          Disable order links
        </Button>
      )}
      <Outlet context={office} />
    </div>
  )
}
