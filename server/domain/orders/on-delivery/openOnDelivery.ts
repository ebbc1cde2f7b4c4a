/** Limits the open orders on delivery per account, mobile number, address and network. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../../database/db'
import { Prisma, type Address } from '../../../generated/prisma/client'
import type { Settings } from '../../../settings'
import { DomainError } from '../../../shared/errors'

type Terms = NonNullable<Settings['payOnDelivery']>

/** The indexes that count these orders have the same condition. */
export const IS_OPEN_ON_DELIVERY = Prisma.sql`pay_on_delivery AND status IN ('CONFIRMED', 'SHIPPED')`

interface Asked {
  viewerId: string
  address: Pick<Address, 'mobile' | 'street' | 'city' | 'zipCode'>
  /** The network hash from shop.hashNetwork. */
  network: string
}

interface Bound {
  most: number
  whose: Prisma.Sql
  /** Locked during the count, so that only one of two concurrent orders takes the last place. Null if another lock ensures this. */
  lock: string | null
  refusal: (count: number) => string
}

/** Ignores case, spaces and punctuation in an address, but keeps numbers separate: 12/3 differs from 1/23. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<!\p{N}) | (?!\p{N})/gu, '')

/** Returns the same hash for all notations of an address. */
export const hashAddress = ({ street, city, zipCode }: Omit<Asked['address'], 'mobile'>): string =>
  createHash('sha256').update([street, city, zipCode].map(plainText).join('\n')).digest('base64url')

/**
 * Limits open orders on delivery, because their buyers pay only on delivery. The caller holds the locks of the cart and of the orders, and
 * locks the network's holds afterwards. Throws PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function limitOpenOnDelivery(tx: Tx, terms: Terms, asked: Asked): Promise<void> {
  const { isDemo } = await tx.user.findUniqueOrThrow({ where: { id: asked.viewerId }, select: { isDemo: true } })
  const bounds = boundsOf(terms, asked, isDemo).filter(({ most }) => most > 0)
  if (bounds.length === 0) return
  await lockInOrder(tx, bounds)
  const counts = await countOpen(tx, bounds)
  for (const [i, { most, refusal }] of bounds.entries()) {
    const count = counts[i]!
    if (count >= most)
      throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', {
        message: `${refusal(count)} Please pay for this one online.`,
      })
  }
}

/**
 * In the sequence of their locks. A demo account is shared by many people, so it has no account limit. Its mobile number and address have
 * the network's limit.
 */
function boundsOf(terms: Terms, { viewerId, address, network }: Asked, isDemo: boolean): Bound[] {
  const addressHash = hashAddress(address)
  const mostOfDemo = isDemo ? terms.openPerNetwork : null
  return [
    {
      most: isDemo ? 0 : terms.openOrders,
      whose: Prisma.sql`user_id = ${viewerId}::uuid`,
      lock: null,
      refusal: (count) =>
        count === 1
          ? 'You have a pay-on-delivery order on the way.'
          : `You have ${count} pay-on-delivery orders on the way.`,
    },
    {
      most: terms.openPerMobile && (mostOfDemo ?? terms.openPerMobile),
      whose: Prisma.sql`delivery_mobile = ${address.mobile}`,
      lock: `on delivery to mobile ${address.mobile}`,
      refusal: (count) => underWay(count, 'to this mobile number'),
    },
    {
      most: terms.openPerPostalAddress && (mostOfDemo ?? terms.openPerPostalAddress),
      whose: Prisma.sql`address_hash = ${addressHash}`,
      lock: `on delivery to address ${addressHash}`,
      refusal: (count) => underWay(count, 'to this address'),
    },
    {
      most: terms.openPerNetwork,
      whose: Prisma.sql`network = ${network}`,
      lock: `on delivery from network ${network}`,
      // The message must not reveal the number to other people on the network.
      refusal: () => 'Many pay-on-delivery orders from your network are on the way.',
    },
  ]
}

const underWay = (count: number, where: string): string =>
  count === 1
    ? `A pay-on-delivery order ${where} is on the way.`
    : `${count} pay-on-delivery orders ${where} are on the way.`

/** Takes the locks one by one. All calls follow the sequence in `boundsOf`, so two calls cannot deadlock. */
async function lockInOrder(tx: Tx, bounds: Bound[]): Promise<void> {
  const locks = bounds.flatMap(({ lock }) => (lock === null ? [] : [lock]))
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(lock, 0)) FROM unnest(${locks}::text[]) AS lock`
}

/** One count per bound, in the given sequence. Each count stops at the bound's limit. */
async function countOpen(tx: Tx, bounds: Bound[]): Promise<number[]> {
  const counts = bounds.map(
    ({ most, whose }) => Prisma.sql`
      (SELECT count(*)::int FROM (SELECT FROM shop_order WHERE ${whose} AND ${IS_OPEN_ON_DELIVERY} LIMIT ${most}) AS open)`,
  )
  const [row] = await tx.$queryRaw<{ counts: number[] }[]>`SELECT ARRAY[${Prisma.join(counts)}] AS counts`
  return row!.counts
}
