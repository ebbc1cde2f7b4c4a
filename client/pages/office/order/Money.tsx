/** The payments and refunds of an order. */
import { formatPaise } from '../../../../server/shared/money/money'
import { formatMoment } from '../../../components/days'
import type { RefundState } from '../../../generated/types'
import kit from '../kit/kit.module.css'
import type { OfficeOrder } from './orderChange'

const STATES: Record<RefundState, string> = { REQUESTED: 'On its way', PROCESSED: 'Given back', FAILED: 'Failed' }

export const OrderMoney = ({ office: { payments, refunds } }: { office: OfficeOrder }) => (
  <section aria-labelledby="money">
    <h2 id="money">Money</h2>
    {payments.length === 0 && <p className={kit.quiet}>No money has come.</p>}
    <ul className={kit.list}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <strong>{formatPaise(payment.amountPaise)}</strong>
          <span>
            came {formatMoment(payment.receivedAt)}, {payment.provider ? payment.id : 'at the door'}
            {payment.excess && <strong className={kit.alarm}> must go back: {payment.excess}</strong>}
          </span>
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id}>
          <strong>−{formatPaise(refund.amountPaise)}</strong>
          <span>
            <span className={refund.state === 'FAILED' ? kit.alarm : undefined}>{STATES[refund.state]}</span>{' '}
            {formatMoment(refund.endedAt ?? refund.requestedAt)}: {refund.reason}
            {refund.askedAmountPaise && (
              <strong className={kit.alarm}>
                {' '}
                The shop asked for {formatPaise(refund.askedAmountPaise)}, and the provider refunded another amount.
              </strong>
            )}
            {refund.reference && ` (${refund.reference})`}
            {refund.requestedBy && `, by ${refund.requestedBy.name}`}
            {refund.lastError && `. ${refund.lastError}`}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
