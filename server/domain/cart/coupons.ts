/**
 * Decides which coupons a shopper can use. Applies the rule in shared/money/couponRule to the stored coupons and to the orders that count as
 * uses. A counter of uses would become wrong if one code path did not decrement it. Uses are not counted for a coupon without limits.
 */
import type { Db, DbOrTx, Tx } from '../../database/db'
import type { Coupon } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import { savingsOf, whyNotFor, whyNotNow, type CouponUses } from '../../shared/money/couponRule'
import { DomainError, ERROR_MESSAGES } from '../../shared/errors'
import { amountAfterOffers } from '../../shared/money/pricing'
import { IS_OF_UNPROVEN } from '../accounts/unproven'
import type { Shop } from '../shop'
import type { Cart } from './readCart'

/**
 * A coupon as shoppers see it. The coupon on an order has only code, percentage and description.
 * @public for codegen.ts
 */
export type ShownCoupon = Pick<Coupon, 'code' | 'percent' | 'description'> &
  Partial<Pick<Coupon, 'minimumAmount' | 'validUntil'>>

const UNUSED: CouponUses = { uses: 0, ownUses: 0 }

const isLimited = ({ useLimit, customerLimit }: Coupon): boolean => useLimit !== null || customerLimit !== null

/** Counts orders that are paid or may still be paid. If an order is cancelled or refunded, its use becomes available again. */
const counts = (except: string[]): Prisma.Sql =>
  Prisma.sql`coupon_code = coupon.code AND status NOT IN ('CANCELLED', 'REFUND_DUE', 'REFUNDED') AND id <> ALL(${except}::uuid[])`

/** The number of uses per code, excluding coupons without limits. `viewerId` is null for visitors. Orders in `except` do not count. */
async function usesOf(
  { db }: { db: DbOrTx },
  coupons: Coupon[],
  viewerId: string | null,
  except: string[] = [],
): Promise<Map<string, CouponUses>> {
  const codes = coupons.filter(isLimited).map(({ code }) => code)
  if (codes.length === 0) return new Map()
  const rows = await db.$queryRaw<(CouponUses & { code: string })[]>`
    SELECT code,
      CASE WHEN use_limit IS NULL THEN 0 ELSE (SELECT count(*) FROM shop_order WHERE ${counts(except)}) END::int AS uses,
      CASE WHEN customer_limit IS NULL THEN 0
        ELSE (SELECT count(*) FROM shop_order WHERE user_id = ${viewerId}::uuid AND ${counts(except)}) END::int AS "ownUses"
    FROM coupon WHERE code = ANY(${codes})`
  return new Map(rows.map(({ code, ...uses }) => [code, uses]))
}

/** The number of uses per code, for all given coupons. */
export async function countUses(db: DbOrTx, codes: string[]): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ code: string; uses: number }[]>`
    SELECT code, (SELECT count(*) FROM shop_order WHERE ${counts([])})::int AS uses FROM coupon WHERE code = ANY(${codes})`
  return new Map(rows.map(({ code, uses }) => [code, uses]))
}

const linesOf = ({ lines }: Cart) =>
  lines.map(({ product: { discounted, original }, quantity }) => ({ discounted, original, quantity }))

const amountOf = (cart: Cart): number => amountAfterOffers(linesOf(cart))

/** The reason why the cart's coupon gives no discount now. Null if it does, or if the cart has no coupon. */
export async function whyCouponFails({ db }: { db: DbOrTx }, cart: Cart, now = new Date()): Promise<string | null> {
  const { coupon } = cart
  if (!coupon) return null
  const uses = await usesOf({ db }, [coupon], cart.userId)
  return whyNotNow(coupon, uses.get(coupon.code) ?? UNUSED, now) ?? whyNotFor(coupon, amountOf(cart))
}

/** Throws COUPON_NOT_USABLE. `field` is the input field that contains the code. */
export async function checkCoupon(tx: Tx, cart: Cart, field?: string): Promise<void> {
  const message = await whyCouponFails({ db: tx }, cart)
  if (message !== null) throw new DomainError('COUPON_NOT_USABLE', { message, ...(field && { field }) })
}

/** Locks a coupon with limited uses until the transaction ends, so that two concurrent orders cannot both take the last use. */
async function lockCoupon(tx: Tx, code: string): Promise<Coupon | null> {
  await tx.$queryRaw`SELECT code FROM coupon WHERE code = ${code} AND num_nulls(use_limit, customer_limit) < 2 FOR NO KEY UPDATE`
  return tx.coupon.findUnique({ where: { code } })
}

interface Claim {
  /** The orders that the new one replaces. */
  replaced: { id: string; couponCode: string | null }[]
  /**
   * For an unproven account: of this many uses that are not taken by others, how many the unpaid orders of all unproven accounts may claim.
   * Null if there is no such limit.
   */
  mostOfUnproven: ((left: number) => number) | null
  /** True if the account can confirm its email with a code. */
  canConfirm: boolean
}

/**
 * Claims a use of the cart's coupon for this transaction's order, and frees the uses of the orders that it replaces. The caller holds the
 * cart's lock and locks products afterwards. Throws COUPON_NOT_USABLE.
 */
export async function claimCoupon(tx: Tx, cart: Cart, { replaced, mostOfUnproven, canConfirm }: Claim): Promise<void> {
  if (!cart.coupon) return
  const coupon = await lockCoupon(tx, cart.coupon.code)
  const except = replaced.map(({ id }) => id)
  const uses = coupon && (await usesOf({ db: tx }, [coupon], cart.userId, except)).get(coupon.code)
  const message = coupon
    ? (whyNotNow(coupon, uses ?? UNUSED, new Date()) ?? whyNotFor(coupon, amountOf(cart)))
    : ERROR_MESSAGES.COUPON_UNKNOWN
  if (message !== null) throw new DomainError('COUPON_NOT_USABLE', { message: `${message} ${HOW_TO_GO_ON}` })
  const { useLimit, code } = coupon!
  const hasOne = replaced.some(({ couponCode }) => couponCode === code)
  if (!mostOfUnproven || useLimit === null || hasOne) return
  const held = await usesOfUnproven(tx, code, except)
  if (held < mostOfUnproven(useLimit - (uses!.uses - held))) return
  const reserved = canConfirm
    ? `Coupon ${code} is reserved for confirmed accounts at the moment. Confirm your email to use it, or remove the coupon to continue.`
    : `New accounts cannot use coupon ${code} at the moment. ${HOW_TO_GO_ON}`
  throw new DomainError('COUPON_NOT_USABLE', { message: reserved, confirmEmail: canConfirm })
}

/** Strangers can invent accounts, whose unpaid orders must not use up a coupon. */
async function usesOfUnproven(tx: Tx, code: string, except: string[]): Promise<number> {
  const [row] = await tx.$queryRaw<{ held: number }[]>`
    SELECT count(*)::int AS held FROM shop_order
    WHERE coupon_code = ${code} AND status IN ('AWAITING_PAYMENT', 'CONFIRMED') AND ${IS_OF_UNPROVEN} AND id <> ALL(${except}::uuid[])`
  return row!.held
}

const HOW_TO_GO_ON = 'Please remove the coupon to continue.'

/**
 * Decides whether a cancelled order that is paid late can use its coupon again. Ignores the coupon's dates. The caller holds the order's
 * lock and locks products afterwards.
 */
export async function canUseAgain(tx: Tx, order: { couponCode: string | null; userId: string }): Promise<boolean> {
  if (order.couponCode === null) return true
  const coupon = await lockCoupon(tx, order.couponCode)
  if (!coupon) return true
  const { uses, ownUses } = (await usesOf({ db: tx }, [coupon], order.userId)).get(coupon.code) ?? UNUSED
  return uses < (coupon.useLimit ?? Infinity) && ownUses < (coupon.customerLimit ?? Infinity)
}

/** All coupons, sorted by position. */
export const listCoupons = (db: Db): Promise<Coupon[]> =>
  db.coupon.findMany({ orderBy: [{ position: 'asc' }, { code: 'asc' }] })

/** The coupons that this shopper can use now, or that visitors can use if `viewerId` is null. */
export async function listUsableCoupons(
  { db, ...shop }: Pick<Shop, 'db' | 'coupons'>,
  viewerId: string | null,
  now = new Date(),
): Promise<Coupon[]> {
  const coupons = await shop.coupons()
  const uses = await usesOf({ db }, coupons, viewerId)
  return coupons.filter((coupon) => whyNotNow(coupon, uses.get(coupon.code) ?? UNUSED, now) === null)
}

export interface CouponOffer {
  coupon: Coupon
  /** Whole rupees. */
  savings: number
  /** True for the coupon that saves the most on this cart. False for all coupons if none saves anything. */
  best: boolean
  /** The reason why the coupon saves nothing on this cart. Null if it can be applied. */
  problem: string | null
}

export async function offerCoupons(shop: Shop, cart: Cart): Promise<CouponOffer[]> {
  const lines = linesOf(cart)
  const coupons = await listUsableCoupons(shop, cart.userId)
  const offers = coupons.map((coupon) => ({
    coupon,
    savings: savingsOf(coupon, lines),
    problem: whyNotFor(coupon, amountOf(cart)),
  }))
  const most = Math.max(1, ...offers.map((offer) => offer.savings))
  const best = offers.find((offer) => offer.savings === most)
  return offers.map((offer) => ({ ...offer, best: offer === best }))
}

/** How far back to look for a coupon's start or end: three rounds of the maintenance, because a round may be late. */
const LOOK_BACK_MS = 30_000

/** Clears the servers' caches when a coupon starts or ends, because no row changes at that time. */
export async function announceCouponTimes({ db }: Pick<Shop, 'db'>): Promise<void> {
  const now = new Date()
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  await db.$executeRaw`
    SELECT pg_notify('catalogue', '') WHERE EXISTS (
      SELECT FROM coupon WHERE valid_from > ${since} AND valid_from <= ${now} OR valid_until > ${since} AND valid_until <= ${now}
    )`
}
