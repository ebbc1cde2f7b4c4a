/** Limits emails to addresses that may belong to a stranger, because signing up does not verify the address. */
import type { Db } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import { RULES } from '../../guards/rules'
import type { Shop } from '../shop'
import { hashMailbox } from '../accounts/mailbox'

/** The pause between two emails to an unconfirmed address. */
const PAUSE_MS = RULES['mails.perUnprovenAddress'].within

/**
 * True if the address of the order's account is confirmed. It is confirmed by a code that was emailed to it, or by a payment for one of the
 * account's orders, online or on delivery. Sandbox payments do not count.
 */
async function isProved(db: Db, orderId: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ proved: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM shop_order AS own JOIN received_payment AS payment ON payment.order_id = own.id
      WHERE own.user_id = (SELECT user_id FROM shop_order WHERE id = ${orderId}::uuid)
        AND payment.provider IS DISTINCT FROM 'SANDBOX'
    ) OR EXISTS (
      SELECT FROM user_account
      WHERE id = (SELECT user_id FROM shop_order WHERE id = ${orderId}::uuid) AND email_verified_at IS NOT NULL
    ) AS proved`
  return found!.proved
}

/**
 * The time at which the email may be sent, or null to send it now. An unconfirmed address gets one email every PAUSE_MS.
 * Sending an email reserves the address for that time, so only one of several servers sends. Retries of the same email are allowed.
 */
export async function waitUntil(
  { db, limits }: Pick<Shop, 'db' | 'limits'>,
  { topic, eventId }: { topic: string; eventId: string },
  to: string,
): Promise<Date | null> {
  if (limits['mails.perUnprovenAddress'] === 0 || (await isProved(db, topic))) return null
  const addressHash = hashMailbox(to)
  const now = new Date()
  const since = new Date(now.getTime() - PAUSE_MS)
  const held = await db.$executeRaw`
    INSERT INTO mail_pace (address_hash, event_id, at) VALUES (${addressHash}, ${eventId}, ${now})
    ON CONFLICT (address_hash) DO UPDATE SET event_id = excluded.event_id, at = excluded.at
    WHERE mail_pace.at <= ${since} OR mail_pace.event_id = excluded.event_id`
  if (held === 1) return null
  const last = await db.mailPace.findUnique({ where: { addressHash } })
  return new Date((last?.at ?? now).getTime() + PAUSE_MS)
}

/** Deletes reservations that have ended. */
export async function forgetPace({ db }: Pick<Shop, 'db'>): Promise<void> {
  const at = { lt: new Date(Date.now() - PAUSE_MS) }
  await inSteps((limit) => db.mailPace.deleteMany({ where: { at }, limit }))
}
