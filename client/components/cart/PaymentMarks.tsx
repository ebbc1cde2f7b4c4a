/**
 * The payment methods that the shop's provider offers, as lettering. Empty for the sandbox, which takes no money. It may stand in a label,
 * which allows no list element.
 */
import { useShopSettings } from '../../data/catalogue/shop'
import styles from './PaymentMarks.module.css'

/** Razorpay offers these to shops in India. */
const METHODS = ['UPI', 'RuPay', 'Visa', 'Mastercard']

export const PaymentMarks = () =>
  useShopSettings().paymentProvider === 'SANDBOX' ? null : (
    <span className={styles.marks} role="list" aria-label="Payment methods">
      {METHODS.map((method) => (
        <span key={method} role="listitem">
          {method}
        </span>
      ))}
    </span>
  )
