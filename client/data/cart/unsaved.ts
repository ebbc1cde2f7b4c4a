/** Changes that did not reach the shop, by the control that made them: it says so, and offers to make them again. */
import { makeVar } from '@apollo/client'

/** Of products, the coupon, the gift wrap or an address; several controls may show one. */
export const controls = {
  cart: (productId: string) => `cart ${productId}`,
  wishlist: (productId: string) => `wishlist ${productId}`,
  address: (addressId: string) => `address ${addressId}`,
  coupon: 'coupon',
  giftWrap: 'gift wrap',
}

interface Unsaved {
  /** What the shop said where it refused the change: sent again, it would be refused again. */
  refusal: string | undefined
  retry: () => void
}

/** Kept outside the components: a line that an optimistic response takes away is another one when it comes back. */
export const unsaved = makeVar<Readonly<Record<string, Unsaved | undefined>>>({})

export const noteUnsaved = (control: string, change?: Unsaved): unknown =>
  (change || unsaved()[control]) && unsaved({ ...unsaved(), [control]: change })

export const forgetUnsaved = () => unsaved({})
