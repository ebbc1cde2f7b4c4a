/**
 * Shows the delivery day for a PIN code: the one last checked on this device, or else the one in the shopper's own address. The shopper can
 * enter any other PIN code. The cart and the checkout show the same day.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { estimatedDelivery } from '../../../server/shared/delivery/delivery'
import { isInIndia } from '../../../server/shared/delivery/countries'
import { plainPin } from '../../../server/shared/indianNumbers'
import { whyNotServed } from '../../../server/shared/delivery/served'
import { estimateFor } from '../../../server/shared/delivery/remoteDelivery'
import { Button } from '../../components/Button'
import { formatDay } from '../../components/days'
import { onSubmit } from '../../components/form/form'
import { useLateValue } from '../../components/form/useLateValue'
import { useQuery } from '../../data/reading'
import { readDeliveryPin, rememberDeliveryPin } from '../../data/deliveryPin'
import { useShopper } from '../../data/session/shopper'
import styles from './Delivery.module.css'
import { DeliveryQueryDocument } from './Delivery.generated'

const subscribeToNothing = () => () => undefined

export function Delivery({ productId }: { productId: string }) {
  const [asked, setAsked] = useState<string | null>(null)
  // The server cannot read the device's storage, so the PIN code is read after hydration.
  const stored = useSyncExternalStore(subscribeToNothing, readDeliveryPin, () => null)
  const pin = asked ?? stored
  const { loggedIn } = useShopper()
  // No loader: it depends on the PIN code that this device keeps.
  const { data } = useQuery(DeliveryQueryDocument, { skip: !loggedIn || pin !== null })
  const inIndia = data?.me?.addresses.filter(isInIndia) ?? []
  const own = (inIndia.find(({ isDefault }) => isDefault) ?? inIndia[0])?.zipCode
  const shown = pin ?? own ?? ''
  const field = useLateValue(shown)
  const [answer, setAnswer] = useState<Answer>(NONE)
  useEffect(() => {
    let current = true
    void answerFor(productId, shown).then((found) => current && setAnswer(found))
    return () => void (current = false)
  }, [productId, shown])

  const submit = ({ pin: text = '' }: Record<string, string>, form: HTMLFormElement) => {
    const wanted = plainPin(text)
    if (!wanted) return setAnswer(wrong('Please enter a PIN code of six digits.'))
    rememberDeliveryPin(wanted)
    form.querySelector('input')!.value = wanted
    if (wanted === shown) void answerFor(productId, wanted).then(setAnswer)
    setAsked(wanted)
  }
  return (
    <form className={styles.delivery} onSubmit={onSubmit(submit)}>
      <label htmlFor="delivery-pin">Delivery to</label>
      <input
        ref={field}
        id="delivery-pin"
        name="pin"
        placeholder="PIN code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        aria-describedby="delivery-day"
      />
      <Button type="submit" look="bare">
        Check
      </Button>
      <p id="delivery-day" role="status" data-wrong={answer.isWrong || undefined}>
        {answer.text}
      </p>
    </form>
  )
}

interface Answer {
  text: string
  /** True if the shopper has to correct the PIN code. */
  isWrong: boolean
}

const NONE: Answer = { text: '', isWrong: false }
const wrong = (text: string): Answer => ({ text, isWrong: true })

async function answerFor(productId: string, pin: string): Promise<Answer> {
  if (!pin) return NONE
  const destination = { country: 'India', zipCode: pin }
  const notServed = whyNotServed(['IN'], destination)
  if (notServed) return wrong(notServed.message)
  const { placeOfPin } = await import('../../../server/shared/delivery/pinCodes')
  const day = estimateFor(estimatedDelivery(productId, new Date()), destination)
  return { text: `Arrives by ${formatDay(day)} in ${placeOfPin(pin)!.city}`, isWrong: false }
}
