/** The form for a new or saved address, in a dialog. */
import { useState } from 'react'
import { addressInput, FIELD_LABELS, invalidMessage, type AddressInput } from '../../../server/shared/validation'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { Field } from '../form/Field'
import { focusField, onSubmit } from '../form/form'
import { usePlaceOfPin } from './placeOfPin'
import { useAddAddress, useUpdateAddress } from '../../data/session/addresses'
import styles from './AddressFormDialog.module.css'

type SavedAddress = AddressInput & { id: string }

export interface AddressDialogProps {
  address: SavedAddress | 'new'
  onClose: () => void
  /** Called with the id of a new address after the server has stored it. */
  onAdded?: ((addressId: string) => void) | undefined
}

const FIELDS: { name: keyof AddressInput; autoComplete: string; inputMode?: 'numeric'; maxLength: number }[] = [
  { name: 'name', autoComplete: 'name', maxLength: 200 },
  { name: 'street', autoComplete: 'street-address', maxLength: 1000 },
  // The PIN code precedes city and state, because it fills in both.
  { name: 'zipCode', autoComplete: 'postal-code', inputMode: 'numeric', maxLength: 20 },
  { name: 'city', autoComplete: 'address-level2', maxLength: 200 },
  { name: 'state', autoComplete: 'address-level1', maxLength: 200 },
  { name: 'country', autoComplete: 'country-name', maxLength: 200 },
  { name: 'mobile', autoComplete: 'tel-national', inputMode: 'numeric', maxLength: 20 },
]

/** The default for a new address, because nearly every parcel goes to India. */
const NEW: Partial<AddressInput> = { country: 'India' }

export function AddressFormDialog({ address, onClose, onAdded }: AddressDialogProps) {
  const saved = address === 'new' ? null : address
  const [bad, setBad] = useState<string | null>(null)
  const [addAddress] = useAddAddress()
  const [updateAddress] = useUpdateAddress()
  const [place, fillPlace] = usePlaceOfPin()

  const submit = (texts: Record<string, string>, form: HTMLFormElement) => {
    const checked = addressInput.safeParse(texts)
    if (!checked.success) {
      const field = String(checked.error.issues[0]!.path[0])
      setBad(field)
      focusField(form, field)
      return
    }
    onClose()
    void (saved ? updateAddress(saved.id, checked.data) : add(checked.data))
  }
  const add = async (input: AddressInput) => {
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
            onChange={field.name === 'zipCode' ? fillPlace : undefined}
            label={FIELD_LABELS[field.name]!}
            defaultValue={(saved ?? NEW)[field.name]}
            error={bad === field.name ? invalidMessage(field.name) : undefined}
          />
        ))}
        <p role="status" className={styles.place}>
          {place}
        </p>
        <Button type="submit" wide>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
