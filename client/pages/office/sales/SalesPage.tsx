/** The Sales page: takings and refunds by day, in Indian time, and what was sold. The URL contains the first and the last day, and the table. */
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { formatDate, formatDay } from '../../../components/days'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { useDownloadInvoices, useDownloadSales } from '../../../data/office/salesFiles'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { dayOf } from '../kit/indianTime'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './SalesPage.module.css'
import { DataTable } from '../kit/DataTable'
import { Filters } from '../kit/Filters'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'
import {
  OfficeEmptySearchesQueryDocument,
  OfficeSalesPageQueryDocument,
  OfficeTakingsQueryDocument,
  type OfficeSalesPageQuery,
  type OfficeTakingsQuery,
} from './SalesPage.generated'
import { EmptySearches } from './EmptySearches'
import { Buyers, Pending, Sold } from './Sold'
import { Weeks } from './Weeks'
import { tableIn, tableOf, TABLES, type TableName } from './tables'
import { financialYear, lastMonth, rowsOf, spanIn, thisMonth, type Span, type Takings } from './takings'

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const { from, to } = spanIn(query, dayOf(new Date()))
  const show = tableIn(query)
  const { by } = tableOf(show)
  if (show === 'searches') return loadOffice(OfficeEmptySearchesQueryDocument, { from, to })
  if (show === 'days') return loadOffice(OfficeTakingsQueryDocument, { from, to })
  return loadOffice(OfficeSalesPageQueryDocument, {
    from,
    to,
    by: by ?? 'PRODUCT',
    isSold: by !== undefined,
    isBuyers: show === 'buyers',
  })
}

const queryOf = ({ from, to }: Span, show: TableName) =>
  `?${new URLSearchParams({ from, to, ...(show !== 'days' && { show }) })}`

export function Component() {
  const [query] = useSearchParams()
  const today = dayOf(new Date())
  const span = spanIn(query, today)
  const { from, to } = span
  const [download, { loading }] = useDownloadInvoices()
  const [downloadTable, { loading: loadingTable }] = useDownloadSales()
  const show = tableIn(query)
  const { title } = tableOf(show)
  const { office } = useLoaderData<typeof loader>()
  return (
    <OfficePart title="Sales">
      <h1>Sales</h1>
      <Tabs
        label="Period"
        tabs={Object.entries({
          'This month': thisMonth(today),
          'Last month': lastMonth(today),
          'This financial year': financialYear(today),
        }).map(([name, each]) => ({ id: queryOf(each, show), name }))}
        current={queryOf(span, show)}
        to={officePaths.sales}
      />
      <Filters
        fields={[
          { name: 'from', label: 'From', value: from, type: 'date' },
          { name: 'to', label: 'To', value: to, type: 'date' },
        ]}
        action="Show"
        hint={span.hint}
        to={({ from = '', to = '' }) => officePaths.sales(queryOf({ from, to }, show))}
      />
      <Tabs
        label="Table"
        tabs={Object.entries(TABLES).map(([id, { title: name }]) => ({ id, name }))}
        current={show}
        to={(id) => officePaths.sales(queryOf(span, id as TableName))}
      />
      {'emptySearches' in office ? (
        <EmptySearches searches={office.emptySearches} />
      ) : 'takings' in office ? (
        <Days office={office} span={span} />
      ) : (
        <Tables office={office} show={show} />
      )}
      <Button
        look="quiet"
        className={styles.download}
        busy={loadingTable}
        onClick={() => void downloadTable({ table: show, from, to })}
      >
        Download {title.toLowerCase()} (CSV)
      </Button>
      <section className={kit.section} aria-labelledby="accounts">
        <h2 id="accounts">For the accounts</h2>
        <p>
          All invoices from <Value>{formatDate(from)}</Value> to <Value>{formatDate(to)}</Value>, with GST by line, for
          a spreadsheet or your accountant. A single invoice is on the page of its order.
        </p>
        <Button look="quiet" className={styles.download} busy={loading} onClick={() => void download({ from, to })}>
          Download invoices (CSV)
        </Button>
      </section>
    </OfficePart>
  )
}

function Days({ office: { takings, sold }, span }: { office: OfficeTakingsQuery['office']; span: Span }) {
  return (
    <>
      <Pending days={sold.pendingDays} />
      {takings.length === 0 ? (
        <EmptyState heading="h2" sentence="No payments or refunds in this period." />
      ) : (
        <Sums takings={takings} pieces={sold.pieces} span={span} />
      )}
    </>
  )
}

function Tables({ office: { sales, buyers }, show }: { office: OfficeSalesPageQuery['office']; show: TableName }) {
  const { heading = '', empty } = tableOf(show)
  return (
    <>
      {sales && (
        <Sold sales={sales} name={heading} isGoods={show === 'products' || show === 'variants'} empty={empty} />
      )}
      {buyers && <Buyers buyers={buyers} />}
    </>
  )
}

const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function Sums({ takings, pieces, span }: { takings: Takings[]; pieces: number; span: Span }) {
  const { rows, total, areMonths } = rowsOf(takings, span)
  const most = Math.max(...rows.map(({ grossPaise, refundsPaise }) => Math.max(grossPaise, refundsPaise)))
  const sums = [
    ['Received', formatPaise(total.grossPaise)],
    ['Refunded', formatPaise(total.refundsPaise)],
    ['Net', formatPaise(total.netPaise)],
    ['Orders paid', total.orders.toLocaleString('en-IN')],
    ['Items sold', pieces.toLocaleString('en-IN')],
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
      <ul className={kit.hint}>
        <li>
          Received: payments on the day on which they arrived. Cash on delivery counts on the day of the delivery.
        </li>
        <li>Refunded: refunds on the day on which they were paid out, also for orders of earlier days.</li>
        <li>Items sold also count those of cash on delivery orders that are not paid yet.</li>
      </ul>
      <Weeks takings={takings} span={span} />
      <DataTable
        label="Sales"
        columns={[
          areMonths
            ? { name: 'Month', cell: ({ day }) => month.format(new Date(`${day}-01T00:00:00Z`)) }
            : { name: 'Day', cell: ({ day }) => formatDay(day) },
          {
            name: '',
            look: 'drawing',
            cell: ({ grossPaise, refundsPaise }) => (
              <>
                <span className={styles.came} style={{ width: `${(100 * grossPaise) / most}%` }} />
                <span className={styles.went} style={{ width: `${(100 * refundsPaise) / most}%` }} />
              </>
            ),
          },
          { name: 'Received', look: 'number', cell: ({ grossPaise }) => formatPaise(grossPaise) },
          {
            name: 'Refunded',
            look: 'number',
            cell: ({ refundsPaise }) => (refundsPaise === 0 ? '' : formatPaise(refundsPaise)),
          },
          { name: 'Net', look: 'number', cell: ({ netPaise }) => formatPaise(netPaise) },
          { name: 'Orders', look: 'number', cell: ({ orders }) => orders.toLocaleString('en-IN') },
        ]}
        rows={rows}
        keyOf={({ day }) => day}
      />
    </>
  )
}
