/** The dialog for a gift: a message for the packing slip, and whether the parcel shows no prices. */
import { useState } from 'react'
import { MAX_GIFT_MESSAGE } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { TextField } from '../../components/form/Field'
import { onSubmit } from '../../components/form/form'
import { useSetCartChoices } from '../../data/cart/cart'
import form from '../../components/form/FormDialog.module.css'
import type { CartChoices_CartFragment } from '../../data/cart/cart.generated'

interface GiftDialogProps {
  choices: Pick<CartChoices_CartFragment, 'giftMessage' | 'hidePrices'>
  onClose: () => void
}

export function GiftDialog({ choices, onClose }: GiftDialogProps) {
  const [message, setMessage] = useState(choices.giftMessage ?? '')
  const [hidePrices, setHidePrices] = useState(choices.hidePrices)
  const [setChoices] = useSetCartChoices()
  const left = MAX_GIFT_MESSAGE - message.length
  const save = () => {
    onClose()
    void setChoices(
      { giftMessage: message.trim() || null, hidePrices },
      { name: 'giftMessage', failed: 'Could not save the gift message' },
    )
  }
  return (
    <Dialog title="A gift" onClose={onClose}>
      <form className={form.form} onSubmit={onSubmit(save)}>
        <TextField
          label="Message (optional)"
          name="giftMessage"
          rows={5}
          dir="auto"
          maxLength={MAX_GIFT_MESSAGE}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
          hint={`We print it on the packing slip. ${left} characters left.`}
        />
        <label className={form.check}>
          <input type="checkbox" checked={hidePrices} onChange={({ target }) => setHidePrices(target.checked)} />
          Put no prices in the parcel
        </label>
        <Button type="submit" wide>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
