/** The payment methods that Razorpay offers to shops in India, as lettering. It may stand in a label, which allows no list element. */
import styles from './PaymentMarks.module.css'

const METHODS = ['UPI', 'RuPay', 'Visa', 'Mastercard']

export const PaymentMarks = () => (
  <span className={styles.marks} role="list" aria-label="Payment methods">
    {METHODS.map((method) => (
      <span key={method} role="listitem">
        {method}
      </span>
    ))}
  </span>
)
