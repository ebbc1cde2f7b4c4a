/** /api/user/address */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addAddress, listAddresses, removeAddress, updateAddress } from '../domain/accounts/addresses'
import { addressInput, parseInput } from '../shared/validation'
import { bodyOf, idempotencyOf } from './input'
import { presentAddresses } from './present'
import { schemas } from './openapi/schemas'

interface OfAddress {
  Params: { addressId: string }
}

export async function addresses(app: FastifyInstance): Promise<void> {
  const { shop } = app

  app.get('/', { prefixTrailingSlash: 'no-slash', schema: schemas.listAddresses }, async ({ viewer }) => ({
    address: presentAddresses(await listAddresses(shop, viewer.id)),
  }))

  app.post('/', { prefixTrailingSlash: 'no-slash', schema: schemas.addAddress }, async (request, reply) => {
    const changed = await addAddress(shop, request.viewer, addressOf(request), idempotencyOf(request, reply))
    return reply.code(201).send({ address: presentAddresses(changed.addresses) })
  })

  app.post<OfAddress>('/:addressId', { schema: schemas.updateAddress }, async (request, reply) => {
    const { viewer, params } = request
    const idempotency = idempotencyOf(request, reply)
    const changed = await updateAddress(shop, viewer, params.addressId, addressOf(request), idempotency)
    return { address: presentAddresses(changed.addresses) }
  })

  app.delete<OfAddress>('/:addressId', { schema: schemas.removeAddress }, async ({ viewer, params }) => ({
    address: presentAddresses(await removeAddress(shop, viewer, params.addressId)),
  }))
}

/** REST has no labels and no default address, and ignores fields with these names. */
const addressOf = (request: FastifyRequest) => parseInput(addressInput, bodyOf(request)['address'])
