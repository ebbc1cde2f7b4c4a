/**
 * Tells which accounts strangers may have invented. An account is unproven until its email is confirmed or one of its orders is paid. An
 * order whose payment is refunded in full does not count. A demo account is always unproven, because strangers share it. Unproven accounts
 * have tighter limits for unpaid orders.
 */
import type { Tx } from '../../database/db'
import { Prisma } from '../../generated/prisma/client'
import type { Settings } from '../../settings'

/** SQL for a row of user_account AS account: the shop keeps money for one of its orders, paid online or on delivery. */
const HAS_PAID = Prisma.sql`EXISTS (
  SELECT FROM shop_order AS paid JOIN received_payment AS payment ON payment.order_id = paid.id
  WHERE paid.user_id = account.id AND payment.excess IS NULL AND payment.amount > (
    SELECT COALESCE(sum(refund.amount), 0) FROM refund WHERE refund.payment_id = payment.id AND refund.state <> 'FAILED'))`

/** SQL that is true if the account with this id is unproven. */
const isUnproven = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM user_account AS account
  WHERE account.id = ${userId} AND (account.is_demo OR account.email_verified_at IS NULL AND NOT ${HAS_PAID}))`

/** SQL for a row of shop_order: its account was unproven when it placed the order, and still is. */
export const IS_OF_UNPROVEN = Prisma.sql`(shop_order.is_unproven AND ${isUnproven(Prisma.sql`shop_order.user_id`)})`

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
