/**
 * Finds the accounts that strangers may have invented. An account is unproven until its email is confirmed or one of its orders is paid. An
 * order whose money goes back in full (REFUND_DUE, REFUNDED) does not count. A demo account is always unproven, because strangers share it. Unproven accounts
 * have tighter limits for unpaid orders.
 */
import type { Tx } from '../../database/db'
import { Prisma } from '../../generated/prisma/client'
import type { Settings } from '../../settings'

/** SQL for a row of user_account AS account: the shop keeps money for one of its orders, paid online or on delivery. */
const HAS_PAID = Prisma.sql`EXISTS (
  SELECT FROM shop_order AS paid JOIN received_payment AS payment ON payment.order_id = paid.id
  WHERE paid.user_id = account.id AND paid.status NOT IN ('REFUND_DUE', 'REFUNDED')
    AND payment.excess IS NULL AND payment.amount > (
    SELECT COALESCE(sum(refund.amount), 0) FROM refund WHERE refund.payment_id = payment.id AND refund.state <> 'FAILED'))`

/** SQL that is true if the account with this id is unproven. */
const isUnproven = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM user_account AS account
  WHERE account.id = ${userId} AND (account.is_demo OR account.email_verified_at IS NULL AND NOT ${HAS_PAID}))`

/** SQL for a row of shop_order: its account was unproven when it placed the order or became so later (markUnproven), and still is. */
export const IS_OF_UNPROVEN = Prisma.sql`(shop_order.is_unproven AND ${isUnproven(Prisma.sql`shop_order.user_id`)})`

/**
 * Called when an order of the account becomes REFUND_DUE. If the account is now unproven, its unpaid orders count as those of an unproven
 * account. Otherwise, one could pay for an order, place others on delivery, and get the money back. The mark keeps the index of these orders
 * small. Skips orders that another call has locked, because waiting for them could deadlock; such a call ships or cancels them.
 */
export async function markUnproven(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE shop_order SET is_unproven = true WHERE id IN (
      SELECT id FROM shop_order WHERE user_id = ${userId}::uuid AND status IN ('AWAITING_PAYMENT', 'CONFIRMED') AND NOT is_unproven
        AND ${isUnproven(Prisma.sql`${userId}::uuid`)}
      FOR NO KEY UPDATE SKIP LOCKED)`
}

/** SQL for a row of shop_order: its account has paid for an order, and strangers do not share it. A confirmed email alone costs nothing. */
export const IS_OF_PAYER = Prisma.sql`EXISTS (
  SELECT FROM user_account AS account WHERE account.id = shop_order.user_id AND NOT account.is_demo AND ${HAS_PAID})`

/** True if the shop sends emails by SMTP, so that a new shopper can confirm an email. */
export const sendsMail = ({ mail }: Settings): boolean => mail?.smtp != null

export interface Standing {
  isUnproven: boolean
  isDemo: boolean
  /** True if the account's email is confirmed. */
  isConfirmed: boolean
}

/** True if the account's owner can confirm its email with a code. */
export const canConfirm = ({ codesByMail }: Settings, { isConfirmed, isDemo }: Standing): boolean =>
  codesByMail && !isConfirmed && !isDemo

/** The facts about an account on which the limits for unpaid orders depend. */
export async function readStanding(tx: Tx, userId: string): Promise<Standing> {
  const [standing] = await tx.$queryRaw<Standing[]>`
    SELECT is_demo AS "isDemo", email_verified_at IS NOT NULL AS "isConfirmed", ${isUnproven(Prisma.sql`user_account.id`)} AS "isUnproven"
    FROM user_account WHERE id = ${userId}::uuid`
  return standing!
}
