/** The dialog for a gift: a message for the packing slip, and whether the parcel shows no prices. */
import { useState } from 'react'
import { giftCharacters, MAX_GIFT_CHARACTERS, MAX_GIFT_UNITS, whyNotGift } from '../../../server/shared/giftMessage'
import { counted } from '../../../server/shared/sentences'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { TextField } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
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
  const [isAsked, setAsked] = useState(false)
  const left = MAX_GIFT_CHARACTERS - giftCharacters(message)
  const problem = whyNotGift(message)
  const save = (element: HTMLFormElement) => {
    setAsked(true)
    if (problem !== null) return focusField(element, 'giftMessage')
    onClose()
    return setChoices(
      { giftMessage: message.trim() || null, hidePrices },
      { name: 'giftMessage', failed: 'Could not save the gift message' },
    )
  }
  return (
    <Dialog title="A gift" onClose={onClose}>
      <form noValidate className={form.form} onSubmit={onSubmit((_, element) => save(element))}>
        <TextField
          label="Message (optional)"
          name="giftMessage"
          rows={5}
          dir="auto"
          maxLength={MAX_GIFT_UNITS}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
          error={isAsked ? (problem ?? undefined) : undefined}
          hint={`We print it on the packing slip. ${counted(Math.abs(left), 'character')} ${left < 0 ? 'too many' : 'left'}.`}
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
