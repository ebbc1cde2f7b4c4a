/** The two columns of the cart and checkout pages: the lines, and next to them the total with the button for the next step. */
import { Skeleton as SkeletonPage } from '../page/Skeleton'
import type { ReactNode } from 'react'
import { formatRupees } from '../../../server/shared/money/money'
import { BuyingNotes } from './BuyingNotes'
import { PriceSummary } from './PriceSummary'
import type { PriceSummary_DetailsFragment } from './PriceSummary.generated'
import { Value } from '../Value'
import styles from './Summary.module.css'

export const SummaryColumns = ({ children }: { children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
)

interface SummaryProps {
  details: PriceSummary_DetailsFragment
  button: ReactNode
  /** The delivery date, such as `Arrives by Tue, 5 Aug`. Phones show it in the bar. */
  arrival?: string
  /** Whether the notes list the payment methods, once before the payment. */
  showsMethods?: boolean
  /** Why the button did not work. The page explains it at its place too, where it is announced. */
  problem?: string | null
  /** Shown above the prices. */
  children?: ReactNode
}

export function Summary({ details, button, arrival, showsMethods = false, problem = null, children }: SummaryProps) {
  return (
    <aside className={styles.summary} aria-label="Summary">
      {children}
      <PriceSummary details={details} showsSavings />
      <div className={styles.bar}>
        {problem !== null && <p className={styles.problem}>{problem}</p>}
        <p className={styles.total} aria-hidden>
          <span>Total</span>
          <strong>
            <Value>{formatRupees(details.totalAmount)}</Value>
          </strong>
          {arrival && <span className={styles.arrival}>{arrival}</span>}
        </p>
        {button}
      </div>
      <BuyingNotes showsMethods={showsMethods} />
    </aside>
  )
}

interface SummarySkeletonProps {
  titleWidth: number
  /** The heights of the two columns. */
  heights: [number, number]
}

export const SummarySkeleton = ({ titleWidth, heights }: SummarySkeletonProps) => (
  <SkeletonPage>
    <div className="skeleton" style={{ width: titleWidth, height: 46, marginBottom: 'var(--s6)' }} />
    <SummaryColumns>
      {heights.map((height) => (
        <div key={height} className="skeleton" style={{ height }} />
      ))}
    </SummaryColumns>
  </SkeletonPage>
)
