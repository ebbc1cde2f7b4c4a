/** The form for a new or saved address, in a dialog. */
import { useEffect } from 'react'
import type { SavedAddressInput } from '../../../server/shared/validation'
import { FormDialog } from '../form/FormDialog'
import { notify } from '../../data/notifications'
import { useAddAddress, useUpdateAddress } from '../../data/account/addresses'
import styles from './AddressFormDialog.module.css'
import { useAddressFields } from './useAddressFields'

type SavedAddress = SavedAddressInput & { id: string }

export interface AddressDialogProps {
  address: SavedAddress | 'new'
  onClose: () => void
  /** Called with the id of a new address after the server has stored it. */
  onAdded?: ((addressId: string) => void) | undefined
}

export function AddressFormDialog({ address, onClose, onAdded }: AddressDialogProps) {
  const saved = address === 'new' ? null : address
  // By the time this form opens, the user has read the error 'Please add Address'.
  useEffect(() => notify.closeErrors(), [])
  const [addAddress] = useAddAddress()
  const [updateAddress] = useUpdateAddress()
  const { fields, read } = useAddressFields(saved)

  const send = (texts: Record<string, string>, form: HTMLFormElement) => {
    const input = read(texts, form)
    if (input) {
      onClose()
      void (saved ? updateAddress(saved.id, input) : add(input))
    }
    return null
  }
  const add = async (input: SavedAddressInput) => {
    const id = (await addAddress(input)).data?.addAddress.address?.id
    if (id) onAdded?.(id)
  }

  return (
    <FormDialog
      title="ADDRESS"
      action="Save"
      keep={null}
      send={send}
      initialFocus="name"
      layout={styles.form}
      onClose={onClose}
    >
      {() => fields}
    </FormDialog>
  )
}
