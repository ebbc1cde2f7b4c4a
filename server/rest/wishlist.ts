/** /api/user/wishlist */
import type { FastifyInstance } from 'fastify'
import { addToWishlist, listWishlist, removeFromWishlist } from '../domain/cart/wishlist'
import { addToWishlistBody } from '../shared/contract/wishlist'
import { parseInput } from '../shared/validation'
import { bodyOf, idempotencyOf } from './input'
import { presentWishlist } from './present'
import { schemas } from './openapi/schemas'

export async function wishlist(app: FastifyInstance): Promise<void> {
  const { shop } = app

  app.get('/', { prefixTrailingSlash: 'no-slash', schema: schemas.getWishlist }, async ({ viewer }) => ({
    wishlist: presentWishlist(await listWishlist(shop, viewer.id)),
  }))

  app.post('/', { prefixTrailingSlash: 'no-slash', schema: schemas.addToWishlist }, async (request, reply) => {
    const { product } = parseInput(addToWishlistBody, bodyOf(request))
    const input = { productId: product._id }
    const items = await addToWishlist(shop, request.viewer, input, idempotencyOf(request, reply))
    return reply.code(201).send({ wishlist: presentWishlist(items) })
  })

  app.delete<{ Params: { productId: string } }>(
    '/:productId',
    { schema: schemas.removeFromWishlist },
    async ({ viewer, params }) => ({
      wishlist: presentWishlist(await removeFromWishlist(shop, viewer, params.productId)),
    }),
  )
}
