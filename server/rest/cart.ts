/** /api/user/cart */
import type { FastifyInstance } from 'fastify'
import { addToCart, changeCartQuantity, getCart, removeFromCart, type QuantityAction } from '../domain/cart/cart'
import { DomainError } from '../shared/errors'
import { invalidMessage } from '../shared/validation'
import { bodyOf, idempotencyOf, productIdOf } from './input'
import { presentCart } from './present'
import { schemas } from './schemas'

interface OfProduct {
  Params: { productId: string }
}

const ACTIONS = new Map<unknown, QuantityAction>([
  ['increment', 'INCREMENT'],
  ['decrement', 'DECREMENT'],
])

function actionOf(body: Record<string, unknown>): QuantityAction {
  const action = ACTIONS.get((body['action'] as { type?: unknown } | null | undefined)?.type)
  if (action) return action
  throw new DomainError('INVALID_INPUT', { message: invalidMessage('action'), field: 'action' })
}

export async function cart(app: FastifyInstance): Promise<void> {
  const { shop } = app

  app.get('/', { schema: schemas.cart }, async ({ viewer }) => ({ cart: presentCart(await getCart(shop, viewer.id)) }))

  app.post('/', { schema: schemas.cartAdded }, async (request, reply) => {
    const input = { productId: productIdOf(request), quantity: bodyOf(request)['quantity'] }
    const changed = await addToCart(shop, request.viewer.id, input, idempotencyOf(request, reply))
    return reply.code(201).send({ cart: presentCart(changed) })
  })

  app.post<OfProduct>('/:productId', { schema: schemas.cart }, async (request, reply) => {
    const input = { productId: request.params.productId, action: actionOf(bodyOf(request)) }
    return {
      cart: presentCart(await changeCartQuantity(shop, request.viewer.id, input, idempotencyOf(request, reply))),
    }
  })

  app.delete<OfProduct>('/:productId', { schema: schemas.cart }, async ({ viewer, params }) => ({
    cart: presentCart(await removeFromCart(shop, viewer.id, params.productId)),
  }))
}
