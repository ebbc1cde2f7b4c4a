/** The text fields of a product. Its facts follow from PRODUCT_FACTS; the other fields have a place and a control of their own. */
import { CARE_WORDS, careUsesOf } from '../../../../server/shared/careUses'
import { isLong, PRODUCT_FACTS, PRODUCT_FIELDS, type ProductField } from '../../../../server/shared/goods'
import { Field, TextField } from '../../../components/form/Field'
import type { MutationError } from '../../../data/sendMutation'
import { Check, Choice } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import { VariantFields } from './VariantFields'
import { CHOICES_BETWEEN, messageAt, type Draft, type DraftTexts, type FormField } from './productDraft'
import styles from './ProductFields.module.css'

/** The offer that the home page lists. The server writes other offers as a percentage. */
const COMBO = 'combo-offer'

const FACTS = Object.keys(PRODUCT_FACTS) as (keyof typeof PRODUCT_FACTS)[]
const LONG_FACTS = FACTS.filter((name) => isLong(PRODUCT_FACTS[name]))
/** The facts that can differ between the variants of a product. */
const OWN_FACTS = FACTS.filter((name) => PRODUCT_FACTS[name].of === 'variant')
const SHORT_FACTS = FACTS.filter((name) => !isLong(PRODUCT_FACTS[name]))

interface ProductFieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  categories: { id: string; name: string }[]
  errors: MutationError[]
  isNew: boolean
  /** True if the prices, the stock and the SKUs are those of variants. */
  hasFamily: boolean
}

export function ProductFields({ draft, onChange, categories, errors, isNew, hasFamily }: ProductFieldsProps) {
  const text = (name: keyof DraftTexts) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: messageAt(name, draft, errors),
  })
  const control = (name: FormField) => <Control key={name} field={PRODUCT_FIELDS[name]} {...text(name)} />
  const prices = (
    <>
      {control('original')}
      {!hasFamily && (
        <Field
          label={`${PRODUCT_FIELDS.discounted.label} in rupees (optional)`}
          {...text('discounted')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {isNew && !hasFamily && <Field label="Stock" {...text('stock')} inputMode="numeric" autoComplete="off" />}
    </>
  )
  const variant = (
    <VariantFields
      value={draft.variant}
      onChange={(value) => onChange({ variant: value })}
      error={messageAt('variant', draft, errors)}
    />
  )
  const combo = (
    <Check
      label="Combo offer: on the home page while it is on sale"
      name="offer"
      checked={draft.offer === COMBO}
      onChange={({ target }) => onChange({ offer: target.checked ? COMBO : '' })}
    />
  )
  const hidden = isNew && (
    <Check
      label="Hide from shoppers for now"
      name="hidden"
      checked={draft.hidden}
      onChange={({ target }) => onChange({ hidden: target.checked })}
    />
  )
  if (draft.variantOf !== '')
    return (
      <>
        <p className={kit.quiet}>A variant has the texts, the category, the rating and the groups of its product.</p>
        {variant}
        <div className={kit.pair}>
          {control('sku')}
          {prices}
          {OWN_FACTS.map(control)}
        </div>
        {hidden}
      </>
    )
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
        {prices}
      </div>
      <div className={kit.pair}>
        {SHORT_FACTS.map(control)}
        {!hasFamily && control('sku')}
      </div>
      {!isNew && variant}
      {LONG_FACTS.map((name) => (
        <Control
          key={name}
          field={PRODUCT_FIELDS[name]}
          {...text(name)}
          hint={name === 'care' ? readFromCare(draft.care) : undefined}
        />
      ))}
      <Choices {...PRODUCT_FIELDS.groups} value={draft.groups} onChange={(groups) => onChange({ groups })} />
      <Check
        label={PRODUCT_FIELDS.isGraded.label}
        name="isGraded"
        checked={draft.isGraded === 'yes'}
        onChange={({ target }) => onChange({ isGraded: target.checked ? 'yes' : 'no' })}
      />
      <Check
        label={PRODUCT_FIELDS.isBestseller.label}
        name="isBestseller"
        checked={draft.isBestseller === 'yes'}
        onChange={({ target }) => onChange({ isBestseller: target.checked ? 'yes' : 'no' })}
      />
      {combo}
      {hidden}
    </>
  )
}

/** What shoppers see and filter by. */
function readFromCare(care: string): string {
  const read = careUsesOf(care).map(({ appliance, isAllowed }) => CARE_WORDS[appliance][isAllowed ? 'yes' : 'no'])
  if (read.length > 0) return `Shoppers see: ${read.join(', ')}`
  return 'Shoppers see no symbols. Write plainly, such as “Microwave safe. Not for the oven.”'
}

interface ChoicesProps {
  label: string
  choices: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

function Choices({ label, choices, value, onChange }: ChoicesProps) {
  const chosen = value.split(CHOICES_BETWEEN)
  const change = (choice: string, on: boolean) =>
    onChange(
      Object.keys(choices)
        .filter((each) => (each === choice ? on : chosen.includes(each)))
        .join(CHOICES_BETWEEN),
    )
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {Object.entries(choices).map(([choice, name]) => (
        <Check
          key={choice}
          label={name}
          name={choice}
          checked={chosen.includes(choice)}
          onChange={({ target }) => change(choice, target.checked)}
        />
      ))}
    </fieldset>
  )
}

interface ControlProps {
  field: ProductField
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  error: string | undefined
  hint?: string | undefined
}

function Control({ field, hint = field.effect, ...props }: ControlProps) {
  const text = { ...props, hint }
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
