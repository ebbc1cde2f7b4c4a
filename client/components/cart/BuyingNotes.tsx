/** The payment methods, the return period and the contact email, next to the button on the cart and checkout pages. */
import { useShopSettings } from '../../data/catalogue/shop'
import { EmailText } from '../EmailText'
import { CircleAlert, Lock, Mail, RotateCcw } from 'lucide-react'
import { PaymentMarks } from './PaymentMarks'
import styles from './BuyingNotes.module.css'

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

export function BuyingNotes({ showsMethods }: { showsMethods: boolean }) {
  const { paymentProvider, returnWindowDays, contactEmail } = useShopSettings()
  return (
    <ul className={styles.notes} aria-label="Payment, returns and contact">
      {showsMethods && paymentProvider !== 'SANDBOX' && (
        <li>
          <Lock {...ICON} />
          <PaymentMarks />
        </li>
      )}
      {paymentProvider === 'SANDBOX' && (
        <li>
          <CircleAlert {...ICON} />
          Test mode: no money is taken.
        </li>
      )}
      <li>
        <RotateCcw {...ICON} />
        Returns and exchanges within {returnWindowDays} days
      </li>
      {contactEmail && (
        <li>
          <Mail {...ICON} />
          <a href={`mailto:${contactEmail}`} className="text-link">
            <EmailText address={contactEmail} />
          </a>
        </li>
      )}
    </ul>
  )
}
