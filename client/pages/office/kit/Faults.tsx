/** The faults of a change that do not belong to a field. */
import { isStale } from '../../../data/office/office'
import type { Fault } from '../../../data/sendMutation'
import styles from './Faults.module.css'
import form from '../../../components/form/FormDialog.module.css'

/** Shows the faults that no field shows. */
export function Faults({ faults, standing }: { faults: Fault[]; standing?: string | undefined }) {
  if (isStale(faults)) {
    return (
      <p role="alert" className={styles.stale}>
        Somebody changed it meanwhile{standing ? `: it is now ${standing}` : ''}. Please look at it again; what you
        typed is kept.
      </p>
    )
  }
  const others = faults.filter(({ field, code }) => field === null || code !== 'INVALID_INPUT')
  return others.map(({ message }) => (
    <p key={message} role="alert" className={form.fault}>
      {message}
    </p>
  ))
}
