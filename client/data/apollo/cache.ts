/**
 * The cache's type policies. Each version of a cart is a snapshot of its own, and `User.cart` only moves on to a higher version:
 * a response that was overtaken on its way finds the newer cart in place and changes nothing.
 */
import { InMemoryCache, type FieldMergeFunction, type Reference } from '@apollo/client'

const newerCart: FieldMergeFunction<Reference, Reference> = (existing, incoming, { readField }) => {
  if (!existing) return incoming
  const current = readField<number>('version', existing)
  const arrived = readField<number>('version', incoming)
  return current !== undefined && arrived !== undefined && current > arrived ? existing : incoming
}

const replace = { merge: false } as const
/** Objects without an id: the fields that two queries ask for are merged. */
const mergeFields = { merge: true } as const

export const newCache = (): InMemoryCache =>
  new InMemoryCache({
    typePolicies: {
      Shop: { keyFields: false, ...mergeFields },
      Image: mergeFields,
      Price: mergeFields,
      PriceDetails: mergeFields,
      Cart: { keyFields: ['id', 'version'] },
      CartItem: { keyFields: ['id', 'quantity'] },
      Coupon: { keyFields: ['code'] },
      User: { fields: { cart: { merge: newerCart }, wishlist: replace, addresses: replace } },
    },
  })
