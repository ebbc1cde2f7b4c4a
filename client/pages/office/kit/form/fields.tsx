/** Fields of the office's forms, in addition to components/Field.tsx: selects and switches. */
import { useId, type ComponentProps } from 'react'
import field from '../../../../components/form/Field.module.css'
import form from '../../../../components/form/FormDialog.module.css'

interface ChoiceProps extends ComponentProps<'select'> {
  label: string
  error?: string | undefined
}

export function Choice({ label, error, children, ...rest }: ChoiceProps) {
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        {...rest}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {children}
      </select>
      {error && (
        <p id={`${id}-error`} role="alert" className={form.error}>
          {error}
        </p>
      )}
    </div>
  )
}

export const Check = ({ label, ...rest }: { label: string } & ComponentProps<'input'>) => (
  <label className={form.check}>
    <input type="checkbox" {...rest} />
    {label}
  </label>
)
