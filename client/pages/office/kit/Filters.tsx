/** The filters of a list, from a description. The page's address contains their values. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/form/Field'
import { onSubmit } from '../../../components/form/form'
import { Choice } from './form/fields'
import styles from './Filters.module.css'
import kit from './kit.module.css'

interface Filter {
  /** The name in the address. */
  name: string
  label: string
  value: string
}

interface FiltersProps {
  /** Texts apply when staff press the button or Enter. */
  fields: (Filter & { type: 'search' | 'date'; placeholder?: string })[]
  /** Choices apply immediately. */
  choices?: (Filter & { options: readonly (readonly [value: string, name: string])[] })[]
  /** The label of the button. */
  action?: string
  /** A message about filters that have no effect. */
  hint?: string
  /** The address of the list with these values. */
  to: (values: Record<string, string>) => string
}

const MAX_CHARACTERS = 200

export function Filters({ fields, choices = [], action = 'Search', hint, to }: FiltersProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const values = JSON.stringify([...fields, ...choices].map(({ name, value }) => [name, value]))
  // The address also changes without this form, for example by Back. New fields would lose the focus.
  useEffect(() => {
    for (const [name, value] of JSON.parse(values) as [string, string][])
      (form.current!.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value = value
  }, [values])
  return (
    <form
      ref={form}
      role={fields.some(({ type }) => type === 'search') ? 'search' : undefined}
      className={kit.filters}
      onSubmit={onSubmit((texts) => navigate(to(texts)) ?? undefined)}
    >
      {fields.map(({ value, ...field }) => (
        <div key={field.name} className={field.type === 'search' ? styles.search : undefined}>
          <Field {...field} defaultValue={value} maxLength={MAX_CHARACTERS} />
        </div>
      ))}
      <Button type="submit" look="quiet" className={styles.submit}>
        {action}
      </Button>
      {choices.length > 0 && (
        <div className={styles.choices}>
          {choices.map(({ value, options, ...choice }) => (
            <Choice
              key={choice.name}
              {...choice}
              defaultValue={value}
              onChange={({ currentTarget }) => currentTarget.form!.requestSubmit()}
            >
              {options.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          ))}
        </div>
      )}
      {hint !== undefined && (
        <p role="status" className={kit.hint}>
          {hint}
        </p>
      )}
    </form>
  )
}
