/** Changes the delivery address of an order that is not shipped yet, for its buyer and for staff. */
import { useState } from 'react'
import type { SavedAddressInput } from '../../../server/shared/validation'
import type { AddressInput } from '../../generated/types'
import type { MutationError } from '../../data/sendMutation'
import { useAddressFields } from '../address/useAddressFields'
import { FormDialog } from '../form/FormDialog'

interface OrderAddressDialogProps {
  number: string
  address: SavedAddressInput
  /** Resolves to null while a change is under way. */
  send: (address: AddressInput, acceptChanges: boolean) => Promise<{ errors: MutationError[] } | null>
  onClose: () => void
}

export function OrderAddressDialog({ number, address, send, onClose }: OrderAddressDialogProps) {
  const { fields, read } = useAddressFields(address, { hasLabel: false })
  /** What else changes, as the server has named it. The next submission of the same address accepts that. */
  const [question, setQuestion] = useState<string | null>(null)
  const change = async (texts: Record<string, string>, form: HTMLFormElement) => {
    const input = read(texts, form)
    if (!input) return null
    const { label: _label, isDefault: _isDefault, ...given } = input
    const sent = await send({ ...given, countryCode: given.countryCode ?? null }, question !== null)
    const asked = sent?.errors.find(({ code }) => code === 'CHANGES_UNACCEPTED')
    setQuestion(asked?.message ?? null)
    return asked ? null : sent
  }
  return (
    <FormDialog
      title={`Address of ${number}`}
      action={question === null ? 'Change address' : 'Yes, change it'}
      keep="Cancel"
      send={change}
      initialFocus="name"
      onChange={() => setQuestion(null)}
      onClose={onClose}
    >
      {() => (
        <>
          {fields}
          {question !== null && <p role="alert">{question} Do you want that?</p>}
        </>
      )}
    </FormDialog>
  )
}
