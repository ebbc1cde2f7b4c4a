/** The fields of the office's forms beside components/Field.tsx: longer texts, choices and switches. */
import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './office.module.css'

interface Labelled {
  label: string
  error?: string | undefined
  hint?: string
}

const noteOf = (id: string, { error, hint }: Labelled): ReactNode => (
  <>
    {hint && (
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    )}
    {error && (
      <p id={`${id}-error`} role="alert" className={styles.fault}>
        {error}
      </p>
    )}
  </>
)

const described = (id: string, { error, hint }: Labelled) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

export function TextArea({ label, error, hint, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} {...rest} {...described(id, { label, error, hint: hint! })} />
      {noteOf(id, { label, error, hint: hint! })}
    </div>
  )
}

export function Choice({ label, error, hint, children, ...rest }: Labelled & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...rest} {...described(id, { label, error, hint: hint! })}>
        {children}
      </select>
      {noteOf(id, { label, error, hint: hint! })}
    </div>
  )
}

export const Check = ({ label, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <label className={styles.check}>
    <input type="checkbox" {...rest} />
    {label}
  </label>
)
