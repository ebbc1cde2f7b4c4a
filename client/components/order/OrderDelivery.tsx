/** An order's delivery address, gift wrap and gift message, for its buyer, for staff and on the packing slip. */
import { AddressText } from '../address/AddressText'
import styles from './OrderDelivery.module.css'
import type { OrderDelivery_OrderFragment } from './OrderDelivery.generated'

export const OrderDelivery = ({
  order,
}: {
  order: Pick<OrderDelivery_OrderFragment, 'deliveryAddress' | 'priceDetails' | 'giftMessage' | 'hidePrices'>
}) => (
  <>
    <AddressText address={order.deliveryAddress} />
    {order.priceDetails.giftWrap > 0 && <p>Gift wrapped.</p>}
    {order.hidePrices && <p>No prices in the parcel.</p>}
    {order.giftMessage !== null && <GiftMessage text={order.giftMessage} />}
  </>
)

/** `isCard` prints it as a card to put into the parcel. */
export const GiftMessage = ({ text, isCard = false }: { text: string; isCard?: boolean }) => (
  <figure className={isCard ? `${styles.message} ${styles.card}` : styles.message}>
    <figcaption>Gift message</figcaption>
    <blockquote className="written" dir="auto">
      {text}
    </blockquote>
  </figure>
)
