/** An order's delivery address and gift wrap, for its buyer, for staff and on the packing slip. */
import { AddressText } from '../address/AddressText'
import type { OrderDelivery_OrderFragment } from './OrderDelivery.generated'

export const OrderDelivery = ({
  order,
}: {
  order: Pick<OrderDelivery_OrderFragment, 'deliveryAddress' | 'priceDetails'>
}) => (
  <>
    <AddressText address={order.deliveryAddress} />
    {order.priceDetails.giftWrap > 0 && <p>Gift wrapped.</p>}
  </>
)
