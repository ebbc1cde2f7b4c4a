/** The form errors that do not belong to a field. */
import { isStale } from '../../../../data/office/officeChange'
import type { MutationError } from '../../../../data/sendMutation'
import styles from './FormErrors.module.css'
import form from '../../../../components/form/FormDialog.module.css'

/** Shows the errors that no field shows. */
export function FormErrors({ errors, standing }: { errors: MutationError[]; standing?: string | undefined }) {
  if (isStale(errors)) {
    return (
      <p role="alert" className={styles.stale}>
        Someone else made a change in the meantime{standing ? `. The current state is: ${standing}` : ''}. Please check
        it. Your text is kept.
      </p>
    )
  }
  const others = errors.filter(({ field, code }) => field === null || code !== 'INVALID_INPUT')
  return others.map(({ message }) => (
    <p key={message} role="alert" className={form.error}>
      {message}
    </p>
  ))
}
