/** The price trace, step by step to the total. */
import { formatRupees } from '../../server/shared/money'
import type { PriceSummary_DetailsFragment } from './PriceSummary.generated'
import styles from './PriceSummary.module.css'

const amountText = (amount: number): string => (amount === 0 ? 'Free' : formatRupees(amount))

export function PriceSummary({ details }: { details: PriceSummary_DetailsFragment }) {
  return (
    <section aria-label="Price details" className={styles.summary}>
      <h2>Price details</h2>
      <dl>
        {details.trace.map((step) => {
          // 'Shipping, FREEDEL' names the code that makes it free: it belongs beside the amount.
          const [label, code] = step.code === 'SHIPPING' ? step.label.split(', ') : [step.label]
          return (
            <div key={step.code} className={step.amount < 0 ? styles.saved : undefined}>
              <dt>{label}</dt>
              <dd>
                {step.code === 'OFFER_DISCOUNT' && step.amount === 0 ? formatRupees(0) : amountText(step.amount)}
                {code && `, ${code}`}
              </dd>
            </div>
          )
        })}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{formatRupees(details.totalAmount)}</dd>
        </div>
      </dl>
      {details.totalDiscount > 0 && (
        <p className={styles.note}>You save {formatRupees(details.totalDiscount)} on this order</p>
      )}
    </section>
  )
}
