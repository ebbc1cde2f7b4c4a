/** Reads and changes coupons for staff. */
import { z } from 'zod'
import type { Tx } from '../../database/db'
import type { Coupon } from '../../generated/prisma/client'
import { whyNotNow } from '../../shared/money/couponRule'
import { DomainError, invalidInput } from '../../shared/errors'
import { couponInput, couponMessage } from '../../shared/goods'
import { couponCode, isStorable, parseInput } from '../../shared/validation'
import { runOnce, type Idempotency, type Replay } from '../idempotency'
import { countUses } from '../cart/coupons'
import type { Shop } from '../shop'
import { audit } from '../audit/audit'
import type { Actor } from '../staff/actor'
import { checkVersion, differences } from './products/versions'

export type { Coupon } from '../../generated/prisma/client'

export type CouponState = 'ACTIVE' | 'UPCOMING' | 'USED_UP' | 'OVER'

const subject = (id: string) => ({ type: 'Coupon' as const, id })

/** All coupons sorted by position, including coupons that have ended. */
export const listOfficeCoupons = ({ db }: Shop): Promise<Coupon[]> =>
  db.coupon.findMany({ orderBy: [{ position: 'asc' }, { code: 'asc' }] })

/** Finds a coupon by its code, ignoring case. Null if it does not exist. */
export async function findCoupon({ db }: Shop, code: string): Promise<Coupon | null> {
  const { data: typed } = couponCode.safeParse(code)
  return typed === undefined ? null : db.coupon.findUnique({ where: { code: typed } })
}

/** The coupon's state for a shopper who has not used it yet. */
export function stateOfCoupon(coupon: Coupon, uses: number, now = new Date()): CouponState {
  if (whyNotNow(coupon, { uses, ownUses: 0 }, now) === null) return 'ACTIVE'
  if (whyNotNow({ ...coupon, useLimit: null }, { uses, ownUses: 0 }, now) === null) return 'USED_UP'
  return coupon.endedAt === null && coupon.validFrom !== null && coupon.validFrom > now ? 'UPCOMING' : 'OVER'
}

/** Returned in the order of the coupons. */
export async function usesOfCoupons({ db }: Shop, coupons: readonly Coupon[]): Promise<number[]> {
  const uses = await countUses(
    db,
    coupons.map(({ code }) => code),
  )
  return coupons.map(({ code }) => uses.get(code) ?? 0)
}

const replay: Replay<Coupon, { code: string }> = {
  schema: z.object({ code: z.string() }),
  async restore(tx, _actorId, stored) {
    return tx.coupon.findUniqueOrThrow({ where: { code: stored?.code ?? '' } })
  },
}

/** Locks the coupon until the transaction ends. Null if it does not exist. */
async function lockCoupon(tx: Tx, code: string): Promise<Coupon | null> {
  if (!isStorable(code)) return null
  await tx.$queryRaw`SELECT code FROM coupon WHERE code = ${code} FOR NO KEY UPDATE`
  return tx.coupon.findUnique({ where: { code } })
}

/**
 * Creates a coupon, or replaces one if `version` is given; its code stays the same. Carts with the coupon use the new terms immediately,
 * and orders keep the old ones. Throws FORBIDDEN, INVALID_INPUT, COUPON_UNKNOWN, STALE_VERSION, IDEMPOTENCY_KEY_REUSED.
 */
export async function saveCoupon(
  shop: Shop,
  actor: Actor,
  { version, input }: { version?: number | null | undefined; input: unknown },
  idempotency?: Idempotency,
): Promise<Coupon> {
  await actor.check(shop, shop.db)
  const { code, ...terms } = parseInput(couponInput, input, couponMessage)
  const call = {
    operation: 'saveCoupon',
    input: [version ?? null, code, terms],
    idempotency,
    replay,
    check: (tx: Tx) => actor.check(shop, tx),
  }
  return runOnce(shop, actor.id, call, async (tx) => {
    await actor.check(shop, tx)
    const before = await lockCoupon(tx, code)
    if (before && version == null) throw invalidInput('code', `Coupon ${code} already exists.`)
    if (!before && version != null) throw new DomainError('COUPON_UNKNOWN', { field: 'code' })
    if (!before) return create(tx, actor, code, terms)
    checkVersion(version, before.version)
    const coupon = await tx.coupon.update({ where: { code }, data: terms })
    const changed = differences(before, terms)
    await audit(tx, { actorId: actor.id, action: 'saveCoupon', subject: subject(code), ...changed })
    return coupon
  })
}

async function create(
  tx: Tx,
  actor: Actor,
  code: string,
  terms: Omit<z.output<typeof couponInput>, 'code'>,
): Promise<Coupon> {
  const { _max } = await tx.coupon.aggregate({ _max: { position: true } })
  const data = { ...terms, code, position: (_max.position ?? -1) + 1 }
  const { count } = await tx.coupon.createMany({ data, skipDuplicates: true })
  // A concurrent call has just created the coupon.
  if (count === 0) throw invalidInput('code', `Coupon ${code} already exists.`)
  const { after } = differences({}, terms)
  await audit(tx, { actorId: actor.id, action: 'saveCoupon', subject: subject(code), after })
  return tx.coupon.findUniqueOrThrow({ where: { code } })
}

/** Ends a coupon now, or reopens it. A repeated call changes nothing. Throws FORBIDDEN, COUPON_UNKNOWN, STALE_VERSION. */
export async function endCoupon(
  shop: Shop,
  actor: Actor,
  { code: given, ended, version }: { code: string; ended: boolean; version?: number | null | undefined },
): Promise<Coupon> {
  const { data: code } = couponCode.safeParse(given)
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const before = code === undefined ? null : await lockCoupon(tx, code)
    if (code === undefined || !before) throw new DomainError('COUPON_UNKNOWN', { field: 'code' })
    if ((before.endedAt !== null) === ended) return before
    checkVersion(version, before.version)
    const coupon = await tx.coupon.update({ where: { code }, data: { endedAt: ended ? new Date() : null } })
    const change = { before: { ended: !ended }, after: { ended } }
    await audit(tx, { actorId: actor.id, action: 'endCoupon', subject: subject(code), ...change })
    return coupon
  })
}
