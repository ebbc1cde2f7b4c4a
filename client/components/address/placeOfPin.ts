/** Fills in the city and state of an address form from the PIN code. */
import { useRef, useState, type ChangeEvent } from 'react'
import { countryCodeOf } from '../../../server/shared/delivery/countries'
import { plainPin } from '../../../server/shared/indianNumbers'
import type { Place } from '../../../server/shared/delivery/pinCodes'
import { whyNotServed } from '../../../server/shared/delivery/served'

export const CAN_BE_SAVED = 'The address can be saved, but not used for an order.'

/**
 * Returns a message about the typed code, and the onChange handler for the PIN code field. Calls `onFill` with the names
 * of the fields that it filled in.
 */
export function usePlaceOfPin(
  onFill: (...names: string[]) => void,
): [message: string, onChange: (event: ChangeEvent<HTMLInputElement>) => void] {
  const [message, setMessage] = useState('')
  const filled = useRef<Place | null>(null)
  const typed = useRef('')

  const onChange = async ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) => {
    typed.current = value
    const pin = plainPin(value)
    if (!pin || countryCodeOf(fieldOf(form!, 'country').value) !== 'IN') return setMessage('')
    const notServed = whyNotServed(['IN'], { country: 'India', zipCode: pin })
    if (notServed) return setMessage(`${notServed.message} ${CAN_BE_SAVED}`)
    const { placeOfPin } = await import('../../../server/shared/delivery/pinCodes')
    // The user typed more text while the table was loading.
    if (typed.current !== value) return
    const place = placeOfPin(pin)!
    const savedPin = plainPin(fieldOf(form!, 'zipCode').defaultValue)
    const saved = savedPin ? placeOfPin(savedPin) : null
    const isElsewhere = saved && (saved.city !== place.city || saved.state !== place.state)
    const written = (['city', 'state'] as const).filter((name) => {
      const field = fieldOf(form!, name)
      // Keeps text that the user has typed, but not that of a saved address in another place.
      const isOld = isElsewhere && field.value === field.defaultValue
      const isOurs = field.value.trim() === '' || field.value === filled.current?.[name] || isOld
      if (isOurs) field.value = place[name]
      return isOurs
    })
    filled.current = place
    onFill(...written)
    setMessage(written.length > 0 ? `Filled in: ${written.map((name) => place[name]).join(', ')}` : '')
  }
  return [message, (event) => void onChange(event).catch(() => undefined)]
}

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement
