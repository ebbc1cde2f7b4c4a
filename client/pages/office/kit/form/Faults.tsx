/** The form errors that do not belong to a field. */
import { isStale } from '../../../../data/office/officeChange'
import type { Fault } from '../../../../data/sendMutation'
import styles from './Faults.module.css'
import form from '../../../../components/form/FormDialog.module.css'

/** Shows the errors that no field shows. */
export function Faults({ faults, standing }: { faults: Fault[]; standing?: string | undefined }) {
  if (isStale(faults)) {
    return (
      <p role="alert" className={styles.stale}>
        Someone else made a change in the meantime{standing ? `. The current state is: ${standing}` : ''}. Please check
        it. Your text is kept.
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
