/** The fields of an address form, with their errors. */
import { useState, type ReactNode } from 'react'
import { countryName, countryOf, listCountries } from '../../../server/shared/delivery/countries'
import { whyNotServed } from '../../../server/shared/delivery/served'
import { line } from '../../../server/shared/text'
import {
  FIELD_LABELS,
  invalidMessage,
  LABEL_LENGTH,
  savedAddressInput,
  type SavedAddressInput,
} from '../../../server/shared/validation'
import { useShopSettings } from '../../data/catalogue/shop'
import { Field, SelectField } from '../form/Field'
import { focusField } from '../form/form'
import { badFields, FIELDS, MOBILE, type AddressField } from './addressFields'
import { CAN_BE_SAVED, usePlaceOfPin } from './placeOfPin'

const COUNTRIES = listCountries()
/** The default for a new address, because nearly every parcel goes to India. */
const NEW_COUNTRY = 'IN'

interface AddressFields {
  fields: ReactNode
  /** Returns the typed address, or null after it has marked the invalid fields. */
  read: (texts: Record<string, string>, form: HTMLFormElement) => SavedAddressInput | null
}

/** `saved` is null for a new address. With `hasLabel` false, the form has no field for the shopper's own name of the address. */
export function useAddressFields(saved: SavedAddressInput | null, { hasLabel = true } = {}): AddressFields {
  /** Null if the address has a country that is not recognized. The address may keep it. */
  const savedCode = saved ? countryOf(saved) : NEW_COUNTRY
  /** The invalid fields of the last submission, except those that the user has changed since. */
  const [bad, setBad] = useState<{ first: string; all: string[] } | null>(null)
  const clear = (...names: string[]) =>
    setBad((now) => now && { ...now, all: now.all.filter((each) => !names.includes(each)) })
  const [place, fillPlace] = usePlaceOfPin(clear)
  const { deliveryCountries } = useShopSettings()
  const [countryCode, setCountryCode] = useState(savedCode)
  const isServed = countryCode === null || deliveryCountries.includes(countryCode)

  const read = (texts: Record<string, string>, form: HTMLFormElement) => {
    // The address keeps its own text for the same country, such as Bharat.
    const country = saved && texts.country === (savedCode ?? '') ? saved.country : countryName(texts.country!)
    const countryCode = texts.country || null
    const checked = savedAddressInput.safeParse({
      ...texts,
      country,
      countryCode,
      label: line(texts.label ?? '') || null,
    })
    if (checked.success) return checked.data
    const all = badFields(checked.error.issues)
    setBad({ first: all[0]!, all })
    focusField(form, all[0]!)
    return null
  }
  /** The message names the first field. The others are only marked. */
  const errorOf = (name: string) => {
    if (!bad?.all.includes(name)) return {}
    return name === bad.first
      ? { error: invalidMessage(name) }
      : { mark: `Enter a valid ${FIELD_LABELS[name]!.toLowerCase()}` }
  }
  const control = (field: AddressField) => (
    <Field
      key={field.name}
      {...field}
      onChange={(event) => {
        clear(field.name)
        if (field.name === 'zipCode') fillPlace(event)
      }}
      label={FIELD_LABELS[field.name]!}
      defaultValue={saved?.[field.name]}
      {...(field.name === 'zipCode' && { hint: <p role="status">{place}</p> })}
      {...errorOf(field.name)}
    />
  )
  const fields = (
    <>
      {FIELDS.map(control)}
      <SelectField
        name="country"
        label={FIELD_LABELS.country!}
        autoComplete="country"
        defaultValue={savedCode ?? ''}
        onChange={({ currentTarget }) => {
          setCountryCode(currentTarget.value || null)
          clear('country', 'countryCode')
        }}
        hint={
          <p role="status">
            {!isServed &&
              `${whyNotServed(deliveryCountries, { country: countryName(countryCode), zipCode: '' })!.message} ${CAN_BE_SAVED}`}
          </p>
        }
        {...errorOf('country')}
      >
        {savedCode === null && <option value="">{saved?.country}</option>}
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {control(MOBILE)}
      {hasLabel && (
        <Field
          name="label"
          label="Label (optional)"
          autoComplete="off"
          maxLength={LABEL_LENGTH}
          defaultValue={saved?.label ?? ''}
          placeholder="Home, Studio…"
          onChange={() => clear('label')}
          {...errorOf('label')}
        />
      )}
    </>
  )
  return { fields, read }
}
