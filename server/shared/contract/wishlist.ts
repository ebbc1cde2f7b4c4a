/** /api/user/wishlist */
import * as z from 'zod/mini'
import { productId } from '../validation'
import { SAMPLE_PRODUCT, type ClientEndpoint } from './endpoint'
import { responses } from './schemas'

/** The rest of what a client says of a product is not believed. */
export const addToWishlistBody = z.object({ product: z.object({ _id: productId }) })

export const wishlist = {
  getWishlist: {
    method: 'GET',
    path: '/api/user/wishlist',
    tag: 'Wishlist',
    summary: 'Your wishlist',
    auth: true,
    status: 200,
    response: responses.wishlist,
    refusals: [],
    graphql: '{ me { wishlist { product { id title } priceDrop } } }',
  },
  addToWishlist: {
    method: 'POST',
    path: '/api/user/wishlist',
    tag: 'Wishlist',
    summary: 'Put a product on your wishlist',
    auth: true,
    body: addToWishlistBody,
    idempotent: true,
    status: 201,
    response: responses.wishlist,
    refusals: ['PRODUCT_NOT_FOUND'],
    sample: { body: { product: { _id: SAMPLE_PRODUCT } } },
    graphql: `mutation { addToWishlist(productId: "${SAMPLE_PRODUCT}") { wishlist { product { id } } userErrors { code message } } }`,
  },
  removeFromWishlist: {
    method: 'DELETE',
    path: '/api/user/wishlist/:productId',
    tag: 'Wishlist',
    summary: 'Take a product off your wishlist',
    auth: true,
    status: 200,
    response: responses.wishlist,
    refusals: [],
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `mutation { removeFromWishlist(productId: "${SAMPLE_PRODUCT}") { wishlist { product { id } } userErrors { code message } } }`,
  },
} as const satisfies Record<string, ClientEndpoint>
