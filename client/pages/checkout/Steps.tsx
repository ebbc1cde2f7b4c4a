/** The two steps of a checkout. The page shows both. */
import { Check } from 'lucide-react'
import styles from './Steps.module.css'

export const Steps = ({ hasAddress }: { hasAddress: boolean }) => (
  <ol className={styles.steps} aria-label="Steps">
    <li aria-current={hasAddress ? undefined : 'step'} data-done={hasAddress || undefined}>
      <span className={styles.mark} aria-hidden>
        {hasAddress ? <Check size={14} /> : '1'}
      </span>
      Address
      {hasAddress && <span className="visually-hidden">, done</span>}
    </li>
    <li aria-current={hasAddress ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden>
        2
      </span>
      Payment
    </li>
  </ol>
)
