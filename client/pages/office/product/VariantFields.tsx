/** Which variant a stored product is: the value of each option, and for a glaze its colour. */
import { useState } from 'react'
import { MAX_NAME_LENGTH, MAX_OPTIONS, MAX_VALUE_LENGTH } from '../../../../server/shared/variants'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/form/Field'
import form from '../../../components/form/FormDialog.module.css'
import { hasSwatches, NAME_SUGGESTIONS, nextName } from './familyDraft'
import { Swatch } from './Swatch'
import { partsOf, textOfParts } from './variantParts'
import styles from './VariantFields.module.css'

interface VariantFieldsProps {
  /** The text of the draft, such as `Glaze: Celadon #a8c0b0; Size: Large`. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export function VariantFields({ value, onChange, error }: VariantFieldsProps) {
  const [typed, setTyped] = useState(() => partsOf(value))
  // Another text may come from a colleague's save.
  const parts = textOfParts(typed) === value ? typed : partsOf(value)
  const set = (next: typeof parts) => {
    setTyped(next)
    onChange(textOfParts(next))
  }
  const change = (at: number, part: Partial<(typeof parts)[number]>) =>
    set(parts.map((each, i) => (i === at ? { ...each, ...part } : each)))
  return (
    <fieldset className={styles.parts}>
      <legend>Variant</legend>
      {parts.map(({ name, value: text, swatch }, i) => (
        <div key={i} className={styles.part}>
          <Field
            label={`Option ${i + 1}`}
            list="option-names"
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            value={name}
            onChange={({ target }) => change(i, { name: target.value })}
          />
          <Field
            label={name.trim() || `Value ${i + 1}`}
            name={i === 0 ? 'variant' : `variant ${i + 1}`}
            maxLength={MAX_VALUE_LENGTH}
            autoComplete="off"
            value={text}
            onChange={({ target }) => change(i, { value: target.value })}
          />
          {hasSwatches(name) && (
            <Swatch of={text.trim() || name} value={swatch} onChange={(next) => change(i, { swatch: next })} />
          )}
          <Button
            look="bare"
            aria-label={`Remove option ${i + 1}`}
            onClick={() => set(parts.filter((_, at) => at !== i))}
          >
            Remove
          </Button>
        </div>
      ))}
      <datalist id="option-names">
        {NAME_SUGGESTIONS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {parts.length < MAX_OPTIONS && (
        <Button look="bare" onClick={() => set([...parts, { name: nextName(parts), value: '', swatch: '' }])}>
          Add an option, such as a glaze or a size
        </Button>
      )}
      {error && (
        <p role="alert" className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
