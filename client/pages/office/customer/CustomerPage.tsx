/** One account: its orders, and whether it may log in. */
import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/Button'
import { formatDate } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { OfficeCustomerPageQueryDocument, type OfficeCustomerPageQuery } from './CustomerPage.generated'
import { Pages } from '../kit/Pages'
import { OfficePart } from '../kit/OfficePart'
import { OrderTable } from '../kit/OrderTable'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  startOfficeQuery(OfficeCustomerPageQueryDocument, {
    customerId: params['id']!,
    after: new URL(request.url).searchParams.get('after'),
  })

const BlockDialog = lazy(async () => ({ default: (await import('./BlockDialog')).BlockDialog }))

export function Component() {
  const customerId = useParams()['id']!
  const after = useSearchParams()[0].get('after')
  return (
    <OfficePart<typeof loader> key={customerId} title="Customer">
      {({ office }, refresh) =>
        office.customer ? (
          <Loaded customer={office.customer} after={after} refresh={refresh} />
        ) : (
          <EmptyState drawing="missing" sentence="There is no such customer.">
            <ButtonLink to={officePaths.orders()}>All orders</ButtonLink>
          </EmptyState>
        )
      }
    </OfficePart>
  )
}

interface LoadedProps {
  customer: NonNullable<OfficeCustomerPageQuery['office']['customer']>
  after: string | null
  refresh: () => Promise<void>
}

function Loaded({ customer, after, refresh }: LoadedProps) {
  const { orders, blockedAt } = customer
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className={kit.head}>
        <h1>
          {customer.firstName} {customer.lastName}
        </h1>
        {blockedAt && <span className={kit.mark}>Blocked since {formatDate(blockedAt)}</span>}
      </div>
      <p>
        {customer.email}, since {formatDate(customer.createdAt)}
        {customer.role === 'STAFF' && ', staff'}
      </p>
      <div className={kit.actions}>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {blockedAt ? 'Let log in again' : 'Block'}
        </Button>
        <Link to={officePaths.auditOf('USER', customer.id)} className="text-link">
          What staff changed
        </Link>
      </div>
      <section className={kit.section} aria-labelledby="orders">
        <h2 id="orders">Orders</h2>
        {orders.nodes.length === 0 ? (
          <p className={kit.quiet}>Nothing was ordered yet.</p>
        ) : (
          <OrderTable orders={orders.nodes} label="Orders" />
        )}
        <Pages
          after={after}
          pageInfo={orders.pageInfo}
          to={(next) =>
            officePaths.customer(customer.id, next === null ? '' : `?${new URLSearchParams({ after: next })}`)
          }
          first="Newest"
          next="Older orders"
        />
      </section>
      <Suspense>
        {isAsking && <BlockDialog customer={customer} refresh={refresh} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}
