/**
 * The wishlist actions. An optimistic response shows each one immediately, and a failure is rolled back and announced.
 */
import type { ProductState } from './cartForecast'
import { readProduct, readWishlist, writeWishlist, type WishlistState } from './shopperCache'
import { controls } from '../unsaved'
import { useAction } from '../useAction'
import { AddToWishlistDocument, RemoveFromWishlistDocument } from './wishlist.generated'

/** The wishlist with `product` added. Null if the cache lacks the wishlist or the product. */
export function forecastAddition(wishlist: WishlistState | null, product: ProductState | null): WishlistState | null {
  if (!wishlist || !product) return null
  if (wishlist.some((item) => item.product.id === product.id)) return wishlist
  return [...wishlist, { __typename: 'WishlistItem', id: `forecast-${product.id}`, priceDrop: 0, product }]
}

const payload = (wishlist: WishlistState) => ({ __typename: 'WishlistPayload' as const, wishlist, userErrors: [] })

export const useAddToWishlist = () =>
  useAction(AddToWishlistDocument, (cache, productId: string) => {
    const wishlist = forecastAddition(readWishlist(cache), readProduct(cache, productId))
    return {
      control: controls.wishlist(productId),
      variables: { productId },
      optimisticResponse: wishlist ? { addToWishlist: payload(wishlist) } : undefined,
      update: (cache, { addToWishlist }) => writeWishlist(cache, addToWishlist.wishlist),
      done: ['Added to Wishlist'],
      failed: 'Could not add to the wishlist',
      failedNotice: 'Error adding to Wishlist',
    }
  })

export const useRemoveFromWishlist = () =>
  useAction(RemoveFromWishlistDocument, (cache, productId: string) => {
    const wishlist = readWishlist(cache)?.filter((item) => item.product.id !== productId)
    return {
      control: controls.wishlist(productId),
      variables: { productId },
      optimisticResponse: wishlist && { removeFromWishlist: payload(wishlist) },
      update: (cache, { removeFromWishlist }) => writeWishlist(cache, removeFromWishlist.wishlist),
      done: ['Removed from Wishlist'],
      failed: 'Could not remove from the wishlist',
      failedNotice: 'Error removing the product',
    }
  })
