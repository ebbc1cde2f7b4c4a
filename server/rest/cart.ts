/** /api/user/cart */
import type { FastifyInstance } from 'fastify'
import { addToCart, changeCartQuantity, getCart, removeFromCart, setCartChoices } from '../domain/cart/cart'
import { addToCartBody, changeCartQuantityBody } from '../shared/contract/cart'
import { invalidInput } from '../shared/errors'
import { invalidMessage, parseInput } from '../shared/validation'
import { bodyOf, idempotencyOf, isObject } from './input'
import { presentCart, presentCartChoices } from './present'
import { schemas } from './openapi/schemas'

interface OfProduct {
  Params: { productId: string }
}

const ACTIONS = { increment: 'INCREMENT', decrement: 'DECREMENT' } as const

export async function cart(app: FastifyInstance): Promise<void> {
  const { shop } = app

  app.get('/', { prefixTrailingSlash: 'no-slash', schema: schemas.getCart }, async ({ viewer }) => ({
    cart: presentCart(await getCart(shop, viewer.id)),
  }))

  app.post('/', { prefixTrailingSlash: 'no-slash', schema: schemas.addToCart }, async (request, reply) => {
    const { product, quantity } = parseInput(addToCartBody, bodyOf(request))
    const input = { productId: product._id, quantity }
    const changed = await addToCart(shop, request.viewer, input, idempotencyOf(request, reply))
    return reply.code(201).send({ cart: presentCart(changed) })
  })

  app.post('/choices', { schema: schemas.setCartChoices }, async (request) => {
    const { choices } = bodyOf(request)
    if (!isObject(choices)) throw invalidInput('choices', invalidMessage('choices'))
    return { choices: presentCartChoices(await setCartChoices(shop, request.viewer, choices)) }
  })

  app.post<OfProduct>('/:productId', { schema: schemas.changeCartQuantity }, async (request, reply) => {
    const { action } = parseInput(changeCartQuantityBody, bodyOf(request))
    const input = { productId: request.params.productId, action: ACTIONS[action.type] }
    const changed = await changeCartQuantity(shop, request.viewer, input, idempotencyOf(request, reply))
    return { cart: presentCart(changed) }
  })

  app.delete<OfProduct>('/:productId', { schema: schemas.removeFromCart }, async ({ viewer, params }) => ({
    cart: presentCart(await removeFromCart(shop, viewer, params.productId)),
  }))
}
