/** The form for a new or saved address, in a dialog. */
import { useEffect, useState } from 'react'
import {
  FIELD_LABELS,
  invalidMessage,
  LABEL_LENGTH,
  savedAddressInput,
  type AddressInput,
  type SavedAddressInput,
} from '../../../server/shared/validation'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { Field } from '../form/Field'
import { focusField, onSubmit } from '../form/form'
import { badFields, FIELDS } from './addressFields'
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

/** The default for a new address, because nearly every parcel goes to India. */
const NEW: Partial<AddressInput> = { country: 'India' }

export function AddressFormDialog({ address, onClose, onAdded }: AddressDialogProps) {
  const saved = address === 'new' ? null : address
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
    const checked = savedAddressInput.safeParse({ ...texts, label: texts.label?.trim() || null })
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

  return (
    <Dialog title="ADDRESS" onClose={onClose} initialFocus="name">
      <form noValidate className={styles.form} onSubmit={onSubmit(submit)}>
        {FIELDS.map((field) => (
          <Field
            key={field.name}
            {...field}
            onChange={(event) => {
              clear(field.name)
              if (field.name === 'zipCode') fillPlace(event)
            }}
            label={FIELD_LABELS[field.name]!}
            defaultValue={(saved ?? NEW)[field.name]}
            {...(field.name === 'zipCode' && { hint: <p role="status">{place}</p> })}
            {...errorOf(field.name)}
          />
        ))}
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
