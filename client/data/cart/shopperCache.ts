/** Reads and writes the logged-in shopper's cart and wishlist in Apollo's cache. */
import type { ApolloCache } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { CartState_ProductFragmentDoc, ShopperCart_UserFragmentDoc } from './cart.generated'
import type { CartState, ProductState } from './cartForecast'
import { ShopperIdQueryDocument } from '../session/shopper.generated'
import { ShopperWishlist_UserFragmentDoc, type WishlistState_ItemFragment } from './wishlist.generated'

export type WishlistState = Unmasked<WishlistState_ItemFragment>[]

export function shopperId(cache: ApolloCache): string | undefined {
  const me = cache.readQuery({ query: ShopperIdQueryDocument })?.me
  return me ? cache.identify(me) : undefined
}

export const rawId = (cacheId: string): string => cacheId.slice('User:'.length)

/** Includes the optimistic responses of pending mutations. Null until the cart has loaded. */
export function readCart(cache: ApolloCache): CartState | null {
  const id = shopperId(cache)
  const fragment = { fragment: ShopperCart_UserFragmentDoc, fragmentName: 'ShopperCart_user' }
  return id ? (cache.readFragment({ ...fragment, id }, true)?.cart ?? null) : null
}

export function writeCart(cache: ApolloCache, cart: CartState | null): void {
  const id = shopperId(cache)
  if (!id || !cart) return
  cache.writeFragment({
    id,
    fragment: ShopperCart_UserFragmentDoc,
    fragmentName: 'ShopperCart_user',
    data: { __typename: 'User', id: rawId(id), cart },
  })
}

export function readWishlist(cache: ApolloCache): WishlistState | null {
  const id = shopperId(cache)
  const fragment = { fragment: ShopperWishlist_UserFragmentDoc, fragmentName: 'ShopperWishlist_user' }
  return id ? (cache.readFragment({ ...fragment, id }, true)?.wishlist ?? null) : null
}

export function writeWishlist(cache: ApolloCache, wishlist: WishlistState | null | undefined): void {
  const id = shopperId(cache)
  if (!id || !wishlist) return
  cache.writeFragment({
    id,
    fragment: ShopperWishlist_UserFragmentDoc,
    fragmentName: 'ShopperWishlist_user',
    data: { __typename: 'User', id: rawId(id), wishlist },
  })
}

/** Null if the cache lacks a field that a cart line shows. */
export function readProduct(cache: ApolloCache, id: string): ProductState | null {
  const fragment = { fragment: CartState_ProductFragmentDoc, fragmentName: 'CartState_product' }
  return cache.readFragment({ ...fragment, id: `Product:${id}` }, true)
}
