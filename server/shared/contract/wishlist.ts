/** /api/user/wishlist */
import * as z from 'zod/mini'
import { productId } from '../validation'
import { SAMPLE_PRODUCT, type ClientEndpoint } from './endpoint'
import { responses } from './schemas'

/** Only the product's id is used. Other fields that a client sends are ignored. */
export const addToWishlistBody = z.object({ product: z.object({ _id: productId }) })

const common = { tag: 'Wishlist', auth: true, status: 200, response: responses.wishlist } as const

export const wishlist = {
  getWishlist: {
    ...common,
    method: 'GET',
    path: '/api/user/wishlist',
    summary: 'Your wishlist',
    graphql: { query: '{ me { wishlist { product { id title } priceDrop } } }' },
  },
  addToWishlist: {
    ...common,
    method: 'POST',
    path: '/api/user/wishlist',
    summary: 'Put a product on your wishlist',
    body: addToWishlistBody,
    idempotent: true,
    status: 201,
    errors: ['PRODUCT_NOT_FOUND', 'LIMIT_REACHED'],
    sample: { body: { product: { _id: SAMPLE_PRODUCT } } },
    graphql: {
      query:
        'mutation ($productId: ID!) { addToWishlist(productId: $productId) { wishlist { product { id } } userErrors { code message } } }',
      variables: { productId: SAMPLE_PRODUCT },
    },
  },
  removeFromWishlist: {
    ...common,
    method: 'DELETE',
    path: '/api/user/wishlist/:productId',
    summary: 'Take a product off your wishlist',
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: {
      query:
        'mutation ($productId: ID!) { removeFromWishlist(productId: $productId) { wishlist { product { id } } userErrors { code message } } }',
      variables: { productId: SAMPLE_PRODUCT },
    },
  },
} as const satisfies Record<string, ClientEndpoint>
