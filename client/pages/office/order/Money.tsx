/** The payments and refunds of an order. */
import { formatPaise } from '../../../../server/shared/money/money'
import { formatMoment } from '../../../components/days'
import type { RefundState } from '../../../generated/types'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import type { OfficeOrder } from './orderChange'

const STATES: Record<RefundState, string> = {
  REQUESTED: 'Refund sent to the provider',
  PROCESSED: 'Refunded',
  FAILED: 'Refund failed',
}

export const OrderMoney = ({ office: { order, payments, refunds } }: { office: OfficeOrder }) => (
  <section aria-labelledby="money">
    <h2 id="money">Payments</h2>
    {payments.length === 0 && (
      <p className={kit.quiet}>{order.replaces === null ? 'No payment received.' : 'Nothing to pay.'}</p>
    )}
    <ul className={kit.list}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <strong>
            <Value>{formatPaise(payment.amountPaise)}</Value>
          </strong>
          <span>
            Received <Value>{formatMoment(payment.receivedAt)}</Value>,{' '}
            {payment.provider ? payment.id : 'cash on delivery'}
            {payment.excess && <strong className={kit.alarm}> Please refund this payment. {payment.excess}</strong>}
          </span>
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id}>
          <strong>
            −<Value>{formatPaise(refund.amountPaise)}</Value>
          </strong>
          <span>
            <span className={refund.state === 'FAILED' ? kit.alarm : undefined}>{STATES[refund.state]}</span>{' '}
            <Value>{formatMoment(refund.endedAt ?? refund.requestedAt)}</Value>
            {refund.requestedBy && (
              <>
                , by <bdi>{refund.requestedBy.name}</bdi>
              </>
            )}
            : <bdi>{refund.reason}</bdi>
            {refund.askedAmountPaise && (
              <strong className={kit.alarm}>
                {' '}
                We requested <Value>{formatPaise(refund.askedAmountPaise)}</Value>, but the provider refunded a
                different amount.
              </strong>
            )}
            {refund.reference && (
              <>
                {' '}
                (<bdi>{refund.reference}</bdi>)
              </>
            )}
            {refund.lastError && <strong className={kit.alarm}> {refund.lastError}</strong>}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
