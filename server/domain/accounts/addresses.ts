/** A shopper's saved addresses. */
import { z } from 'zod'
import type { DbOrTx } from '../../database/db'
import type { Address } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { addressInput, isUuid, parseInput } from '../../shared/validation'
import { lockCart } from '../cart/lockCart'
import { runOnce, type Idempotency, type Replay } from '../idempotency'
import { limitReached } from '../limitReached'
import type { Shop } from '../shop'

/** Oldest first. */
export const listAddresses = ({ db }: { db: DbOrTx }, viewerId: string): Promise<Address[]> =>
  db.address.findMany({ where: { userId: viewerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

/** Throws ADDRESS_NOT_FOUND, also for another shopper's address. */
export async function getAddress({ db }: { db: DbOrTx }, viewerId: string, addressId: string): Promise<Address> {
  const where = { id: addressId, userId: viewerId }
  const address = isUuid(addressId) ? await db.address.findFirst({ where }) : null
  if (!address) throw new DomainError('ADDRESS_NOT_FOUND', { field: 'addressId' })
  return address
}

export interface ChangedAddress {
  /** Null when replaying a result that an earlier version of the shop stored in another format. */
  address: Address | null
  /** All the shopper's addresses after the change, oldest first. */
  addresses: Address[]
}

const storedAddress = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zipCode: z.string(),
  mobile: z.string(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
})

const replay: Replay<ChangedAddress, ChangedAddress> = {
  schema: z.object({ address: storedAddress, addresses: z.array(storedAddress) }),
  restore: async (tx, viewerId, stored) =>
    stored ?? { address: null, addresses: await listAddresses({ db: tx }, viewerId) },
}

/** Throws INVALID_INPUT, LIMIT_REACHED above settings.listLimits.addresses, IDEMPOTENCY_KEY_REUSED. */
export async function addAddress(
  shop: Shop,
  viewerId: string,
  input: unknown,
  idempotency?: Idempotency,
): Promise<ChangedAddress> {
  const data = parseInput(addressInput, input)
  const { addresses: limit } = shop.settings.listLimits
  return runOnce(shop, viewerId, { operation: 'addAddress', input: data, idempotency, replay }, async (tx) => {
    await lockCart(tx, viewerId)
    const address = await tx.address.create({ data: { ...data, userId: viewerId } })
    const addresses = await listAddresses({ db: tx }, viewerId)
    if (limit > 0 && addresses.length > limit) throw limitReached('addresses')
    return { address, addresses }
  })
}

/** Throws INVALID_INPUT, ADDRESS_NOT_FOUND, IDEMPOTENCY_KEY_REUSED. */
export async function updateAddress(
  shop: Shop,
  viewerId: string,
  addressId: string,
  input: unknown,
  idempotency?: Idempotency,
): Promise<ChangedAddress> {
  const data = parseInput(addressInput, input)
  const call = { operation: 'updateAddress', input: { addressId, ...data }, idempotency, replay }
  return runOnce(shop, viewerId, call, async (tx) => {
    await lockCart(tx, viewerId)
    const { id } = await getAddress({ db: tx }, viewerId, addressId)
    const address = await tx.address.update({ where: { id }, data })
    return { address, addresses: await listAddresses({ db: tx }, viewerId) }
  })
}

/** Changes nothing if the address does not exist. */
export async function removeAddress(shop: Shop, viewerId: string, addressId: string): Promise<Address[]> {
  if (isUuid(addressId)) await shop.db.address.deleteMany({ where: { id: addressId, userId: viewerId } })
  return listAddresses(shop, viewerId)
}
