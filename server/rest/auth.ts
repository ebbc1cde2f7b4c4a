/** /api/auth: signing up and logging in. */
import type { FastifyInstance } from 'fastify'
import { logIn, signUp, type Viewer } from '../domain/login/accounts'
import { listAddresses } from '../domain/accounts/addresses'
import { getCart } from '../domain/cart/cart'
import { listWishlist } from '../domain/cart/wishlist'
import { bodyOf } from './input'
import { presentUser } from './present'
import { schemas } from './openapi/schemas'

export async function auth(app: FastifyInstance): Promise<void> {
  const { shop } = app

  async function withBelongings(user: Viewer) {
    const [cart, wishlist, addresses] = await Promise.all([
      getCart(shop, user.id),
      listWishlist(shop, user.id),
      listAddresses(shop, user.id),
    ])
    return presentUser(user, { cart, wishlist, addresses })
  }

  app.post('/signup', { schema: schemas.signup }, async (request, reply) => {
    const { user } = await signUp(shop, request.ip, bodyOf(request))
    return reply.code(201).send({ createdUser: await withBelongings(user), encodedToken: app.signToken(user) })
  })

  app.post('/login', { schema: schemas.login }, async (request) => {
    const user = await logIn(shop, request.ip, bodyOf(request))
    return { foundUser: await withBelongings(user), encodedToken: app.signToken(user) }
  })
}
