/** How many orders that are paid at the door may be under way at once: of an account, to a mobile number, to an address, from a network. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../database/client'
import { Prisma, type Address } from '../../generated/prisma/client'
import type { Settings } from '../../settings'
import { DomainError } from '../../shared/errors'

type Terms = NonNullable<Settings['payOnDelivery']>

/** Also the condition of the indexes that these orders are counted by. */
export const IS_OPEN_ON_DELIVERY = Prisma.sql`pay_on_delivery AND status IN ('CONFIRMED', 'SHIPPED')`

interface Asked {
  viewerId: string
  address: Pick<Address, 'mobile' | 'street' | 'city' | 'zipCode'>
  /** As shop.hashNetwork gives it. */
  network: string
}

interface Bound {
  most: number
  whose: Prisma.Sql
  /** Locked while they are counted, so that of two rivals for the last place one gets in. Null where another lock does that. */
  lock: string | null
  refusal: (count: number) => string
}

/** Case, spaces and punctuation make no other address, but two numbers stay two: 12/3 is not 1/23. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<!\p{N}) | (?!\p{N})/gu, '')

/** The same for one address, however it is written. */
export const hashAddress = ({ street, city, zipCode }: Omit<Asked['address'], 'mobile'>): string =>
  createHash('sha256').update([street, city, zipCode].map(plainText).join('\n')).digest('base64url')

/**
 * Nobody pays before the parcel comes, so only a few such parcels may be under way at once. After the locks of the cart and of
 * the orders, before the network's holds. Throws PAY_ON_DELIVERY_UNAVAILABLE.
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
 * In the order of their locks. A demo account is shared by many people: it has no limit of its own, and its mobile number and
 * address have that of a network.
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
      // How many is nothing that the neighbours should learn.
      refusal: () => 'Many pay-on-delivery orders from your network are on the way.',
    },
  ]
}

const underWay = (count: number, where: string): string =>
  count === 1
    ? `A pay-on-delivery order ${where} is on the way.`
    : `${count} pay-on-delivery orders ${where} are on the way.`

/** One after the other: every call takes them in the order of `boundsOf`, so that no two wait for each other. */
async function lockInOrder(tx: Tx, bounds: Bound[]): Promise<void> {
  const locks = bounds.flatMap(({ lock }) => (lock === null ? [] : [lock]))
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(lock, 0)) FROM unnest(${locks}::text[]) AS lock`
}

/** Of each bound up to its most, in their order. */
async function countOpen(tx: Tx, bounds: Bound[]): Promise<number[]> {
  const counts = bounds.map(
    ({ most, whose }) => Prisma.sql`
      (SELECT count(*)::int FROM (SELECT FROM shop_order WHERE ${whose} AND ${IS_OPEN_ON_DELIVERY} LIMIT ${most}) AS open)`,
  )
  const [row] = await tx.$queryRaw<{ counts: number[] }[]>`SELECT ARRAY[${Prisma.join(counts)}] AS counts`
  return row!.counts
}
