/** Every change of the wishlist: shown at once, taken back and announced where it failed. */
import { apollo } from './apollo'
import type { ProductState } from './cartForecast'
import { logSilently, notify } from './notifications'
import { readProduct, readWishlist, writeWishlist, type WishlistState } from './shopperCache'
import { AddToWishlistDocument, RemoveFromWishlistDocument } from './wishlist.generated'

/** The wishlist with `product` on it; null where too little is known to say. */
export function forecastAddition(wishlist: WishlistState | null, product: ProductState | null): WishlistState | null {
  if (!wishlist || !product) return null
  if (wishlist.some((item) => item.product.id === product.id)) return wishlist
  const now = new Date().toISOString()
  const item = {
    __typename: 'WishlistItem' as const,
    id: `forecast-${product.id}`,
    priceDrop: 0,
    createdAt: now,
    updatedAt: now,
  }
  return [...wishlist, { ...item, product }]
}

const payload = (wishlist: WishlistState) => ({ __typename: 'WishlistPayload' as const, wishlist, userErrors: [] })

export async function addToWishlist(productId: string): Promise<boolean> {
  const wishlist = forecastAddition(readWishlist(apollo.cache), readProduct(apollo.cache, productId))
  try {
    const { data } = await apollo.mutate({
      mutation: AddToWishlistDocument,
      variables: { productId },
      optimisticResponse: wishlist ? { addToWishlist: payload(wishlist) } : undefined,
      update: (cache, { data }) => writeWishlist(cache, data?.addToWishlist.wishlist),
    })
    const fault = data?.addToWishlist.userErrors[0]
    if (fault) throw new Error(`${fault.code}: ${fault.message}`)
    notify.success('Added to Wishlist')
    return true
  } catch (cause) {
    logSilently('Could not add to the wishlist', cause)
    notify.error('Error adding to Wishlist')
    return false
  }
}

export async function removeFromWishlist(productId: string): Promise<boolean> {
  const wishlist = readWishlist(apollo.cache)?.filter((item) => item.product.id !== productId)
  try {
    const { data } = await apollo.mutate({
      mutation: RemoveFromWishlistDocument,
      variables: { productId },
      optimisticResponse: wishlist ? { removeFromWishlist: payload(wishlist) } : undefined,
      update: (cache, { data }) => writeWishlist(cache, data?.removeFromWishlist.wishlist),
    })
    const fault = data?.removeFromWishlist.userErrors[0]
    if (fault) throw new Error(`${fault.code}: ${fault.message}`)
    notify.success('Removed from Wishlist')
    return true
  } catch (cause) {
    logSilently('Could not remove from the wishlist', cause)
    notify.error('Error removing the product')
    return false
  }
}
