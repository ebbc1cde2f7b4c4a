/**
 * Changes that did not reach the shop, keyed by the control that made them. The control shows the failure and offers a
 * retry.
 */
import { makeVar } from '@apollo/client'
import type { Cart } from '../generated/types'

/** The keys of controls. Several controls on a page may share a key. */
export const controls = {
  cart: (productId: string) => `cart ${productId}`,
  wishlist: (productId: string) => `wishlist ${productId}`,
  priceNotice: (productId: string) => `price notice ${productId}`,
  notice: (noticeId: string) => `notice ${noticeId}`,
  address: (addressId: string) => `address ${addressId}`,
  consent: (purpose: string) => `consent ${purpose}`,
  choice: (name: keyof Cart) => `choice ${name}`,
}

interface Unsaved {
  /** The server's message if it rejected the change. The server would also reject a retry. */
  error: string | undefined
  retry: () => void
}

/**
 * Stored outside the components, because an optimistic response may unmount a line, and a rollback mounts it as a new
 * component.
 */
export const unsaved = makeVar<Readonly<Record<string, Unsaved | undefined>>>({})

export const noteUnsaved = (control: string, change?: Unsaved): unknown =>
  (change || unsaved()[control]) && unsaved({ ...unsaved(), [control]: change })

export const forgetUnsaved = () => unsaved({})
