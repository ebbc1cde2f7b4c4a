/** /api/user: one hook finds the viewer for everything below it. */
import type { FastifyInstance } from 'fastify'
import type { Viewer } from '../domain/accounts/accounts'
import { addresses } from './addresses'
import { cart } from './cart'
import { wishlist } from './wishlist'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever the token belongs to; only below /api/user. */
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
