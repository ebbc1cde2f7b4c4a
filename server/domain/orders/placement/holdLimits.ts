/** Limits for unpaid holds: how many pieces they may take, for how long, and how often a shopper may begin one. */
import type { Tx } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { canConfirm, IS_OF_UNPROVEN, sendsMail, type Standing } from '../../accounts/unproven'
import type { HashedNetwork } from '../../network'
import type { Shop } from '../../shop'
import { isFrom } from '../fromNetwork'
import type { Order } from '../order'
import type { LimitPieces } from '../state/stock'

const MINUTE_MS = 60_000
/** Holds that began this long ago count for their account and network. */
export const COUNTED_MS = 60 * MINUTE_MS

/** Confirming an email costs a stranger something, so proven accounts of a network may begin more holds. */
const PROVEN_TIMES = 5
/** The unproven accounts of a network may always hold this many pieces of a product, as far as all unproven accounts may. */
const MIN_PIECES_PER_NETWORK = 2
/**
 * How many times the pieces of a narrow network its wider networks may hold. Two narrow networks would reach the share of all unproven
 * accounts, so a wider network must stay below two. It has more than one for the subscribers of a carrier.
 */
const WIDER_TIMES = 1.5

/** For each of these, 0 means no limit. */
export const HOLD_LIMITS = {
  /**
   * In percent, the share of a product's remaining stock that one unpaid order of a proven account may hold, and the share of the shelf that
   * all unproven accounts together may hold. 100 also means all of it.
   */
  sharePercent: 50,
  /** A proven account's order may always hold this many pieces, if they are in stock. */
  minimumPieces: 5,
  /** The number of unpaid holds that an account may have within an hour. */
  unpaidPerHour: 3,
  /** The same limit per network, for all its unproven accounts. Its proven accounts may have 5 times as many. */
  unpaidPerAddressAndHour: 60,
}

type HoldLimits = typeof HOLD_LIMITS

/** The maximum number of pieces that one order may take if `left` are in stock: a share, but at least a few pieces. */
export const mostAtOnce =
  (holds: HoldLimits) =>
  (left: number): number =>
    isUnlimited(holds)
      ? left
      : Math.min(left, Math.max(Math.ceil((left * holds.sharePercent) / 100), holds.minimumPieces))

/** True if the shares do not apply. */
export const isUnlimited = ({ sharePercent }: HoldLimits): boolean => sharePercent === 0 || sharePercent === 100

/**
 * The maximum number of pieces that all unproven accounts together may hold, where `shelf` is the stock plus the pieces that they hold. They
 * leave one piece if there is more than one.
 */
export const mostOfUnproven = ({ sharePercent }: HoldLimits, shelf: number): number =>
  Math.min(Math.ceil((shelf * sharePercent) / 100), Math.max(shelf - 1, 1))

/** The maximum for the unproven accounts of one network: half of the share of all, and for a wider network, three quarters. */
export const mostOfNetwork = (holds: HoldLimits, shelf: number, { isWide }: { isWide: boolean }): number => {
  const half = (shelf * holds.sharePercent) / 200
  const narrow = Math.max(Math.ceil(half), MIN_PIECES_PER_NETWORK)
  const most = isWide ? Math.max(narrow, Math.floor(half * WIDER_TIMES)) : narrow
  return Math.min(mostOfUnproven(holds, shelf), most)
}

/**
 * The maximum for the pay-on-delivery orders of all unproven accounts: half of their share, rounded down. These orders hold pieces for days,
 * so they leave the other half to shoppers who pay online.
 */
export const mostOnDelivery = (holds: HoldLimits, shelf: number): number => Math.floor(mostOfUnproven(holds, shelf) / 2)

export interface Holder {
  viewerId: string
  standing: Standing
  /** From shop.hashNetworks, the narrowest first. */
  networks: HashedNetwork[]
  payOnDelivery: boolean
}

/**
 * Returns the number of pieces that the order may take of each product. For a proven account, this is a share of the stock. All unproven
 * accounts together may hold a share of the shelf, half of it with pay-on-delivery orders. If the shop sends emails, so that an honest
 * shopper can confirm an address, those of one network may hold half of that share.
 */
export function limitPieces(
  { settings, limits: { holds } }: Shop,
  tx: Tx,
  { standing, networks, payOnDelivery }: Holder,
  replaced: Order[],
): LimitPieces {
  return async (products) => {
    const mostOf = mostAtOnce(holds)
    if (isUnlimited(holds) || !standing.isUnproven)
      return new Map(products.map(({ productId, left }) => [productId, mostOf(left)]))
    const counted = sendsMail(settings) && holds.unpaidPerAddressAndHour > 0 ? networks : []
    const ids = products.map(({ productId }) => productId)
    const held = await countHeld(tx, { ids, counted, except: replaced.map(({ id }) => id) })
    return new Map(
      products.map(({ productId, left }) => {
        const [byAll, onDelivery, ...byNetworks] = held.get(productId) ?? [0, 0, ...counted.map(() => 0)]
        const shelf = left + byAll!
        const room = byNetworks.map((pieces, i) => {
          const isWide = counted[i]!.times > 1
          return mostOfNetwork(holds, shelf, { isWide }) - pieces
        })
        if (payOnDelivery) room.push(mostOnDelivery(holds, shelf) - onDelivery!)
        return [productId, Math.max(0, Math.min(mostOfUnproven(holds, shelf) - byAll!, ...room))]
      }),
    )
  }
}

interface Counted {
  ids: string[]
  counted: HashedNetwork[]
  /** The orders that the new one replaces. */
  except: string[]
}

/**
 * Per product, the pieces that unproven accounts hold and have not paid: first those of all accounts, then those of pay-on-delivery orders,
 * then those of each network. Includes pay-on-delivery orders until they are shipped. The caller holds the locks on the products, so no
 * other order can take or return pieces meanwhile.
 */
async function countHeld(tx: Tx, { ids, counted, except }: Counted): Promise<Map<string, number[]>> {
  const pieces = Prisma.sql`sum(line.quantity - line.cancelled - line.restocked)`
  const sums = [
    pieces,
    ...[Prisma.sql`shop_order.pay_on_delivery`, ...counted.map(isFrom)].map(
      (whose) => Prisma.sql`COALESCE(${pieces} FILTER (WHERE ${whose}), 0)`,
    ),
  ]
  const rows = await tx.$queryRaw<{ productId: string; held: number[] }[]>`
    SELECT line.product_id AS "productId", ARRAY[${Prisma.join(sums)}]::int[] AS held
    FROM shop_order JOIN order_line AS line ON line.order_id = shop_order.id
    WHERE shop_order.status IN ('AWAITING_PAYMENT', 'CONFIRMED') AND NOT is_replacement AND ${IS_OF_UNPROVEN}
      AND line.product_id = ANY(${ids}) AND shop_order.id <> ALL(${except}::uuid[])
    GROUP BY line.product_id`
  return new Map(rows.map(({ productId, held }) => [productId, held]))
}

interface Hold {
  heldSince: Date
  expiresAt: Date
}

/**
 * An order that replaces a waiting one takes over its hold, with the same end time. Any other order begins a new hold, unless too many
 * holds from the last hour are unpaid. The caller holds the cart's lock. Throws TOO_MANY_ATTEMPTS.
 */
export async function holdFor(shop: Shop, tx: Tx, holder: Holder, replaced: Order[], now: Date): Promise<Hold> {
  const running = replaced.find(({ expiresAt }) => expiresAt > now)
  if (running) return { heldSince: running.heldSince, expiresAt: running.expiresAt }
  await limitHoldsPerHour(shop, tx, holder, now)
  return { heldSince: now, expiresAt: new Date(now.getTime() + shop.settings.checkoutHoldMs) }
}

interface Bound {
  most: number
  whose: Prisma.Sql
  /** True if the limit no longer applies when the account's email is confirmed. */
  isLiftedByEmail: boolean
  error: string
}

async function limitHoldsPerHour(shop: Shop, tx: Tx, holder: Holder, now: Date): Promise<void> {
  const { viewerId, standing, networks, payOnDelivery } = holder
  const { unpaidPerHour, unpaidPerAddressAndHour } = shop.limits.holds
  const isOwn = Prisma.sql`shop_order.user_id = ${viewerId}::uuid`
  // Strangers must not use up the holds of proven accounts on the same network.
  const isAlike = standing.isUnproven ? IS_OF_UNPROVEN : Prisma.sql`NOT ${IS_OF_UNPROVEN}`
  const perNetwork = unpaidPerAddressAndHour * (standing.isUnproven ? 1 : PROVEN_TIMES)
  const bounds: Bound[] = [
    {
      // Many people share a demo account, so only its network is limited.
      most: standing.isDemo ? 0 : unpaidPerHour,
      // Pay-on-delivery orders do not count against an online payment, so a shopper with several of them can still pay for the next order
      // online.
      whose: payOnDelivery
        ? isOwn
        : Prisma.sql`${isOwn} AND NOT (shop_order.pay_on_delivery AND shop_order.status = 'CONFIRMED')`,
      isLiftedByEmail: false,
      error: 'You started too many orders without paying in the last hour.',
    },
    ...networks.map((network) => ({
      most: perNetwork * network.times,
      whose: Prisma.sql`${isFrom(network)} AND ${isAlike}`,
      isLiftedByEmail: standing.isUnproven && canConfirm(shop.settings, standing),
      error: 'Too many orders were started from your network without paying in the last hour.',
    })),
  ].filter(({ most }) => most > 0)
  if (bounds.length === 0) return
  // If a network is one hold below its limit, admits only one of two concurrent accounts. Narrow networks come first, so two calls cannot
  // deadlock.
  if (perNetwork > 0) {
    const locks = networks.map(({ hash }) => `holds of ${hash}`)
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(lock, 0)) FROM unnest(${locks}::text[]) AS lock`
  }
  refuseAfter(bounds, await oldestHolds(tx, bounds, now), now)
}

/**
 * For each bound that is reached, the begin of its oldest hold within the hour that counts; null for the others. An order and its
 * replacements count as one hold. Excludes orders for which the provider failed to open a payment. Includes pay-on-delivery orders until
 * they are shipped, because their items are unpaid.
 */
async function oldestHolds(tx: Tx, bounds: Bound[], now: Date): Promise<(Date | null)[]> {
  const since = new Date(now.getTime() - COUNTED_MS)
  const oldest = bounds.map(
    ({ most, whose }) => Prisma.sql`(
      SELECT CASE WHEN count(*) = ${most} THEN min(held_since) END FROM (
        SELECT held_since FROM shop_order WHERE ${whose} AND held_since > ${since}
          AND NOT (status = 'CANCELLED' AND provider_order_id IS NULL AND NOT pay_on_delivery)
        GROUP BY user_id, held_since HAVING bool_and(status IN ('AWAITING_PAYMENT', 'CANCELLED', 'CONFIRMED'))
        ORDER BY held_since DESC LIMIT ${most}) AS unpaid)`,
  )
  const [row] = await tx.$queryRaw<{ oldest: (Date | null)[] }[]>`SELECT ARRAY[${Prisma.join(oldest)}] AS oldest`
  return row!.oldest
}

function refuseAfter(bounds: Bound[], oldest: (Date | null)[], now: Date): void {
  for (const [i, began] of oldest.entries()) {
    if (!began) continue
    const { error, isLiftedByEmail } = bounds[i]!
    const waitMs = new Date(began).getTime() + COUNTED_MS - now.getTime()
    const minutes = Math.ceil(waitMs / MINUTE_MS)
    throw new DomainError('TOO_MANY_ATTEMPTS', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      message: `${error} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      confirmEmail: isLiftedByEmail,
    })
  }
}
