/** A warning about a cart line, shown before payment. */
import { CircleAlert } from 'lucide-react'
import styles from './CartWarning.module.css'

export const CartWarning = ({ message }: { message: string }) => (
  <p className={styles.warning}>
    <CircleAlert size={16} aria-hidden />
    {message}
  </p>
)
