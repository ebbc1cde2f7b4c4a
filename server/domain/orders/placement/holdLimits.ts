/** Limits for unpaid holds: how many pieces they may take, for how long, and how often a shopper may begin one. */
import type { Tx } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import { canConfirm, IS_OF_UNPROVEN, sendsMail, type Standing } from '../../accounts/unproven'
import { guard, type Bound } from '../../../guards/guard'
import type { Limits } from '../../../guards/limits'
import type { HashedNetwork } from '../../../guards/network'
import { RULES } from '../../../guards/rules'
import type { Shop } from '../../shop'
import { isFrom } from '../fromNetwork'
import type { Order } from '../order'
import type { LimitPieces } from '../state/stock'

/** Holds that began this long ago count for their account and network. */
export const COUNTED_MS = RULES['holds.perAccount'].within

/** A proven account's order may always hold this many pieces, if they are in stock. */
const MIN_PIECES = 5
/** The unproven accounts of a network may always hold this many pieces of a product, as far as all unproven accounts may. */
const MIN_PIECES_PER_NETWORK = 2

/** The maximum number of pieces that one order may take if `left` are in stock: a share, but at least a few pieces. */
export const mostAtOnce =
  (limits: Limits) =>
  (left: number): number =>
    limits['stock.perOrder'] === 0
      ? left
      : Math.min(left, Math.max(Math.ceil((left * limits['stock.perOrder']) / 100), MIN_PIECES))

/**
 * The maximum that all unproven accounts together may have of `all`: a share in percent, rounded up. They leave one if there is more than
 * one. For a product, `all` is its shelf: the stock plus the pieces that they hold.
 */
export const shareOfUnproven = (percent: number, all: number): number =>
  Math.min(Math.ceil((all * percent) / 100), Math.max(all - 1, 1))

/** The maximum for the unproven accounts of one network. */
export const mostOfNetwork = (limits: Limits, shelf: number, { isWide }: { isWide: boolean }): number => {
  const narrow = Math.max(Math.ceil((shelf * limits['stock.perNetwork']) / 100), MIN_PIECES_PER_NETWORK)
  const most = isWide ? Math.max(narrow, Math.floor((shelf * limits['stock.perWideNetwork']) / 100)) : narrow
  return Math.min(shareOfUnproven(limits['stock.ofUnproven'], shelf), most)
}

/**
 * The maximum for the pay-on-delivery orders of all unproven accounts, rounded down. These orders hold pieces for days, so they leave the
 * rest to shoppers who pay online.
 */
export const mostOnDelivery = (limits: Limits, shelf: number): number =>
  Math.floor((shareOfUnproven(limits['stock.ofUnproven'], shelf) * limits['stock.onDelivery']) / 100)

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
  { settings, limits }: Shop,
  tx: Tx,
  { standing, networks, payOnDelivery }: Holder,
  replaced: Order[],
): LimitPieces {
  return async (products) => {
    const { 'stock.ofUnproven': ofUnproven } = limits
    if (ofUnproven === 0 || !standing.isUnproven) {
      const mostOf = mostAtOnce(limits)
      return new Map(products.map(({ productId, left }) => [productId, mostOf(left)]))
    }
    const isLimited = ({ times }: HashedNetwork) => limits[times > 1 ? 'stock.perWideNetwork' : 'stock.perNetwork'] > 0
    const counted = sendsMail(settings) ? networks.filter(isLimited) : []
    const ids = products.map(({ productId }) => productId)
    const held = await countHeld(tx, { ids, counted, except: replaced.map(({ id }) => id) })
    return new Map(
      products.map(({ productId, left }) => {
        const [byAll, onDelivery, ...byNetworks] = held.get(productId) ?? [0, 0, ...counted.map(() => 0)]
        const shelf = left + byAll!
        const room = byNetworks.map((pieces, i) => {
          const isWide = counted[i]!.times > 1
          return mostOfNetwork(limits, shelf, { isWide }) - pieces
        })
        if (payOnDelivery && limits['stock.onDelivery'] > 0) room.push(mostOnDelivery(limits, shelf) - onDelivery!)
        return [productId, Math.max(0, Math.min(shareOfUnproven(ofUnproven, shelf) - byAll!, ...room))]
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

async function limitHoldsPerHour(shop: Shop, tx: Tx, holder: Holder, now: Date): Promise<void> {
  const { viewerId, standing, networks, payOnDelivery } = holder
  const isOwn = Prisma.sql`shop_order.user_id = ${viewerId}::uuid`
  // Strangers must not use up the holds of proven accounts on the same network.
  const isAlike = standing.isUnproven ? IS_OF_UNPROVEN : Prisma.sql`NOT ${IS_OF_UNPROVEN}`
  const perNetwork = standing.isUnproven ? 'holds.perNetworkOfUnproven' : 'holds.perNetworkOfProven'
  const bounds: Bound[] = [
    {
      rule: 'holds.perAccount',
      // Many people share a demo account, so only its network is limited.
      most: standing.isDemo ? 0 : shop.limits['holds.perAccount'],
      // Pay-on-delivery orders do not count against an online payment, so a shopper with several of them can still pay for the next order
      // online.
      whose: payOnDelivery
        ? isOwn
        : Prisma.sql`${isOwn} AND NOT (shop_order.pay_on_delivery AND shop_order.status = 'CONFIRMED')`,
      // The caller holds the cart's lock.
      lock: null,
    },
    // Narrow networks come first, so two calls cannot deadlock.
    ...networks.map((network): Bound => ({
      rule: perNetwork,
      most: shop.limits[perNetwork] * network.times,
      whose: Prisma.sql`${isFrom(network)} AND ${isAlike}`,
      lock: `holds of ${network.hash}`,
      // The limit no longer applies when the account's email is confirmed.
      details: { confirmEmail: standing.isUnproven && canConfirm(shop.settings, standing) },
    })),
  ]
  await guard(tx, bounds, holdsOf(new Date(now.getTime() - COUNTED_MS)), now)
}

/**
 * The latest holds that count. An order and its replacements count as one hold. Excludes orders for which the provider failed to open a
 * payment. Includes pay-on-delivery orders until they are shipped, because their items are unpaid.
 */
const holdsOf = (since: Date) => (whose: Prisma.Sql) => Prisma.sql`
  SELECT held_since AS at FROM shop_order WHERE ${whose} AND held_since > ${since}
    AND NOT (status = 'CANCELLED' AND provider_order_id IS NULL AND NOT pay_on_delivery)
  GROUP BY user_id, held_since HAVING bool_and(status IN ('AWAITING_PAYMENT', 'CANCELLED', 'CONFIRMED'))
  ORDER BY held_since DESC`
