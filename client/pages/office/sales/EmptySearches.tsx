/** What shoppers searched for in a period without a result. */
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { DataTable } from '../kit/DataTable'
import kit from '../kit/kit.module.css'
import type { OfficeEmptySearchesQuery } from './SalesPage.generated'

const count = (number: number): string => number.toLocaleString('en-IN')

export function EmptySearches({
  searches: { rows, totalCount },
}: {
  searches: OfficeEmptySearchesQuery['office']['emptySearches']
}) {
  return (
    <>
      <DataTable
        label="Searches without a result"
        columns={[
          // Without a link, because a search from here would count.
          { name: 'Search without a result', cell: ({ text }) => text },
          { name: 'Searches', look: 'number', cell: (row) => count(row.count) },
          { name: 'Last', cell: ({ lastAt }) => formatMoment(lastAt) },
        ]}
        rows={rows}
        keyOf={({ text }) => text}
        empty={<EmptyState heading="h2" sentence="No searches without a result in this period." />}
      />
      <p className={kit.hint}>
        {totalCount > rows.length &&
          `These ${count(rows.length)} of ${count(totalCount)} searches are the most frequent. The file contains up to 100,000. `}
        What shoppers searched for without a result. Only searches without filters count. Searches that look like an
        email address or a phone number are not stored.
      </p>
    </>
  )
}
