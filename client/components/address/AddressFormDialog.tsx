/** The form for a new or saved address, in a dialog. */
import { useEffect, useState } from 'react'
import {
  FIELD_LABELS,
  invalidMessage,
  LABEL_LENGTH,
  savedAddressInput,
  type SavedAddressInput,
} from '../../../server/shared/validation'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { countryName, countryOf, listCountries } from '../../../server/shared/delivery/countries'
import { line } from '../../../server/shared/text'
import { Field, SelectField } from '../form/Field'
import { focusField, onSubmit } from '../form/form'
import { badFields, FIELDS, MOBILE, type AddressField } from './addressFields'
import { usePlaceOfPin } from './placeOfPin'
import { notify } from '../../data/notifications'
import { useAddAddress, useUpdateAddress } from '../../data/account/addresses'
import styles from './AddressFormDialog.module.css'

type SavedAddress = SavedAddressInput & { id: string }

export interface AddressDialogProps {
  address: SavedAddress | 'new'
  onClose: () => void
  /** Called with the id of a new address after the server has stored it. */
  onAdded?: ((addressId: string) => void) | undefined
}

const COUNTRIES = listCountries()
/** The default for a new address, because nearly every parcel goes to India. */
const NEW_COUNTRY = 'IN'

export function AddressFormDialog({ address, onClose, onAdded }: AddressDialogProps) {
  const saved = address === 'new' ? null : address
  /** Null if the address has a country that is not recognized. The address may keep it. */
  const savedCode = saved ? countryOf(saved) : NEW_COUNTRY
  /** The invalid fields of the last submission, except those that the user has changed since. */
  const [bad, setBad] = useState<{ first: string; all: string[] } | null>(null)
  // By the time this form opens, the user has read the error 'Please add Address'.
  useEffect(() => notify.closeErrors(), [])
  const [addAddress] = useAddAddress()
  const [updateAddress] = useUpdateAddress()
  const clear = (...names: string[]) =>
    setBad((now) => now && { ...now, all: now.all.filter((each) => !names.includes(each)) })
  const [place, fillPlace] = usePlaceOfPin(clear)

  const submit = (texts: Record<string, string>, form: HTMLFormElement) => {
    // The address keeps its own text for the same country, such as Bharat.
    const country = saved && texts.country === (savedCode ?? '') ? saved.country : countryName(texts.country!)
    const countryCode = texts.country || null
    const checked = savedAddressInput.safeParse({
      ...texts,
      country,
      countryCode,
      label: line(texts.label ?? '') || null,
    })
    if (!checked.success) {
      const all = badFields(checked.error.issues)
      setBad({ first: all[0]!, all })
      focusField(form, all[0]!)
      return
    }
    onClose()
    void (saved ? updateAddress(saved.id, checked.data) : add(checked.data))
  }
  /** The message names the first field. The others are only marked. */
  const errorOf = (name: string) => {
    if (!bad?.all.includes(name)) return {}
    return name === bad.first
      ? { error: invalidMessage(name) }
      : { mark: `Enter a valid ${FIELD_LABELS[name]!.toLowerCase()}` }
  }
  const add = async (input: SavedAddressInput) => {
    const id = (await addAddress(input))?.addAddress.address?.id
    if (id) onAdded?.(id)
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

  return (
    <Dialog title="ADDRESS" onClose={onClose} initialFocus="name">
      <form noValidate className={styles.form} onSubmit={onSubmit(submit)}>
        {FIELDS.map(control)}
        <SelectField
          name="country"
          label={FIELD_LABELS.country!}
          autoComplete="country"
          defaultValue={savedCode ?? ''}
          onChange={() => clear('country', 'countryCode')}
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
        <Button type="submit" wide>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
