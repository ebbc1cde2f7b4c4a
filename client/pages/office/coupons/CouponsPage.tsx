/** All coupons with their number of uses. Staff add, change and end coupons here. */
import { Outlet, useLoaderData } from 'react-router-dom'
import { formatRupees } from '../../../../server/shared/money/money'
import { Button } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import type { OfficeCouponState } from '../../../generated/types'
import type { Terms } from './couponTerms'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import { OfficeCouponsPageQueryDocument } from './CouponsPage.generated'
import { loadOffice } from '../../../data/office/officeQuery'
import { DataTable, type Column } from '../kit/DataTable'
import { useOpenDialog } from '../kit/DialogRoute'
import { OfficePart } from '../kit/OfficePart'

export const loader = () => loadOffice(OfficeCouponsPageQueryDocument, {})

const STATES: Record<OfficeCouponState, string> = {
  ACTIVE: 'Active',
  UPCOMING: 'Upcoming',
  USED_UP: 'Used up',
  OVER: 'Expired',
}

const COLUMNS: Column<Terms>[] = [
  { name: 'Code', cell: ({ code }) => code },
  { name: 'Percent', look: 'number', cell: ({ percent }) => `${percent}%` },
  {
    name: 'Terms',
    cell: (coupon) => (
      <span>
        <bdi>{coupon.description}</bdi>
        <span className={table.note}>{termsOf(coupon)}</span>
      </span>
    ),
  },
  {
    name: 'Used',
    look: 'number',
    cell: ({ uses, useLimit }) => (useLimit === null ? uses : `${uses} of ${useLimit}`),
  },
  { name: 'Status', cell: ({ endedAt, state }) => (endedAt ? 'Deactivated' : STATES[state]) },
]

export function Component() {
  const { coupons } = useLoaderData<typeof loader>().office
  const open = useOpenDialog()
  const mayChange = useMay('write_coupons')
  return (
    <OfficePart title="Coupons">
      <div className={kit.head}>
        <h1>Coupons</h1>
        {mayChange && <Button onClick={() => open('new')}>Add a coupon</Button>}
      </div>
      <DataTable
        label="Coupons"
        columns={COLUMNS}
        rows={coupons}
        keyOf={({ code }) => code}
        actions={
          mayChange &&
          (({ code, endedAt }) => (
            <span className={table.buttons}>
              <Button look="bare" aria-label={`Edit ${code}`} onClick={() => open(`${encodeURIComponent(code)}/edit`)}>
                Edit
              </Button>
              <Button
                look="bare"
                aria-label={`${endedAt ? 'Activate' : 'Deactivate'} ${code}`}
                onClick={() => open(`${encodeURIComponent(code)}/end`)}
              >
                {endedAt ? 'Activate' : 'Deactivate'}
              </Button>
            </span>
          ))
        }
        empty={<EmptyState heading="h2" sentence="There are no coupons yet." />}
      />
      {mayChange && <Outlet context={coupons} />}
    </OfficePart>
  )
}

function termsOf({ validFrom, validUntil, customerLimit, minimumAmount }: Terms): string {
  return [
    validFrom && `from ${formatMoment(validFrom)}`,
    validUntil && `to ${formatMoment(validUntil)}`,
    customerLimit !== null && `${customerLimit} per customer`,
    minimumAmount !== null && `from ${formatRupees(minimumAmount)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
