/** The errors of a form that no field shows. */
import { isStale, type FormError } from '../../data/sendMutation'
import form from './FormDialog.module.css'

interface FormErrorsProps {
  errors: readonly FormError[]
  /** Replaces all errors if the record was changed in the meantime. Without it, the server's message appears. */
  stale?: string | undefined
}

export function FormErrors({ errors, stale }: FormErrorsProps) {
  if (stale !== undefined && isStale(errors)) {
    return (
      <p role="alert" className={form.notice}>
        {stale}
      </p>
    )
  }
  return errors.map(({ message }) => (
    <p key={message} role="alert" className={form.error}>
      {message}
    </p>
  ))
}
