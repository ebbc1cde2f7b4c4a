/** Limits the open pay-on-delivery orders per account, mobile number, address and network. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../../database/db'
import { Prisma, type Address } from '../../../generated/prisma/client'
import type { Settings } from '../../../settings'
import { DomainError } from '../../../shared/errors'

type Terms = NonNullable<Settings['payOnDelivery']>

/** The indexes used to count these orders have the same condition. */
export const IS_OPEN_ON_DELIVERY = Prisma.sql`pay_on_delivery AND status IN ('CONFIRMED', 'SHIPPED')`

interface Asked {
  viewerId: string
  address: Pick<Address, 'mobile' | 'street' | 'city' | 'zipCode'>
  /** The network hash from shop.hashNetwork. */
  network: string
  /** True if the shop sends emails by SMTP, so that a code can verify an address. */
  needsVerifiedEmail: boolean
}

interface Bound {
  most: number
  whose: Prisma.Sql
  /** Locked during the count, so that only one of two concurrent orders takes the last slot. Null if another lock ensures this. */
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

/** Returns the same hash for all ways of writing an address. */
export const hashAddress = ({ street, city, zipCode }: Omit<Asked['address'], 'mobile'>): string =>
  createHash('sha256').update([street, city, zipCode].map(plainText).join('\n')).digest('base64url')

/**
 * Limits open pay-on-delivery orders, because nothing has been paid for them yet. The caller holds the locks on the cart and the orders,
 * and locks the network's holds afterwards. Throws PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function limitOpenOnDelivery(tx: Tx, terms: Terms, asked: Asked): Promise<void> {
  const { isDemo, emailVerifiedAt } = await tx.user.findUniqueOrThrow({
    where: { id: asked.viewerId },
    select: { isDemo: true, emailVerifiedAt: true },
  })
  const bounds = [
    ...(asked.needsVerifiedEmail && !emailVerifiedAt && !isDemo ? [unverified(asked)] : []),
    ...boundsOf(terms, asked, isDemo),
  ].filter(({ most }) => most > 0)
  if (bounds.length === 0) return
  await lockInOrder(tx, bounds)
  const counts = await countOpen(tx, bounds)
  for (const [i, { most, refusal }] of bounds.entries()) {
    const count = counts[i]!
    if (count >= most)
      throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', {
        message: `${refusal(count)} Please pay for this order online.`,
      })
  }
}

/** Until the account's email is verified, only one pay-on-delivery order may be open. */
const unverified = ({ viewerId }: Asked): Bound => ({
  most: 1,
  whose: Prisma.sql`user_id = ${viewerId}::uuid`,
  lock: null,
  refusal: () => 'Please confirm your email on your profile page before your next pay-on-delivery order.',
})

/**
 * The limits that apply, in the order in which they are locked. A demo account is shared by many people, so it has no account limit. For
 * its mobile number and address, the network's limit applies.
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
          ? 'You already have a cash on delivery order on the way.'
          : `You already have ${count} cash on delivery orders on the way.`,
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
      refusal: () => 'Too many cash on delivery orders from your network are on the way.',
    },
  ]
}

const underWay = (count: number, where: string): string =>
  count === 1
    ? `A cash on delivery order ${where} is already on the way.`
    : `${count} cash on delivery orders ${where} are already on the way.`

/** Takes the locks one by one. All calls take them in the order of `boundsOf`, so two calls cannot deadlock. */
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
