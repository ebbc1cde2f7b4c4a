/** The text fields of a product. Its facts follow from PRODUCT_FACTS; the other fields have a place and a control of their own. */
import { isLong, PRODUCT_FACTS, PRODUCT_FIELDS, type ProductField } from '../../../../server/shared/goods'
import { Field, TextField } from '../../../components/form/Field'
import type { MutationError } from '../../../data/sendMutation'
import { Check, Choice } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import type { Draft, DraftTexts, FormField } from './productDraft'

const FACTS = Object.keys(PRODUCT_FACTS) as (keyof typeof PRODUCT_FACTS)[]
const LONG_FACTS = FACTS.filter((name) => isLong(PRODUCT_FACTS[name]))
const SHORT_FACTS = FACTS.filter((name) => !isLong(PRODUCT_FACTS[name]))

interface ProductFieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  categories: { id: string; name: string }[]
  errors: MutationError[]
  isNew: boolean
}

export function ProductFields({ draft, onChange, categories, errors, isNew }: ProductFieldsProps) {
  const text = (name: keyof DraftTexts) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: errors.find(({ field }) => field === name)?.message,
  })
  const control = (name: FormField) => <Control key={name} field={PRODUCT_FIELDS[name]} {...text(name)} />
  return (
    <>
      {control('title')}
      {control('description')}
      <div className={kit.pair}>
        <Choice label={PRODUCT_FIELDS.categoryId.label} {...text('categoryId')}>
          <option value="">Choose one</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label={PRODUCT_FIELDS.rating.label} {...text('rating')}>
          <option value="">Choose one</option>
          {[5, 4, 3, 2, 1].map((rating) => (
            <option key={rating}>{rating}</option>
          ))}
        </Choice>
        {control('discounted')}
        {control('original')}
        <Field label={PRODUCT_FIELDS.offer.label} {...text('offer')} list="offers" autoComplete="off" />
        {isNew && <Field label="Stock" {...text('stock')} inputMode="numeric" autoComplete="off" />}
      </div>
      <datalist id="offers">
        {['20%', '50%', '70%', 'combo-offer'].map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
      <div className={kit.pair}>{SHORT_FACTS.map(control)}</div>
      {LONG_FACTS.map(control)}
      <Check
        label={PRODUCT_FIELDS.isBestseller.label}
        name="isBestseller"
        checked={draft.isBestseller === 'yes'}
        onChange={({ target }) => onChange({ isBestseller: target.checked ? 'yes' : 'no' })}
      />
      {isNew && (
        <Check
          label="Hide from shoppers for now"
          name="hidden"
          checked={draft.hidden}
          onChange={({ target }) => onChange({ hidden: target.checked })}
        />
      )}
    </>
  )
}

interface ControlProps {
  field: ProductField
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  error: string | undefined
}

function Control({ field, ...text }: ControlProps) {
  if (field.kind === 'yes/no')
    return (
      <Choice label={field.label} {...text}>
        <option value="">Not known</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </Choice>
    )
  const unit = field.unit ? ` in ${field.unit}` : ''
  const label = `${field.label}${unit}${field.empty === 'none' ? ' (optional)' : ''}`
  if (field.kind === 'whole') return <Field label={label} {...text} inputMode="numeric" autoComplete="off" />
  if (isLong(field)) return <TextField label={label} {...text} maxLength={field.maximum} />
  return <Field label={label} {...text} maxLength={field.maximum} placeholder={field.example} />
}
