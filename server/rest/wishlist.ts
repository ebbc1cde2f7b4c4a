/** /api/user/wishlist */
import type { FastifyInstance } from 'fastify'
import { addToWishlist, listWishlist, removeFromWishlist } from '../domain/cart/wishlist'
import { idempotencyOf, productIdOf } from './input'
import { presentWishlist } from './present'
import { schemas } from './schemas'

export async function wishlist(app: FastifyInstance): Promise<void> {
  const { shop } = app

  app.get('/', { schema: schemas.wishlist }, async ({ viewer }) => ({
    wishlist: presentWishlist(await listWishlist(shop, viewer.id)),
  }))

  app.post('/', { schema: schemas.wishlistAdded }, async (request, reply) => {
    const input = { productId: productIdOf(request) }
    const items = await addToWishlist(shop, request.viewer.id, input, idempotencyOf(request, reply))
    return reply.code(201).send({ wishlist: presentWishlist(items) })
  })

  app.delete<{ Params: { productId: string } }>(
    '/:productId',
    { schema: schemas.wishlist },
    async ({ viewer, params }) => ({
      wishlist: presentWishlist(await removeFromWishlist(shop, viewer.id, params.productId)),
    }),
  )
}
