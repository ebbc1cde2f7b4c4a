/** The choice between paying now and paying on delivery. It is shown if the shop offers payment on delivery. */
import type { ReactNode, Ref } from 'react'
import { PaymentMarks } from '../../components/cart/PaymentMarks'
import styles from './PaymentChoice.module.css'

export type PaymentWay = 'now' | 'onDelivery'

interface PaymentChoiceProps {
  way: PaymentWay
  onChoose: (way: PaymentWay) => void
  /** The reason why this order cannot be paid on delivery, or null if it can. */
  reason: string | null
  /** True if the shop asks to confirm the email before it accepts an order on delivery. */
  asksToConfirm: boolean
  /** The radio button of the choice to pay now. */
  nowRef: Ref<HTMLInputElement>
  /** Notes about the choice. */
  children: ReactNode
}

export const PaymentChoice = ({ way, onChoose, reason, asksToConfirm, nowRef, children }: PaymentChoiceProps) => (
  <fieldset className={styles.ways}>
    <legend>Pay</legend>
    <label className={styles.way}>
      <input
        ref={nowRef}
        type="radio"
        name="payment"
        checked={way === 'now' || reason !== null}
        onChange={() => onChoose('now')}
      />
      <span>
        <strong>Pay online</strong>
        UPI, card or net banking
        <span className={styles.marks} aria-hidden>
          <PaymentMarks />
        </span>
      </span>
    </label>
    <label className={styles.way}>
      <input
        type="radio"
        name="payment"
        disabled={reason !== null}
        checked={way === 'onDelivery' && reason === null}
        onChange={() => onChoose('onDelivery')}
      />
      <span>
        <strong>Cash on delivery</strong>
        {reason ??
          `Pay the courier in cash or by UPI${asksToConfirm ? '. First, we ask you to confirm your email' : ''}`}
      </span>
    </label>
    {children}
  </fieldset>
)
