/** The price breakdown, from the cart total to the final amount. */
import { formatPaise, formatRupees, toPaise } from '../../../server/shared/money/money'
import type { PriceSummary_DetailsFragment } from './PriceSummary.generated'
import { Value } from '../Value'
import styles from './PriceSummary.module.css'

const amountText = (amount: number): string => (amount === 0 ? 'Free' : formatRupees(amount))

interface PriceSummaryProps {
  details: PriceSummary_DetailsFragment
  /** Shows how much the shopper saves. Only useful before the order is placed. */
  showsSavings?: boolean
  /** The total of all refunds that were paid out. */
  refundedPaise?: number
  /** For an order that is paid on delivery: how its cash stands, and the price of cancelled pieces, which takes off from it. */
  cash?: { state: 'due' | 'paid' | 'never' | null; notDuePaise: number }
  /** The price of cancelled or returned pieces whose refund is not paid out yet. */
  toRefundPaise?: number
}

export function PriceSummary({
  details,
  showsSavings,
  refundedPaise = 0,
  cash = { state: null, notDuePaise: 0 },
  toRefundPaise = 0,
}: PriceSummaryProps) {
  const hasOffers = details.trace.some(({ kind, amount }) => kind === 'OFFER_DISCOUNT' && amount !== 0)
  return (
    <section aria-label="Price details" className={styles.summary}>
      <h2>Price details</h2>
      <dl>
        {details.trace.map(({ kind, label, amount }) => {
          // 'Shipping, FREEDEL' contains the code that makes shipping free.
          const [name, shippingCode] = kind === 'SHIPPING' ? label.split(', ') : [label]
          return (
            <div key={kind} className={amount < 0 ? styles.saved : undefined}>
              <dt>
                {name}
                {kind === 'CART_TOTAL' && hasOffers && ' before offers'}
                {shippingCode && <small>{shippingCode} applied automatically</small>}
              </dt>
              <dd>{kind === 'OFFER_DISCOUNT' && amount === 0 ? formatRupees(0) : amountText(amount)}</dd>
            </div>
          )
        })}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>
            <Value>{formatRupees(details.totalAmount)}</Value>
          </dd>
        </div>
        {cash.state !== null && cash.notDuePaise > 0 && (
          <>
            <div>
              <dt>Cancelled items</dt>
              <dd>
                <Value>{formatPaise(-cash.notDuePaise)}</Value>
              </dd>
            </div>
            {cash.state !== 'never' && (
              <div className={styles.total}>
                <dt>{cash.state === 'paid' ? 'Paid on delivery' : 'To pay on delivery'}</dt>
                <dd>
                  <Value>{formatPaise(toPaise(details.totalAmount) - cash.notDuePaise)}</Value>
                </dd>
              </div>
            )}
          </>
        )}
        {refundedPaise > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>
              <Value>{formatPaise(refundedPaise)}</Value>
            </dd>
          </div>
        )}
        {toRefundPaise > 0 && (
          <div>
            <dt>To be refunded</dt>
            <dd>
              <Value>{formatPaise(toRefundPaise)}</Value>
            </dd>
          </div>
        )}
      </dl>
      {showsSavings && details.totalDiscount > 0 && (
        <p className={styles.note}>
          You save <Value>{formatRupees(details.totalDiscount)}</Value> on this order
        </p>
      )}
    </section>
  )
}
