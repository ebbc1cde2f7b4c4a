/** All coupons with their number of uses. Staff add, change and end coupons here. */
import { useLoaderData } from 'react-router-dom'
import { lazy, Suspense, useState } from 'react'
import { formatRupees } from '../../../../server/shared/money/money'
import { Button } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import type { OfficeCouponState } from '../../../generated/types'
import type { Terms } from './couponTerms'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import styles from './CouponsPage.module.css'
import { OfficeCouponsPageQueryDocument } from './CouponsPage.generated'
import { loadOffice } from '../../../data/office/officeQuery'
import { OfficePart } from '../kit/OfficePart'

export const loader = () => loadOffice(OfficeCouponsPageQueryDocument, {})

const TermsDialog = lazy(async () => ({ default: (await import('./CouponDialogs')).TermsDialog }))
const EndDialog = lazy(async () => ({ default: (await import('./CouponDialogs')).EndDialog }))

const STATES: Record<OfficeCouponState, string> = {
  ACTIVE: 'Active',
  UPCOMING: 'Upcoming',
  USED_UP: 'Used up',
  OVER: 'Expired',
}

type Open = { dialog: 'terms'; code: string | null } | { dialog: 'end'; code: string }

export function Component() {
  const { coupons } = useLoaderData<typeof loader>().office
  const [open, setOpen] = useState<Open | null>(null)
  const opened = coupons.find(({ code }) => code === open?.code) ?? null
  const onClose = () => setOpen(null)
  const mayChange = useMay('write_coupons')
  return (
    <OfficePart title="Coupons">
      <div className={kit.head}>
        <h1>Coupons</h1>
        {mayChange && <Button onClick={() => setOpen({ dialog: 'terms', code: null })}>Add a coupon</Button>}
      </div>
      {coupons.length === 0 && <EmptyState drawing="orders" heading="h2" sentence="There are no coupons yet." />}
      {coupons.length > 0 && <Table coupons={coupons} onOpen={mayChange ? setOpen : null} />}
      <Suspense>
        {open?.dialog === 'terms' && <TermsDialog coupon={opened} onClose={onClose} />}
        {open?.dialog === 'end' && opened && <EndDialog coupon={opened} onClose={onClose} />}
      </Suspense>
    </OfficePart>
  )
}

const Table = ({ coupons, onOpen }: { coupons: Terms[]; onOpen: ((open: Open) => void) | null }) => (
  <table className={table.table} aria-label="Coupons">
    <thead>
      <tr>
        <th scope="col">Code</th>
        <th scope="col" className={table.number}>
          Percent
        </th>
        <th scope="col">Terms</th>
        <th scope="col" className={table.number}>
          Used
        </th>
        <th scope="col">State</th>
        {onOpen && <th scope="col">Actions</th>}
      </tr>
    </thead>
    <tbody>
      {coupons.map((coupon) => (
        <tr key={coupon.code}>
          <th scope="row">{coupon.code}</th>
          <td data-name="Percent" className={table.number}>
            {coupon.percent}%
          </td>
          <td data-name="Terms">
            <span>
              {coupon.description}
              <span className={table.terms}>{termsOf(coupon)}</span>
            </span>
          </td>
          <td data-name="Used" className={table.number}>
            {coupon.uses}
            {coupon.useLimit !== null && ` of ${coupon.useLimit}`}
          </td>
          <td data-name="State">{coupon.endedAt ? 'Ended' : STATES[coupon.state]}</td>
          {onOpen && (
            <td data-name="Actions">
              <span className={styles.changes}>
                <Button
                  look="bare"
                  aria-label={`Edit ${coupon.code}`}
                  onClick={() => onOpen({ dialog: 'terms', code: coupon.code })}
                >
                  Edit
                </Button>
                <Button
                  look="bare"
                  aria-label={`${coupon.endedAt ? 'Activate' : 'End'} ${coupon.code}`}
                  onClick={() => onOpen({ dialog: 'end', code: coupon.code })}
                >
                  {coupon.endedAt ? 'Activate' : 'End'}
                </Button>
              </span>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

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
