/** The text fields of a product. */
import { Field, TextField } from '../../../components/form/Field'
import type { Fault } from '../../../data/sendMutation'
import { Check, Choice } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import type { Draft, DraftTexts } from './productDraft'

interface ProductFieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  categories: { id: string; name: string }[]
  faults: Fault[]
  isNew: boolean
}

export function ProductFields({ draft, onChange, categories, faults, isNew }: ProductFieldsProps) {
  const text = (name: keyof DraftTexts) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: faults.find(({ field }) => field === name)?.message,
  })
  return (
    <>
      <Field label="Title" {...text('title')} maxLength={200} />
      <TextField label="Description" {...text('description')} maxLength={5000} />
      <div className={kit.pair}>
        <Choice label="Category" {...text('categoryId')}>
          <option value="">Choose one</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Rating" {...text('rating')}>
          <option value="">Choose one</option>
          {[5, 4, 3, 2, 1].map((rating) => (
            <option key={rating}>{rating}</option>
          ))}
        </Choice>
        <Field label="Price in rupees" {...text('discounted')} inputMode="numeric" autoComplete="off" />
        <Field label="Original price" {...text('original')} inputMode="numeric" autoComplete="off" />
        <Field label="Offer" {...text('offer')} list="offers" autoComplete="off" />
        {isNew && <Field label="Stock" {...text('stock')} inputMode="numeric" autoComplete="off" />}
      </div>
      <datalist id="offers">
        {['20%', '50%', '70%', 'combo-offer'].map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
      <div className={kit.pair}>
        <Field label="Material (optional)" {...text('material')} />
        <Field label="Dimensions (optional)" {...text('dimensions')} placeholder="24 cm x 9 cm" />
        <Field label="Capacity in ml (optional)" {...text('capacityMl')} inputMode="numeric" />
        <Field label="Weight in grams (optional)" {...text('weightGrams')} inputMode="numeric" />
        <Choice label="Food safe" {...text('isFoodSafe')}>
          <option value="">Not known</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Choice>
      </div>
      <TextField label="Care (optional)" {...text('care')} maxLength={1000} />
      <Check
        label="Bestseller"
        name="isBestseller"
        checked={draft.isBestseller}
        onChange={({ target }) => onChange({ isBestseller: target.checked })}
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
