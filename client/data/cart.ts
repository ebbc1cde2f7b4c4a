/**
 * The actions on the cart: each shown at once by an optimistic response, which the server's replaces, or which is rolled back where
 * the action failed. A failure is logged and not announced; the cart on the page shows what is true.
 */
import type { ApolloCache } from '@apollo/client'
import type { QuantityAction } from '../generated/types'
import {
  AddToCartDocument,
  ApplyCouponDocument,
  ChangeCartQuantityDocument,
  MoveToWishlistDocument,
  RemoveCouponDocument,
  RemoveFromCartDocument,
  SetGiftWrapDocument,
} from './cart.generated'
import { forecastCart, type CartChange } from './cartForecast'
import { newIdempotencyKey } from './idempotency'
import { readCart, readProduct, readWishlist, writeCart, writeWishlist } from './shopperCache'
import { useAction } from './useAction'
import { forecastAddition } from './wishlist'

/** The payload that the server will send; undefined where the cart is not in the cache yet. */
function forecast(cache: ApolloCache, change: CartChange) {
  const cart = readCart(cache)
  return cart ? { __typename: 'CartPayload' as const, cart: forecastCart(cart, change), userErrors: [] } : undefined
}

export const useAddToCart = () =>
  useAction(AddToCartDocument, (cache, productId: string, quantity: number) => {
    const product = readProduct(cache, productId)
    const addToCart = product ? forecast(cache, { type: 'add', product, quantity }) : undefined
    const isInCart = readCart(cache)?.items.some((line) => line.product.id === productId)
    return {
      variables: { productId, quantity, idempotencyKey: newIdempotencyKey() },
      optimisticResponse: addToCart && { addToCart },
      update: (cache, { addToCart }) => writeCart(cache, addToCart.cart),
      done: [isInCart ? 'Increased product quantity' : 'Added to Cart'],
      failed: 'Could not add to the cart',
    }
  })

export const useChangeCartQuantity = () =>
  useAction(ChangeCartQuantityDocument, (cache, productId: string, by: 1 | -1) => {
    const changeCartQuantity = forecast(cache, { type: 'quantity', productId, by })
    const action: QuantityAction = by === 1 ? 'INCREMENT' : 'DECREMENT'
    return {
      variables: { productId, action },
      optimisticResponse: changeCartQuantity && { changeCartQuantity },
      update: (cache, { changeCartQuantity }) => writeCart(cache, changeCartQuantity.cart),
      done: [by === 1 ? 'Increased product quantity' : 'Decreased product quantity'],
      failed: 'Could not change the quantity',
    }
  })

export const useRemoveFromCart = () =>
  useAction(RemoveFromCartDocument, (cache, productId: string) => {
    const removeFromCart = forecast(cache, { type: 'remove', productId })
    return {
      variables: { productId },
      optimisticResponse: removeFromCart && { removeFromCart },
      update: (cache, { removeFromCart }) => writeCart(cache, removeFromCart.cart),
      done: ['Removed from Cart'],
      failed: 'Could not remove from the cart',
    }
  })

export const useMoveToWishlist = () =>
  useAction(MoveToWishlistDocument, (cache, productId: string) => {
    const before = readWishlist(cache)
    const wishlist = forecastAddition(before, readProduct(cache, productId))
    const moveToWishlist = forecast(cache, { type: 'remove', productId })
    const isOnWishlist = before?.some((item) => item.product.id === productId)
    return {
      variables: { productId },
      optimisticResponse: moveToWishlist && wishlist ? { moveToWishlist: { ...moveToWishlist, wishlist } } : undefined,
      update: (cache, { moveToWishlist }) => {
        writeCart(cache, moveToWishlist.cart)
        writeWishlist(cache, moveToWishlist.wishlist)
      },
      done: isOnWishlist ? ['Removed from Cart'] : ['Removed from Cart', 'Added to Wishlist'],
      failed: 'Could not move to the wishlist',
    }
  })

export const useApplyCoupon = () =>
  useAction(ApplyCouponDocument, (cache, code: string) => {
    const applyCoupon = forecast(cache, { type: 'coupon', code })
    return {
      variables: { code },
      optimisticResponse: applyCoupon && { applyCoupon },
      update: (cache, { applyCoupon }) => writeCart(cache, applyCoupon.cart),
      done: ['Coupon Applied!'],
      failed: 'Could not apply the coupon',
    }
  })

export const useRemoveCoupon = () =>
  useAction(RemoveCouponDocument, (cache) => {
    const removeCoupon = forecast(cache, { type: 'coupon', code: null })
    return {
      variables: {},
      optimisticResponse: removeCoupon && { removeCoupon },
      update: (cache, { removeCoupon }) => writeCart(cache, removeCoupon.cart),
      done: ['Coupon Removed!'],
      failed: 'Could not remove the coupon',
    }
  })

export const useSetGiftWrap = () =>
  useAction(SetGiftWrapDocument, (cache, giftWrap: boolean) => {
    const setGiftWrap = forecast(cache, { type: 'giftWrap', on: giftWrap })
    return {
      variables: { giftWrap },
      optimisticResponse: setGiftWrap && { setGiftWrap },
      update: (cache, { setGiftWrap }) => writeCart(cache, setGiftWrap.cart),
      done: [],
      failed: 'Could not change the gift wrap',
    }
  })
