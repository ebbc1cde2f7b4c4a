/**
 * The cache's type policies. The cache stores each version of a cart as a separate object. `User.cart` only moves to a
 * higher version, so a late response with an older cart changes nothing.
 */
import { InMemoryCache, type FieldMergeFunction, type Reference } from '@apollo/client'

const newerCart: FieldMergeFunction<Reference, Reference> = (existing, incoming, { readField }) => {
  if (!existing) return incoming
  const current = readField<number>('version', existing)
  const arrived = readField<number>('version', incoming)
  return current !== undefined && arrived !== undefined && current > arrived ? existing : incoming
}

const replace = { merge: false } as const
/** Objects without an id. The cache merges the fields that different queries select. */
const mergeFields = { merge: true } as const

export const newCache = (): InMemoryCache =>
  new InMemoryCache({
    typePolicies: {
      Shop: { keyFields: false, ...mergeFields },
      Image: mergeFields,
      Price: mergeFields,
      ReviewSummary: mergeFields,
      PriceDetails: mergeFields,
      Cart: { keyFields: ['id', 'version'] },
      CartItem: { keyFields: ['id', 'quantity'] },
      Coupon: { keyFields: ['code'] },
      User: {
        fields: {
          cart: { merge: newerCart },
          wishlist: replace,
          addresses: replace,
          consents: replace,
          notices: replace,
        },
      },
    },
  })
