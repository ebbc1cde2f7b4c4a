/** /api/user: one hook finds the viewer for all of these routes. */
import type { FastifyInstance } from 'fastify'
import type { Viewer } from '../domain/login/accounts'
import { addresses } from './addresses'
import { cart } from './cart'
import { wishlist } from './wishlist'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the token belongs to. Only set under /api/user. */
    viewer: Viewer
  }
}

export async function user(app: FastifyInstance): Promise<void> {
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = await request.requireViewer()
  })
  await app.register(cart, { prefix: '/cart' })
  await app.register(wishlist, { prefix: '/wishlist' })
  await app.register(addresses, { prefix: '/address' })
}
