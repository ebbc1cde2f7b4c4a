/** Limits the open pay-on-delivery orders per account, mobile number, address and network. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../../database/db'
import { Prisma, type Address } from '../../../generated/prisma/client'
import type { Shop } from '../../shop'
import { DomainError } from '../../../shared/errors'
import { normalized } from '../../../shared/text'
import { IS_OF_PAYER, IS_OF_UNPROVEN, type Standing } from '../../accounts/unproven'
import type { HashedNetwork } from '../../network'
import { isFrom } from '../fromNetwork'

/** The number of open orders from one source. 0 means no limit. The limit per account is the setting COD_OPEN_ORDERS. */
export const ON_DELIVERY_LIMITS = {
  openPerMobile: 3,
  openPerPostalAddress: 3,
  /** For proven accounts. Unproven accounts may have at most 5. */
  openPerNetwork: 20,
}

type Limits = Shop['limits']['onDelivery']

/** The indexes used to count these orders have the same condition. */
export const IS_OPEN_ON_DELIVERY = Prisma.sql`pay_on_delivery AND status IN ('CONFIRMED', 'SHIPPED')`

/** The unproven accounts of one network may have this many open orders. A wider network may have more. */
const MAX_OPEN_OF_UNPROVEN = 5

export interface Asked {
  viewerId: string
  standing: Standing
  address: Pick<Address, 'street' | 'city' | 'zipCode' | 'mobile'>
  /** From shop.hashNetworks, the narrowest first. */
  networks: HashedNetwork[]
  /** An order that is not counted, because it is the one that changes. */
  except?: string
}

interface Bound {
  most: number
  whose: Prisma.Sql
  /** Locked during the count, so that only one of two concurrent orders takes the last slot. Null if another lock ensures this. */
  lock: string | null
  error: string
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
  const bounds = boundsOf(limits, asked).filter(({ most }) => most > 0)
  if (bounds.length === 0) return
  await lockInOrder(tx, bounds)
  const counts = await countOpen(tx, bounds, asked.except)
  const reached = bounds.find(({ most }, i) => counts[i]! >= most)
  if (!reached) return
  const message = `${reached.error} Please pay for this order online.`
  throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message })
}

/** Names neither a number nor what it counts, so nobody can look up other people's mobile numbers and addresses. */
const TOO_MANY = 'Too many cash on delivery orders like this one are on the way.'

/**
 * The limits that apply, in the order in which they are locked. A demo account is shared by many people, so it has no account limit. For
 * its mobile number and address, the network's limit applies. Strangers must not shut out the owner of a mobile number or address, so these
 * two count only the account's own orders and those of accounts that have paid for an order. A confirmed email is not enough, because
 * anyone can make one up.
 */
function boundsOf(limits: Limits, { viewerId, standing, address, networks }: Asked): Bound[] {
  const { isDemo, isUnproven } = standing
  const addressHash = hashAddress(address)
  const mostOfDemo = isDemo ? limits.openPerNetwork : null
  const isOwn = Prisma.sql`user_id = ${viewerId}::uuid`
  const counts = Prisma.sql`(${isOwn} OR ${IS_OF_PAYER})`
  const perNetwork = isUnproven ? Math.min(MAX_OPEN_OF_UNPROVEN, limits.openPerNetwork) : limits.openPerNetwork
  const isAlike = isUnproven ? IS_OF_UNPROVEN : Prisma.sql`NOT ${IS_OF_UNPROVEN}`
  return [
    {
      most: isDemo ? 0 : limits.openOrders,
      whose: isOwn,
      lock: null,
      error: 'You already have too many cash on delivery orders on the way.',
    },
    {
      most: limits.openPerMobile && (mostOfDemo ?? limits.openPerMobile),
      whose: Prisma.sql`delivery_mobile = ${address.mobile} AND ${counts}`,
      lock: `on delivery to mobile ${address.mobile}`,
      error: TOO_MANY,
    },
    {
      most: limits.openPerPostalAddress && (mostOfDemo ?? limits.openPerPostalAddress),
      whose: Prisma.sql`address_hash = ${addressHash} AND ${counts}`,
      lock: `on delivery to address ${addressHash}`,
      error: TOO_MANY,
    },
    ...networks.map((network) => ({
      most: perNetwork * network.times,
      whose: Prisma.sql`${isFrom(network)} AND ${isAlike}`,
      lock: `on delivery from network ${network.hash}`,
      error: TOO_MANY,
    })),
  ]
}

/** Takes the locks one by one. All calls take them in the order of `boundsOf`, so two calls cannot deadlock. */
async function lockInOrder(tx: Tx, bounds: Bound[]): Promise<void> {
  const locks = bounds.flatMap(({ lock }) => (lock === null ? [] : [lock]))
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(lock, 0)) FROM unnest(${locks}::text[]) AS lock`
}

/** One count per bound, in the given sequence. Each count stops at the bound's limit. */
async function countOpen(tx: Tx, bounds: Bound[], except: string | undefined): Promise<number[]> {
  const others = except === undefined ? Prisma.sql`true` : Prisma.sql`id <> ${except}::uuid`
  const counts = bounds.map(
    ({ most, whose }) => Prisma.sql`
      (SELECT count(*)::int FROM (SELECT FROM shop_order WHERE ${whose} AND ${IS_OPEN_ON_DELIVERY} AND ${others} LIMIT ${most}) AS open)`,
  )
  const [row] = await tx.$queryRaw<{ counts: number[] }[]>`SELECT ARRAY[${Prisma.join(counts)}] AS counts`
  return row!.counts
}
