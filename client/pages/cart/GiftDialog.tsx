/** The dialog for a gift: a message that the shop prints, and whether the parcel shows no prices. */
import { useState } from 'react'
import { giftCharacters, MAX_GIFT_CHARACTERS, MAX_GIFT_UNITS, whyNotGift } from '../../../server/shared/giftMessage'
import { counted } from '../../../server/shared/sentences'
import { TextField } from '../../components/form/Field'
import { FormDialog } from '../../components/form/FormDialog'
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
  const left = MAX_GIFT_CHARACTERS - giftCharacters(message)
  const problem = whyNotGift(message)
  const save = () => {
    if (problem !== null) return [{ field: 'giftMessage', message: problem }]
    onClose()
    void setChoices(
      { giftMessage: message.trim() || null, hidePrices },
      { name: 'giftMessage', failed: 'Could not save the gift message' },
    )
    return null
  }
  return (
    <FormDialog title="Gift message" action="Save" keep={null} send={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextField
            label="Message (optional)"
            name="giftMessage"
            rows={5}
            dir="auto"
            maxLength={MAX_GIFT_UNITS}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
            // After a refusal, the message follows what the shopper types.
            error={errorOf('giftMessage') && (problem ?? undefined)}
            hint={`We print it and put it in the parcel. ${counted(Math.abs(left), 'character')} ${left < 0 ? 'too many' : 'left'}.`}
          />
          <label className={form.check}>
            <input type="checkbox" checked={hidePrices} onChange={({ target }) => setHidePrices(target.checked)} />
            Leave prices out of the parcel
          </label>
        </>
      )}
    </FormDialog>
  )
}
