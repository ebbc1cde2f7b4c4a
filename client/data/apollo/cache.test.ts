import { describe, expect, it } from 'vitest'
import { ProductCard_ProductFragmentDoc } from '../../components/product/ProductCard.generated'
import { newCache } from './cache'
import type { CartState } from '../cart/cartForecast'
import { EMPTY_CART } from '../cart/emptyCart'
import { ShopperQueryDocument } from '../session/shopper.generated'
import { readCart, readProduct, writeCart } from '../cart/shopperCache'

const cartOf = (version: number, quantity: number): CartState => ({
  ...EMPTY_CART,
  version,
  totalQuantity: quantity,
  items: [
    {
      __typename: 'CartItem',
      id: 'line',
      quantity,
      lineTotal: 100 * quantity,
      estimatedDelivery: '2026-01-01',
      product: {
        __typename: 'Product',
        id: 'cup',
        fullTitle: 'Cup',
        rating: 5,
        ratingSource: 'STUDIO',
        reviewSummary: { __typename: 'ReviewSummary', count: 0, average: null },
        isBestseller: false,
        quantityAvailable: 40,
        availableForSale: true,
        image: { __typename: 'Image', url: '/photos/cup.webp', alt: '', width: 800, height: 800 },
        price: { __typename: 'Price', discounted: 100, original: 200, discountPercent: 50 },
      },
    },
  ],
  priceDetails: {
    ...EMPTY_CART.priceDetails,
    cartTotal: 200 * quantity,
    offerDiscount: 100 * quantity,
    totalDiscount: 100 * quantity,
    totalAmount: 100 * quantity,
  },
})

const writeShopper = (cache: ReturnType<typeof newCache>, cart: CartState) => {
  const me = {
    __typename: 'User' as const,
    id: 'u',
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'a@b.c',
    cart,
    wishlist: [],
  }
  cache.writeQuery({ query: ShopperQueryDocument, data: { me } })
}

function cacheWith(cart: CartState) {
  const cache = newCache()
  writeShopper(cache, cart)
  return cache
}

describe('a cart in the cache', () => {
  it.each([
    ['is replaced by a mutation response with a higher version', writeCart, cartOf(6, 2), cartOf(6, 2)],
    ['is not overwritten by a mutation response with a lower version', writeCart, cartOf(4, 2), cartOf(5, 3)],
    ['is not overwritten by a page query with a lower version', writeShopper, cartOf(4, 2), cartOf(5, 3)],
  ])('%s', (_, write, cart, left) => {
    const cache = cacheWith(cartOf(5, 3))
    write(cache, cart)
    expect(readCart(cache)).toEqual(left)
  })

  it('is overwritten by a cart of the same version with changed prices', () => {
    const cache = cacheWith(cartOf(5, 3))
    const dearer = cartOf(5, 3)
    dearer.priceDetails.totalAmount = 999
    writeCart(cache, dearer)
    expect(readCart(cache)?.priceDetails.totalAmount).toBe(999)
  })

  it('returns to its previous state when an optimistic change fails', () => {
    const cache = cacheWith(cartOf(5, 3))
    cache.recordOptimisticTransaction((layer) => writeCart(layer, cartOf(6, 4)), 'change')
    expect(readCart(cache)?.totalQuantity).toBe(4)
    cache.removeOptimistic('change')
    expect(readCart(cache)).toEqual(cartOf(5, 3))
  })

  it('keeps the second optimistic change when the response to the first one arrives', () => {
    const cache = cacheWith(cartOf(5, 3))
    cache.recordOptimisticTransaction((layer) => writeCart(layer, cartOf(6, 4)), 'first')
    cache.recordOptimisticTransaction((layer) => writeCart(layer, cartOf(7, 5)), 'second')
    writeCart(cache, cartOf(6, 4))
    cache.removeOptimistic('first')
    expect(readCart(cache)?.totalQuantity).toBe(5)
  })
})

describe('a product in the cache', () => {
  it('can be read in full even if only its card was cached', () => {
    const cache = newCache()
    const { product } = cartOf(1, 1).items[0]!
    cache.writeFragment({
      fragment: ProductCard_ProductFragmentDoc,
      fragmentName: 'ProductCard_product',
      data: { ...product, title: 'Cup', variantSummary: null },
    })
    expect(readProduct(cache, 'cup')).toEqual(product)
  })

  it('reads as null until all of its fields have been loaded', () => {
    expect(readProduct(newCache(), 'cup')).toBeNull()
  })
})
