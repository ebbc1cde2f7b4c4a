/** One account: its orders, and whether it may log in. */
import { Link, Outlet, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { isInIndia } from '../../../../server/shared/delivery/countries'
import { groupedMobile } from '../../../../server/shared/indianNumbers'
import { formatPaise } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
import { Button, ButtonLink } from '../../../components/Button'
import { formatDate } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { may, officeAccess } from '../../../data/office/access'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { OfficeCustomerPageQueryDocument, type OfficeCustomerPageQuery } from './CustomerPage.generated'
import { useMay } from '../kit/accessContext'
import { Pages } from '../kit/Pages'
import { useOpenDialog } from '../kit/DialogRoute'
import { OfficePart } from '../kit/OfficePart'
import { phoneOf, whatsAppOf } from '../kit/phone'
import { OrderTable } from '../kit/OrderTable'
import { Value } from '../../../components/Value'
import { CustomerNotes } from './CustomerNotes'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const access = await officeAccess()
  return loadOffice(OfficeCustomerPageQueryDocument, {
    customerId: params['id']!,
    after: new URL(request.url).searchParams.get('after'),
    orders: may(access, 'read_orders'),
  })
}

export function Component() {
  const { customer } = useLoaderData<typeof loader>().office
  const after = useSearchParams()[0].get('after')
  return (
    <OfficePart title="Customer">
      {customer ? (
        <Loaded key={customer.id} customer={customer} after={after} />
      ) : (
        <EmptyState drawing="missing" sentence="We could not find this customer.">
          <ButtonLink to={officePaths.orders()}>All orders</ButtonLink>
        </EmptyState>
      )}
    </OfficePart>
  )
}

interface LoadedProps {
  customer: NonNullable<OfficeCustomerPageQuery['office']['customer']>
  after: string | null
}

function Loaded({ customer, after }: LoadedProps) {
  const { orders, blockedAt, trade } = customer
  const open = useOpenDialog()
  const mayChange = useMay('write_customers')
  const maySeeChanges = useMay('read_staff')
  return (
    <>
      <div className={kit.head}>
        <h1>
          <bdi>{`${customer.firstName} ${customer.lastName}`.trim() || 'No name yet'}</bdi>
        </h1>
        {blockedAt && (
          <span className={kit.mark}>
            Blocked since <Value>{formatDate(blockedAt)}</Value>
          </span>
        )}
      </div>
      <p>
        <a href={`mailto:${customer.email}`} className="text-link">
          {customer.email}
        </a>
        {customer.emailVerifiedAt ? ' (confirmed)' : ' (not confirmed)'}, customer since{' '}
        <Value>{formatDate(customer.createdAt)}</Value>
        {customer.role === 'STAFF' && ', staff'}
      </p>
      <Phone customer={customer} />
      {trade && trade.orders > 0 && (
        <p>
          {counted(trade.orders, 'order')}, <Value>{formatPaise(trade.paidPaise)}</Value> paid after refunds
        </p>
      )}
      <div className={kit.actions}>
        {mayChange && (
          <Button look="quiet" onClick={() => open('block')}>
            {blockedAt ? 'Unblock' : 'Block'}
          </Button>
        )}
        {maySeeChanges && (
          <Link to={officePaths.activityOf('USER', customer.id)} className="text-link">
            Activity of staff
          </Link>
        )}
      </div>
      {orders && <Orders customerId={customer.id} orders={orders} after={after} />}
      <CustomerNotes customerId={customer.id} notes={customer.notes} mayAdd={mayChange} />
      {mayChange && <Outlet context={customer} />}
    </>
  )
}

/** The account's number, or that of the newest order's recipient, who may be someone else. */
function Phone({ customer: { mobile, orders } }: Pick<LoadedProps, 'customer'>) {
  const address = orders?.nodes.find(({ order }) => order.deliveryAddress.mobile !== '')?.order.deliveryAddress
  const shown = mobile ?? address?.mobile
  if (!shown) return null
  const phone = phoneOf(shown, mobile === null && address !== undefined && isInIndia(address))
  const chat = whatsAppOf(phone)
  return (
    <p className={kit.actions}>
      <a href={`tel:${phone}`} className="text-link">
        Call {phone.startsWith('+91') ? groupedMobile(shown) : shown}
      </a>
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className="text-link">
          WhatsApp
        </a>
      )}
      {mobile === null && address && (
        <span className={kit.quiet}>
          Number of <bdi>{address.name}</bdi>, to whom the newest order went
        </span>
      )}
    </p>
  )
}

interface OrdersProps {
  customerId: string
  orders: NonNullable<LoadedProps['customer']['orders']>
  after: string | null
}

const Orders = ({ customerId, orders, after }: OrdersProps) => (
  <section className={kit.section} aria-labelledby="orders">
    <h2 id="orders">Orders</h2>
    {orders.nodes.length === 0 ? (
      <p className={kit.quiet}>No orders yet.</p>
    ) : (
      <OrderTable orders={orders.nodes} label="Orders" />
    )}
    <Pages
      after={after}
      pageInfo={orders.pageInfo}
      to={(next) => officePaths.customer(customerId, next === null ? '' : `?${new URLSearchParams({ after: next })}`)}
      first="Newest"
      next="Older orders"
    />
  </section>
)
