/**
 * Adding to the cart, and the optimistic responses of all cart actions. The server's response replaces an optimistic
 * response; a failed action rolls it back. The control shows the failure, without a notification.
 */
import type { ApolloCache } from '@apollo/client'
import { AddToCartDocument } from './cart.generated'
import { forecastCart, type CartChange } from './cartForecast'
import { newIdempotencyKey } from '../idempotency'
import { readCart, readProduct, writeCart } from '../session/shopperCache'
import { controls } from './unsaved'
import { useAction } from '../useAction'

/** The payload that the server is expected to send; undefined if the cart is not in the cache yet. */
export function forecastPayload(cache: ApolloCache, change: CartChange) {
  const cart = readCart(cache)
  return cart ? { __typename: 'CartPayload' as const, cart: forecastCart(cart, change), userErrors: [] } : undefined
}

export const useAddToCart = () =>
  useAction(
    AddToCartDocument,
    (cache, productId: string, quantity: number, idempotencyKey: string = newIdempotencyKey()) => {
      const product = readProduct(cache, productId)
      const addToCart = product ? forecastPayload(cache, { type: 'add', product, quantity }) : undefined
      const isInCart = readCart(cache)?.items.some((line) => line.product.id === productId)
      return {
        control: controls.cart(productId),
        variables: { productId, quantity, idempotencyKey },
        optimisticResponse: addToCart && { addToCart },
        update: (cache, { addToCart }) => writeCart(cache, addToCart.cart),
        done: [isInCart ? 'Increased product quantity' : 'Added to Cart'],
        failed: 'Could not add to the cart',
      }
    },
  )
