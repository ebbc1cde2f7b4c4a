/**
 * Tells which accounts strangers may have invented. An account is unproven until its email is confirmed or one of its orders is paid. A demo
 * account is always unproven, because strangers share it. Unproven accounts have tighter limits for unpaid orders.
 */
import type { Tx } from '../../database/db'
import { Prisma } from '../../generated/prisma/client'
import type { Settings } from '../../settings'

/** SQL that is true if the account with this id is unproven. */
const isUnproven = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM user_account AS account WHERE account.id = ${userId} AND (account.is_demo OR account.email_verified_at IS NULL AND NOT EXISTS (
    SELECT FROM shop_order AS paid JOIN received_payment AS payment ON payment.order_id = paid.id
    WHERE paid.user_id = account.id AND payment.excess IS NULL)))`

/** SQL for a row of shop_order: its account was unproven when it placed the order, and still is. */
export const IS_OF_UNPROVEN = Prisma.sql`(shop_order.is_unproven AND ${isUnproven(Prisma.sql`shop_order.user_id`)})`

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
