/**
 * Limits the open pay-on-delivery orders per account, mobile number, address and network, because they do not expire. Number and address count
 * only the own orders and those of accounts that paid before, or a stranger with a throwaway email could shut out their owner. The limit of a
 * network is high, because thousands of mobile customers share one IPv4 address. Strangers share a demo account, so it has the network's limit.
 */
import { createHash } from 'node:crypto'
import type { Tx } from '../../../database/db'
import { Prisma, type Address } from '../../../generated/prisma/client'
import { normalized } from '../../../shared/text'
import { IS_OF_PAYER, IS_OF_UNPROVEN, type Standing } from '../../accounts/unproven'
import { guard, type Bound } from '../../../guards/guard'
import type { Limits } from '../../../guards/limits'
import type { HashedNetwork } from '../../../guards/network'
import { isFrom } from '../fromNetwork'

/** The indexes used to count these orders have the same condition. */
export const IS_OPEN_ON_DELIVERY = Prisma.sql`pay_on_delivery AND status IN ('CONFIRMED', 'SHIPPED')`

export interface Asked {
  viewerId: string
  standing: Standing
  address: Pick<Address, 'street' | 'city' | 'zipCode' | 'mobile'>
  /** From shop.hashNetworks, the narrowest first. */
  networks: HashedNetwork[]
  /** An order that is not counted, because it is the one that changes. */
  except?: string
}

/** Ignores case, spaces and punctuation in an address, but keeps numbers separate: 12/3 differs from 1/23. */
const plainText = (text: string): string =>
  normalized(text, 'NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<!\p{N}) | (?!\p{N})/gu, '')

/** Returns the same hash for all ways of writing an address. */
export const hashAddress = ({ street, city, zipCode }: Pick<Address, 'street' | 'city' | 'zipCode'>): string =>
  createHash('sha256').update([street, city, zipCode].map(plainText).join('\n')).digest('base64url')

/**
 * Limits open pay-on-delivery orders, because nothing has been paid for them yet. The caller holds the locks on the cart and the orders,
 * and locks the network's holds afterwards. Throws PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function limitOpenOnDelivery(tx: Tx, limits: Limits, asked: Asked): Promise<void> {
  const others = asked.except === undefined ? Prisma.sql`true` : Prisma.sql`id <> ${asked.except}::uuid`
  await guard(
    tx,
    boundsOf(limits, asked),
    (whose) =>
      Prisma.sql`SELECT placed_at AS at FROM shop_order WHERE ${whose} AND ${IS_OPEN_ON_DELIVERY} AND ${others}`,
  )
}

/**
 * The limits that apply, in the order in which they are locked. A demo account is shared by many people, so it has no account limit. For
 * its mobile number and address, the network's limit applies. Strangers must not shut out the owner of a mobile number or address, so these
 * two count only the account's own orders and those of accounts that have paid for an order. A confirmed email is not enough, because
 * anyone can make one up.
 */
function boundsOf(limits: Limits, { viewerId, standing, address, networks }: Asked): Bound[] {
  const { isDemo, isUnproven } = standing
  const addressHash = hashAddress(address)
  const mostOf = (rule: 'onDelivery.perMobile' | 'onDelivery.perPostalAddress') =>
    isDemo && limits[rule] > 0 ? limits['onDelivery.perNetworkOfProven'] : limits[rule]
  const isOwn = Prisma.sql`user_id = ${viewerId}::uuid`
  const counts = Prisma.sql`(${isOwn} OR ${IS_OF_PAYER})`
  const perNetwork = isUnproven ? 'onDelivery.perNetworkOfUnproven' : 'onDelivery.perNetworkOfProven'
  const isAlike = isUnproven ? IS_OF_UNPROVEN : Prisma.sql`NOT ${IS_OF_UNPROVEN}`
  return [
    {
      rule: 'onDelivery.perAccount',
      most: isDemo ? 0 : limits['onDelivery.perAccount'],
      whose: isOwn,
      lock: null,
    },
    {
      rule: 'onDelivery.perMobile',
      most: mostOf('onDelivery.perMobile'),
      whose: Prisma.sql`delivery_mobile = ${address.mobile} AND ${counts}`,
      lock: `on delivery to mobile ${address.mobile}`,
    },
    {
      rule: 'onDelivery.perPostalAddress',
      most: mostOf('onDelivery.perPostalAddress'),
      whose: Prisma.sql`address_hash = ${addressHash} AND ${counts}`,
      lock: `on delivery to address ${addressHash}`,
    },
    ...networks.map((network): Bound => ({
      rule: perNetwork,
      most: limits[perNetwork] * network.times,
      whose: Prisma.sql`${isFrom(network)} AND ${isAlike}`,
      lock: `on delivery from network ${network.hash}`,
    })),
  ]
}
