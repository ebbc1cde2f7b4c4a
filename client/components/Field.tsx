/** A form's field: label above, error below. */
import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import styles from './Field.module.css'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string | undefined
}

export function Field({ label, error, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <CircleAlert size={16} aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}
