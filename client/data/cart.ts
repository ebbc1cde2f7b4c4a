/**
 * Every change of the cart: shown at once, corrected by the server's answer, taken back where it failed. A failure is
 * logged and not announced; the cart on the page shows what is true.
 */
import type { ApolloCache } from '@apollo/client'
import { apollo } from './apollo'
import {
  AddToCartDocument,
  ApplyCouponDocument,
  ChangeCartQuantityDocument,
  MoveToWishlistDocument,
  RemoveCouponDocument,
  RemoveFromCartDocument,
  SetGiftWrapDocument,
} from './cart.generated'
import { forecastCart, type CartChange, type CartState } from './cartForecast'
import { newIdempotencyKey } from './idempotency'
import { logSilently, notify } from './notifications'
import { readCart, readProduct, readWishlist, writeCart, writeWishlist } from './shopperCache'
import { forecastAddition } from './wishlist'

interface CartAnswer {
  cart: CartState | null
  userErrors: { code: string; message: string }[]
}

const payload = (cart: CartState) => ({ __typename: 'CartPayload' as const, cart, userErrors: [] })

function forecast(change: CartChange | null) {
  const cart = change && readCart(apollo.cache)
  return cart ? payload(forecastCart(cart, change)) : undefined
}

const keep = (cache: ApolloCache, answer: CartAnswer | undefined) => writeCart(cache, answer?.cart ?? null)

/** Runs a change; true where it was done. */
async function run(what: string, call: () => Promise<CartAnswer | undefined>, done: string[]): Promise<boolean> {
  try {
    const answer = await call()
    const fault = answer?.userErrors[0]
    if (fault) throw new Error(`${fault.code}: ${fault.message}`)
    done.forEach(notify.success)
    return true
  } catch (cause) {
    logSilently(`Could not ${what}`, cause)
    return false
  }
}

export function addToCart(productId: string, quantity = 1): Promise<boolean> {
  const product = readProduct(apollo.cache, productId)
  const raises = readCart(apollo.cache)?.items.some((line) => line.product.id === productId)
  const optimistic = forecast(product && { type: 'add', product, quantity })
  return run(
    'add to the cart',
    async () => {
      const { data } = await apollo.mutate({
        mutation: AddToCartDocument,
        variables: { productId, quantity, idempotencyKey: newIdempotencyKey() },
        optimisticResponse: optimistic && { addToCart: optimistic },
        update: (cache, { data }) => keep(cache, data?.addToCart),
      })
      return data?.addToCart as CartAnswer | undefined
    },
    [raises ? 'Increased product quantity' : 'Added to Cart'],
  )
}

export function changeQuantity(productId: string, by: 1 | -1): Promise<boolean> {
  const optimistic = forecast({ type: 'quantity', productId, by })
  return run(
    'change the quantity',
    async () => {
      const { data } = await apollo.mutate({
        mutation: ChangeCartQuantityDocument,
        variables: { productId, action: by === 1 ? 'INCREMENT' : 'DECREMENT' },
        optimisticResponse: optimistic && { changeCartQuantity: optimistic },
        update: (cache, { data }) => keep(cache, data?.changeCartQuantity),
      })
      return data?.changeCartQuantity as CartAnswer | undefined
    },
    [by === 1 ? 'Increased product quantity' : 'Decreased product quantity'],
  )
}

export function removeFromCart(productId: string): Promise<boolean> {
  const optimistic = forecast({ type: 'remove', productId })
  return run(
    'remove from the cart',
    async () => {
      const { data } = await apollo.mutate({
        mutation: RemoveFromCartDocument,
        variables: { productId },
        optimisticResponse: optimistic && { removeFromCart: optimistic },
        update: (cache, { data }) => keep(cache, data?.removeFromCart),
      })
      return data?.removeFromCart as CartAnswer | undefined
    },
    ['Removed from Cart'],
  )
}

export function moveToWishlist(productId: string): Promise<boolean> {
  const optimistic = forecast({ type: 'remove', productId })
  const known = readWishlist(apollo.cache)
  const wishlist = forecastAddition(known, readProduct(apollo.cache, productId))
  const absent = !known?.some((item) => item.product.id === productId)
  return run(
    'move to the wishlist',
    async () => {
      const { data } = await apollo.mutate({
        mutation: MoveToWishlistDocument,
        variables: { productId },
        optimisticResponse: optimistic && wishlist ? { moveToWishlist: { ...optimistic, wishlist } } : undefined,
        update: (cache, { data }) => {
          keep(cache, data?.moveToWishlist)
          writeWishlist(cache, data?.moveToWishlist.wishlist)
        },
      })
      return data?.moveToWishlist as CartAnswer | undefined
    },
    absent ? ['Removed from Cart', 'Added to Wishlist'] : ['Removed from Cart'],
  )
}

export function applyCoupon(code: string): Promise<boolean> {
  const optimistic = forecast({ type: 'coupon', code })
  return run(
    'apply the coupon',
    async () => {
      const { data } = await apollo.mutate({
        mutation: ApplyCouponDocument,
        variables: { code },
        optimisticResponse: optimistic && { applyCoupon: optimistic },
        update: (cache, { data }) => keep(cache, data?.applyCoupon),
      })
      return data?.applyCoupon as CartAnswer | undefined
    },
    ['Coupon Applied!'],
  )
}

export function removeCoupon(): Promise<boolean> {
  const optimistic = forecast({ type: 'coupon', code: null })
  return run(
    'remove the coupon',
    async () => {
      const { data } = await apollo.mutate({
        mutation: RemoveCouponDocument,
        optimisticResponse: optimistic && { removeCoupon: optimistic },
        update: (cache, { data }) => keep(cache, data?.removeCoupon),
      })
      return data?.removeCoupon as CartAnswer | undefined
    },
    ['Coupon Removed!'],
  )
}

export function setGiftWrap(giftWrap: boolean): Promise<boolean> {
  const optimistic = forecast({ type: 'giftWrap', on: giftWrap })
  return run(
    'change the gift wrap',
    async () => {
      const { data } = await apollo.mutate({
        mutation: SetGiftWrapDocument,
        variables: { giftWrap },
        optimisticResponse: optimistic && { setGiftWrap: optimistic },
        update: (cache, { data }) => keep(cache, data?.setGiftWrap),
      })
      return data?.setGiftWrap as CartAnswer | undefined
    },
    [],
  )
}
