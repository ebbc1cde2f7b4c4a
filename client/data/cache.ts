/**
 * What the cache knows about identity. A cart is kept as one snapshot per version, and `User.cart` only ever moves on to a
 * higher version: an answer that was overtaken on its way finds the newer cart in place and changes nothing.
 */
import { InMemoryCache, type FieldMergeFunction, type Reference } from '@apollo/client'

const newerCart: FieldMergeFunction<Reference, Reference> = (existing, incoming, { readField }) => {
  if (!existing) return incoming
  const known = readField<number>('version', existing)
  const arrived = readField<number>('version', incoming)
  return known !== undefined && arrived !== undefined && known > arrived ? existing : incoming
}

const replace = { merge: false } as const
/** Value objects without an identity: pages that ask for different parts of one add to each other. */
const addUp = { merge: true } as const

export const newCache = (): InMemoryCache =>
  new InMemoryCache({
    typePolicies: {
      Shop: { keyFields: false, ...addUp },
      Image: addUp,
      Price: addUp,
      PriceDetails: addUp,
      Cart: { keyFields: ['id', 'version'] },
      CartItem: { keyFields: ['id', 'quantity'] },
      Coupon: { keyFields: ['code'] },
      User: { fields: { cart: { merge: newerCart }, wishlist: replace, addresses: replace } },
    },
  })
