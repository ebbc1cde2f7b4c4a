/** Form fields for one line or longer text, with the label above and the error below. */
import { CircleAlert } from '../icons'
import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Field.module.css'

interface Labelled {
  label: string
  error?: string | undefined
}

export function Field({ label, error, ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Around id={id} label={label} error={error}>
      <input id={id} {...input} {...faultOf(id, error)} />
    </Around>
  )
}

export function TextField({ label, error, ...textarea }: Labelled & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Around id={id} label={label} error={error}>
      <textarea id={id} {...textarea} {...faultOf(id, error)} />
    </Around>
  )
}

const faultOf = (id: string, error: string | undefined) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
})

const Around = ({ id, label, error, children }: Labelled & { id: string; children: ReactNode }) => (
  <div className={styles.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    {error && (
      <p id={`${id}-error`} className={styles.error} role="alert">
        <CircleAlert size={16} aria-hidden />
        {error}
      </p>
    )}
  </div>
)
