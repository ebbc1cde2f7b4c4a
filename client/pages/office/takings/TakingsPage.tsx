/** Takings and refunds by day, in Indian time. The URL contains the first and the last day. */
import { useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { Button } from '../../../components/Button'
import { formatDate, formatDay } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { Field } from '../../../components/form/Field'
import { onSubmit } from '../../../components/form/form'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { dayOf } from '../kit/indianTime'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import styles from './TakingsPage.module.css'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'
import { OfficeTakingsPageQueryDocument } from './TakingsPage.generated'
import { financialYear, lastMonth, rowsOf, spanIn, thisMonth, type Span, type Takings } from './takings'

export function loader({ request }: LoaderFunctionArgs) {
  const { from, to } = spanIn(new URL(request.url).searchParams, dayOf(new Date()))
  return loadOffice(OfficeTakingsPageQueryDocument, { from, to })
}

const queryOf = ({ from, to }: Span) => `?${new URLSearchParams({ from, to })}`

export function Component() {
  const [query] = useSearchParams()
  const today = dayOf(new Date())
  const span = spanIn(query, today)
  const { from, to } = span
  const { takings } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Takings">
      <h1>Takings</h1>
      <Days key={queryOf(span)} span={span} today={today} />
      {takings.length === 0 ? (
        <EmptyState drawing="orders" heading="h2" sentence="No payments or refunds in this period." />
      ) : (
        <Sums takings={takings} span={span} />
      )}
      <section className={kit.section} aria-labelledby="accounts">
        <h2 id="accounts">For the accounts</h2>
        <p>
          This page lists payments and refunds by day. If your accountant needs all invoices with GST by line, ask the
          person who runs the server for the order file from {formatDate(from)} to {formatDate(to)}. The guide for
          operators calls it “orders export”. A single invoice is on the page of its order.
        </p>
      </section>
    </OfficePart>
  )
}

function Days({ span, today }: { span: Span & { hint: string }; today: string }) {
  const navigate = useNavigate()
  const spans = {
    'This month': thisMonth(today),
    'Last month': lastMonth(today),
    'This financial year': financialYear(today),
  }
  return (
    <>
      <Tabs
        label="Days"
        tabs={Object.entries(spans).map(([name, each]) => ({ id: queryOf(each), name }))}
        current={queryOf(span)}
        to={officePaths.takings}
      />
      <form
        className={kit.filters}
        onSubmit={onSubmit(({ from = '', to = '' }) => void navigate(officePaths.takings(queryOf({ from, to }))))}
      >
        <Field label="From" type="date" name="from" defaultValue={span.from} />
        <Field label="To" type="date" name="to" defaultValue={span.to} />
        <Button type="submit" look="quiet">
          Show
        </Button>
        <p role="status" className={kit.hint}>
          {span.hint}
        </p>
      </form>
    </>
  )
}

const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function Sums({ takings, span }: { takings: Takings[]; span: Span }) {
  const { rows, total, areMonths } = rowsOf(takings, span)
  const most = Math.max(...rows.map(({ grossPaise, refundsPaise }) => Math.max(grossPaise, refundsPaise)))
  const sums = [
    ['Received', formatPaise(total.grossPaise)],
    ['Refunded', formatPaise(total.refundsPaise)],
    ['Net', formatPaise(total.netPaise)],
    ['Orders paid', total.orders.toLocaleString('en-IN')],
  ] as const
  return (
    <>
      <dl className={styles.sums}>
        {sums.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <table className={table.table} aria-label="Takings">
        <thead>
          <tr>
            <th scope="col">{areMonths ? 'Month' : 'Day'}</th>
            <td className={styles.bars} />
            <th scope="col" className={table.number}>
              Received
            </th>
            <th scope="col" className={table.number}>
              Refunded
            </th>
            <th scope="col" className={table.number}>
              Net
            </th>
            <th scope="col" className={table.number}>
              Orders
            </th>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {rows.map(({ day, grossPaise, refundsPaise, netPaise, orders }) => (
            <tr key={day}>
              <th scope="row">{areMonths ? month.format(new Date(`${day}-01T00:00:00Z`)) : formatDay(day)}</th>
              <td className={styles.bars} aria-hidden>
                <span className={styles.came} style={{ width: `${(100 * grossPaise) / most}%` }} />
                <span className={styles.went} style={{ width: `${(100 * refundsPaise) / most}%` }} />
              </td>
              <td data-name="Received" className={table.number}>
                {formatPaise(grossPaise)}
              </td>
              <td data-name="Refunded" className={table.number}>
                {refundsPaise === 0 ? '' : formatPaise(refundsPaise)}
              </td>
              <td data-name="Net" className={table.number}>
                {formatPaise(netPaise)}
              </td>
              <td data-name="Orders" className={table.number}>
                {orders.toLocaleString('en-IN')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
