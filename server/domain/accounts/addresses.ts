/** A shopper's saved addresses. */
import { z } from 'zod'
import type { DbOrTx, Tx } from '../../database/db'
import type { Address } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { countryOf, type Place } from '../../shared/delivery/countries'
import { isUuid, parseInput, savedAddressInput } from '../../shared/validation'
import { lockCart, type SignedIn } from '../lockCart'
import { runOnceAs, type Idempotency, type Replay } from '../idempotency'
import { refusal } from '../../guards/refusal'
import type { Shop } from '../shop'

/** Oldest first. */
export const listAddresses = ({ db }: { db: DbOrTx }, viewerId: string): Promise<Address[]> =>
  db.address.findMany({ where: { userId: viewerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

/** Throws ADDRESS_NOT_FOUND if the address does not exist or belongs to another shopper. */
export async function getAddress({ db }: { db: DbOrTx }, viewerId: string, addressId: string): Promise<Address> {
  const where = { id: addressId, userId: viewerId }
  const address = isUuid(addressId) ? await db.address.findFirst({ where }) : null
  if (!address) throw new DomainError('ADDRESS_NOT_FOUND', { field: 'addressId' })
  return address
}

export interface ChangedAddress {
  address: Address | null
  /** All the shopper's addresses after the change, oldest first. */
  addresses: Address[]
}

const storedAddress = z.object({
  id: z.string(),
  userId: z.string(),
  label: z.string().nullable(),
  isDefault: z.boolean(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  countryCode: z.string().nullable(),
  zipCode: z.string(),
  mobile: z.string(),
  isUnchecked: z.boolean(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
})

const replay: Replay<ChangedAddress, ChangedAddress> = {
  schema: z.object({ address: storedAddress, addresses: z.array(storedAddress) }),
  restore: async (tx, viewerId, stored) =>
    stored ?? { address: null, addresses: await listAddresses({ db: tx }, viewerId) },
}

/**
 * The first address becomes the default, as does any address added with `isDefault`. Throws INVALID_INPUT, IDEMPOTENCY_KEY_REUSED, and
 * LIMIT_REACHED above lists.addresses.
 */
export async function addAddress(
  shop: Shop,
  viewer: SignedIn,
  input: unknown,
  idempotency?: Idempotency,
): Promise<ChangedAddress> {
  const data = parseInput(savedAddressInput, input)
  const { isDefault, ...address } = data
  const limit = shop.limits['lists.addresses']
  return runOnceAs(shop, viewer, { operation: 'addAddress', input: data, idempotency, replay }, async (tx) => {
    await lockCart(tx, viewer)
    await nameAccount(tx, viewer.id, address.name)
    const { id } = await tx.address.create({ data: { ...withCode(address), userId: viewer.id } })
    const changed = await withDefault(tx, viewer.id, { id, isDefault })
    if (limit > 0 && changed.addresses.length > limit) throw refusal('lists.addresses')
    return changed
  })
}

/**
 * An updated address counts as checked. An omitted label stays unchanged; null removes the label. Throws INVALID_INPUT, ADDRESS_NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function updateAddress(
  shop: Shop,
  viewer: SignedIn,
  addressId: string,
  input: unknown,
  idempotency?: Idempotency,
): Promise<ChangedAddress> {
  const data = parseInput(savedAddressInput, input)
  const { isDefault, ...address } = data
  const call = { operation: 'updateAddress', input: { addressId, ...data }, idempotency, replay }
  return runOnceAs(shop, viewer, call, async (tx) => {
    await lockCart(tx, viewer)
    const { id } = await getAddress({ db: tx }, viewer.id, addressId)
    await tx.address.update({ where: { id }, data: { ...withCode(address), isUnchecked: false } })
    return withDefault(tx, viewer.id, { id, isDefault })
  })
}

/** With the code of the country: the chosen one, or else the one that the text names. */
const withCode = <Given extends Place>(address: Given) => ({ ...address, countryCode: countryOf(address) })

/** Throws ADDRESS_NOT_FOUND. */
export async function setDefaultAddress(shop: Shop, viewer: SignedIn, addressId: string): Promise<ChangedAddress> {
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    const { id } = await getAddress({ db: tx }, viewer.id, addressId)
    return withDefault(tx, viewer.id, { id, isDefault: true })
  })
}

/** Makes the address the default if `isDefault` is true. The caller holds the cart's lock. `updatedAt` stays unchanged. */
async function withDefault(
  tx: Tx,
  viewerId: string,
  { id, isDefault }: { id: string; isDefault?: boolean | null | undefined },
): Promise<ChangedAddress> {
  if (isDefault) {
    await tx.$executeRaw`UPDATE address SET is_default = false WHERE user_id = ${viewerId}::uuid AND is_default`
    await tx.$executeRaw`UPDATE address SET is_default = true WHERE id = ${id}::uuid AND user_id = ${viewerId}::uuid`
  } else await ensureDefault(tx, viewerId)
  const addresses = await listAddresses({ db: tx }, viewerId)
  return { address: addresses.find((address) => address.id === id)!, addresses }
}

/** Makes the newest address the default if there is no default. */
async function ensureDefault(tx: Tx, viewerId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE address SET is_default = true
    WHERE id = (SELECT id FROM address WHERE user_id = ${viewerId}::uuid ORDER BY created_at DESC, id DESC LIMIT 1)
      AND NOT EXISTS (SELECT FROM address WHERE user_id = ${viewerId}::uuid AND is_default)`
}

/** An account that was opened with a code has no names until its first address is added. */
async function nameAccount(tx: DbOrTx, id: string, name: string): Promise<void> {
  const [firstName = '', ...others] = name.split(/\s+/)
  await tx.user.updateMany({
    where: { id, firstName: '', lastName: '' },
    data: { firstName, lastName: others.join(' ') },
  })
}

/** Throws ADDRESS_NOT_FOUND. */
export async function confirmAddress(shop: Shop, viewer: SignedIn, addressId: string): Promise<ChangedAddress> {
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    const { id } = await getAddress({ db: tx }, viewer.id, addressId)
    // updatedAt stays unchanged, because the shopper changed nothing.
    await tx.$executeRaw`UPDATE address SET is_unchecked = false WHERE id = ${id}::uuid AND user_id = ${viewer.id}::uuid`
    const addresses = await listAddresses({ db: tx }, viewer.id)
    return { address: addresses.find((address) => address.id === id)!, addresses }
  })
}

/** If the address was the default, the newest other address becomes the default. Changes nothing if the address does not exist. */
export async function removeAddress(shop: Shop, viewer: SignedIn, addressId: string): Promise<Address[]> {
  if (!isUuid(addressId)) return listAddresses(shop, viewer.id)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    await tx.address.deleteMany({ where: { id: addressId, userId: viewer.id } })
    await ensureDefault(tx, viewer.id)
    return listAddresses({ db: tx }, viewer.id)
  })
}
