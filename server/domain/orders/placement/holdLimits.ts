/** Limits for unpaid holds: how many pieces an order may hold, for how long, and how often a shopper may begin a hold. */
import type { Tx } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import type { Settings } from '../../../settings'
import { DomainError } from '../../../shared/errors'
import type { Order } from '../order'
import type { Shop } from '../../shop'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The maximum number of pieces that one order may take if `left` are in stock: a share, but at least a few pieces. */
export const mostAtOnce =
  ({ sharePercent, minimumPieces }: Settings['holds']) =>
  (left: number): number =>
    sharePercent === 0 ? left : Math.min(left, Math.max(Math.ceil((left * sharePercent) / 100), minimumPieces))

interface Hold {
  heldSince: Date
  expiresAt: Date
}

interface Holder {
  viewerId: string
  /** The network hash from shop.hashNetwork. */
  network: string
  payOnDelivery: boolean
}

/**
 * An order that replaces a waiting one takes over its hold, with the same end time. Any other order begins a new hold, unless too many
 * holds from the last hour are unpaid. The caller holds the cart's lock. Throws TOO_MANY_ATTEMPTS.
 */
export async function holdFor(
  { settings }: Shop,
  tx: Tx,
  { viewerId, network, payOnDelivery }: Holder,
  replaced: Order[],
  now: Date,
): Promise<Hold> {
  const running = replaced.find(({ expiresAt }) => expiresAt > now)
  if (running) return { heldSince: running.heldSince, expiresAt: running.expiresAt }
  const { unpaidPerHour, unpaidPerAddressAndHour } = settings.holds
  // Many people share a demo account, so only its network is limited.
  const isOwn = Prisma.sql`user_id = (SELECT id FROM user_account WHERE id = ${viewerId}::uuid AND NOT is_demo)`
  // Pay-on-delivery orders do not count against an online payment, so a shopper with several of them can still pay for the next order
  // online.
  const counted = payOnDelivery ? isOwn : Prisma.sql`${isOwn} AND NOT (pay_on_delivery AND status = 'CONFIRMED')`
  await refuseAfter(tx, unpaidPerHour, counted, now)
  // If the network is one hold below its limit, admits only one of two concurrent accounts.
  if (unpaidPerAddressAndHour > 0)
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`holds of ${network}`}, 0))`
  await refuseAfter(tx, unpaidPerAddressAndHour, Prisma.sql`network = ${network}`, now)
  return { heldSince: now, expiresAt: new Date(now.getTime() + settings.checkoutHoldMs) }
}

/**
 * Counts an order and its replacements as one hold. Excludes orders for which the provider failed to open a payment. Includes
 * pay-on-delivery orders until they are shipped, because their items are unpaid.
 */
async function refuseAfter(tx: Tx, limit: number, whose: Prisma.Sql, now: Date): Promise<void> {
  if (limit === 0) return
  const unpaid = await tx.$queryRaw<{ held_since: Date }[]>`
    SELECT held_since FROM shop_order
    WHERE ${whose} AND held_since > ${new Date(now.getTime() - HOUR_MS)}
      AND NOT (status = 'CANCELLED' AND provider_order_id IS NULL AND NOT pay_on_delivery)
    GROUP BY user_id, held_since HAVING bool_and(status IN ('AWAITING_PAYMENT', 'CANCELLED', 'CONFIRMED'))
    ORDER BY held_since DESC LIMIT ${limit}`
  if (unpaid.length < limit) return
  const waitMs = unpaid.at(-1)!.held_since.getTime() + HOUR_MS - now.getTime()
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  throw new DomainError('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    message: `You have too many unpaid orders. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  })
}
