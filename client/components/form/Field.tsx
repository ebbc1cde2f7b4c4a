/** Single-line and multi-line text fields and choices, with the label above and the error below. */
import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Field.module.css'

interface Labelled {
  label: string
  error?: string | undefined
  /** Marks this field as invalid without announcing it. Used when another field's error is announced. */
  mark?: string | undefined
  /** A hint below the field that says what to enter. */
  hint?: ReactNode
}

/** A button inside the field, such as one that shows a password. */
interface WithButton {
  button?: ReactNode
}

export function Field({ label, error, mark, hint, button, ...input }: Labelled & WithButton & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Around id={id} label={label} error={error} mark={mark} hint={hint}>
      <div className={styles.line}>
        <input id={id} {...input} {...described(id, error ?? mark, hint)} />
        {button}
      </div>
    </Around>
  )
}

export function TextField({ label, error, mark, hint, ...textarea }: Labelled & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Around id={id} label={label} error={error} mark={mark} hint={hint}>
      <textarea id={id} {...textarea} {...described(id, error ?? mark, hint)} />
    </Around>
  )
}

export function SelectField({ label, error, mark, hint, ...select }: Labelled & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Around id={id} label={label} error={error} mark={mark} hint={hint}>
      <select id={id} {...select} {...described(id, error ?? mark, hint)} />
    </Around>
  )
}

const described = (id: string, error: string | undefined, hint: ReactNode) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})

const Around = ({ id, label, error, mark, hint, children }: Labelled & { id: string; children: ReactNode }) => (
  <div className={styles.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    {hint && (
      <div id={`${id}-hint`} className={styles.hint}>
        {hint}
      </div>
    )}
    {(error ?? mark) && (
      <p id={`${id}-error`} className={styles.error} role={error ? 'alert' : undefined}>
        <CircleAlert size={16} aria-hidden />
        {error ?? mark}
      </p>
    )}
  </div>
)
