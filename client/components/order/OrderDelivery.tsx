/** An order's delivery address, gift wrap and gift message, for its buyer, for staff and on the packing slip. */
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { AddressText } from '../address/AddressText'
import { written } from '../written'
import styles from './OrderDelivery.module.css'
import type { OrderDelivery_OrderFragment } from './OrderDelivery.generated'

interface OrderDeliveryProps {
  order: Pick<OrderDelivery_OrderFragment, 'deliveryAddress' | 'isGiftWrapped' | 'giftMessage' | 'hidePrices'>
  /** The button that changes the address. */
  change?: ReactNode
}

export const OrderDelivery = ({ order, change }: OrderDeliveryProps) => (
  <>
    <AddressText address={order.deliveryAddress} />
    {change}
    <GiftNotes gift={order} />
  </>
)

/** What the buyer chose for a gift. Renders nothing for an order that is none. */
export const GiftNotes = ({ gift }: { gift: Omit<OrderDeliveryProps['order'], 'deliveryAddress'> }) => (
  <>
    {(gift.isGiftWrapped || gift.hidePrices) && (
      <div className={styles.gift}>
        {gift.isGiftWrapped && <p>Gift wrapped.</p>}
        {gift.hidePrices && <p>No prices in the parcel.</p>}
      </div>
    )}
    {gift.giftMessage !== null && <GiftMessage text={gift.giftMessage} />}
  </>
)

/** `isCard` prints it as a card to put into the parcel. */
export function GiftMessage({ text, isCard = false }: { text: string; isCard?: boolean }) {
  const words = useRef<HTMLQuoteElement>(null)
  useLayoutEffect(() => {
    if (!isCard) return
    shrink(words.current!)
    // The card's font may still be loading.
    void document.fonts.ready.then(() => words.current && shrink(words.current))
  }, [isCard, text])
  return (
    <figure className={isCard ? `${styles.message} ${styles.card}` : styles.message}>
      <figcaption>Gift message</figcaption>
      <blockquote ref={words} className="written" {...written(text)}>
        {text}
      </blockquote>
    </figure>
  )
}

/** CSS pixels of 1/96 inch: the text of a card is at most 9 cm high. */
const MOST_HEIGHT = 340
const SIZES = ['', '16px', '14px', '12px', '10px', '8px', '6px']

/** Makes the text smaller until it fits one card. Twelve lines, the most that the rule allows, fit at 16 px unless they are very long. */
function shrink(words: HTMLElement): void {
  for (const size of SIZES) {
    words.style.fontSize = size
    if (words.offsetHeight <= MOST_HEIGHT) return
  }
}
