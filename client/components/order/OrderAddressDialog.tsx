/** Changes the delivery address of an order that is not shipped yet, for its buyer and for staff. */
import { useState } from 'react'
import type { SavedAddressInput } from '../../../server/shared/validation'
import type { AddressInput } from '../../generated/types'
import type { MutationError } from '../../data/sendMutation'
import { useAddressFields } from '../address/useAddressFields'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { onSubmit } from '../form/form'
import form from '../form/FormDialog.module.css'

interface OrderAddressDialogProps {
  number: string
  address: SavedAddressInput
  busy: boolean
  /** Resolves to null on success, or otherwise to the error. */
  send: (address: AddressInput, acceptChanges: boolean) => Promise<MutationError | null>
  onClose: () => void
}

export function OrderAddressDialog({ number, address, busy, send, onClose }: OrderAddressDialogProps) {
  const { fields, read } = useAddressFields(address, { hasLabel: false })
  const [error, setError] = useState<MutationError | null>(null)
  /** The server has named what else changes. The next submission of the same address accepts that. */
  const asks = error?.code === 'CHANGES_UNACCEPTED'
  const submit = async (texts: Record<string, string>, element: HTMLFormElement) => {
    const input = read(texts, element)
    if (!input) return
    const { label: _label, isDefault: _isDefault, ...given } = input
    const found = await send({ ...given, countryCode: given.countryCode ?? null }, asks)
    setError(found)
    if (!found) onClose()
  }
  return (
    <Dialog title={`Address of ${number}`} onClose={onClose} initialFocus="name">
      <form
        noValidate
        className={form.form}
        onChange={() => setError(null)}
        onSubmit={onSubmit((texts, element) => submit(texts, element))}
      >
        {fields}
        {error && (
          <p role="alert" className={asks ? undefined : form.error}>
            {error.message}
            {asks && ' Do you want that?'}
          </p>
        )}
        <div className={form.buttons}>
          <Button look="quiet" onClick={onClose}>
            Keep the address
          </Button>
          <Button type="submit" busy={busy}>
            {asks ? 'Yes, change it' : 'Change address'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
