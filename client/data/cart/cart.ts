/**
 * The cart's actions and their optimistic responses. The server's response replaces an optimistic response, and a
 * failed action rolls it back. The control shows the failure, without a notification.
 */
import type { ApolloCache } from '@apollo/client'
import type { CartChoices } from '../../../server/shared/validation'
import type { QuantityAction } from '../../generated/types'
import {
  AddToCartDocument,
  ChangeCartQuantityDocument,
  MoveToWishlistDocument,
  RemoveFromCartDocument,
  SetCartChoicesDocument,
  SetCartQuantityDocument,
} from './cart.generated'
import { latestAddition } from './addition'
import { forecastCart, type CartChange } from './cartForecast'
import { forecastAddition } from './wishlist'
import { newIdempotencyKey } from '../idempotency'
import { readCart, readProduct, readWishlist, writeCart, writeWishlist } from './shopperCache'
import { controls } from '../unsaved'
import { useAction } from '../useAction'

/** The payload that the server is expected to send. Undefined if the cart is not in the cache yet. */
function forecastPayload(cache: ApolloCache, change: CartChange) {
  const cart = readCart(cache)
  return cart ? { __typename: 'CartPayload' as const, cart: forecastCart(cart, change), userErrors: [] } : undefined
}

export const useAddToCart = () =>
  useAction(
    AddToCartDocument,
    (cache, variantId: string, quantity: number, idempotencyKey: string = newIdempotencyKey()) => {
      const product = readProduct(cache, variantId)
      const addToCart = product ? forecastPayload(cache, { type: 'add', product, quantity }) : undefined
      const isInCart = readCart(cache)?.items.some((line) => line.product.id === variantId)
      return {
        control: controls.cart(variantId),
        variables: { variantId, quantity, idempotencyKey },
        optimisticResponse: addToCart && { addToCart },
        update: (cache, { addToCart }) => writeCart(cache, addToCart.cart),
        done: [isInCart ? 'Increased product quantity' : 'Added to Cart'],
        announce: (message) => void latestAddition({ variantId, message }),
        failed: 'Could not add to the cart',
      }
    },
  )

export const useChangeCartQuantity = () =>
  useAction(ChangeCartQuantityDocument, (cache, productId: string, by: 1 | -1) => {
    const changeCartQuantity = forecastPayload(cache, { type: 'step', productId, by })
    const action: QuantityAction = by === 1 ? 'INCREMENT' : 'DECREMENT'
    return {
      control: controls.cart(productId),
      variables: { productId, action, idempotencyKey: newIdempotencyKey() },
      optimisticResponse: changeCartQuantity && { changeCartQuantity },
      update: (cache, { changeCartQuantity }) => writeCart(cache, changeCartQuantity.cart),
      done: [by === 1 ? 'Increased product quantity' : 'Decreased product quantity'],
      failed: 'Could not change the quantity',
    }
  })

export const useSetCartQuantity = () =>
  useAction(SetCartQuantityDocument, (cache, productId: string, quantity: number) => {
    const setCartQuantity = forecastPayload(cache, { type: 'quantity', productId, quantity })
    return {
      control: controls.cart(productId),
      variables: { productId, quantity },
      optimisticResponse: setCartQuantity && { setCartQuantity },
      update: (cache, { setCartQuantity }) => writeCart(cache, setCartQuantity.cart),
      done: [`Quantity set to ${quantity}`],
      failed: 'Could not set the quantity',
    }
  })

export function useRemoveFromCart() {
  const [addToCart] = useAddToCart()
  return useAction(RemoveFromCartDocument, (cache, productId: string) => {
    const line = readCart(cache)?.items.find(({ product }) => product.id === productId)
    const removeFromCart = forecastPayload(cache, { type: 'remove', productId })
    return {
      control: controls.cart(productId),
      variables: { productId },
      optimisticResponse: removeFromCart && { removeFromCart },
      update: (cache, { removeFromCart }) => writeCart(cache, removeFromCart.cart),
      done: ['Removed from Cart'],
      ...(line && { undo: () => void addToCart(productId, line.quantity) }),
      failed: 'Could not remove from the cart',
    }
  })
}

export const useMoveToWishlist = () =>
  useAction(MoveToWishlistDocument, (cache, productId: string) => {
    const before = readWishlist(cache)
    const wishlist = forecastAddition(before, readProduct(cache, productId))
    const moveToWishlist = forecastPayload(cache, { type: 'remove', productId })
    const isOnWishlist = before?.some((item) => item.product.id === productId)
    return {
      control: controls.cart(productId),
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

interface ChoiceTexts {
  /** The name of the choice in the cart, which identifies its control. */
  name: Parameters<typeof controls.choice>[0]
  /** The success notification, if the page itself does not show the change. */
  done?: string
  failed: string
}

export const useSetCartChoices = () =>
  useAction(SetCartChoicesDocument, (cache, choices: Partial<CartChoices>, { name, done, failed }: ChoiceTexts) => {
    const setCartChoices = forecastPayload(cache, { type: 'choose', choices })
    return {
      control: controls.choice(name),
      variables: { input: choices },
      optimisticResponse: setCartChoices && { setCartChoices },
      update: (cache, { setCartChoices }) => writeCart(cache, setCartChoices.cart),
      done: done === undefined ? [] : [done],
      failed,
    }
  })
