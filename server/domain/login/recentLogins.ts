/**
 * Remembers the networks and the browser of an account's last logins. Strangers who use up the codes or password attempts of an address do
 * not lock out its owner there: a known network and the last browser have one more code an hour, and their own password attempts. Both apply
 * only to a verified address, because a stranger may have opened an unverified account.
 */
import { createHash } from 'node:crypto'
import type { DbOrTx, Tx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import type { User } from '../../generated/prisma/client'
import { CLOCK_SLACK_MS } from '../clockSlack'
import type { Shop } from '../shop'

/** Per account. An older network is forgotten. The rule `codes.reserve` names this number. */
export const MAX_KNOWN_NETWORKS = 5
const KEPT_MS = 180 * 24 * 60 * 60_000

/** The hash of the key that a browser made for itself. Null without a key. */
export const hashBrowser = (key: string | null | undefined): string | null =>
  key == null ? null : createHash('sha256').update(`cerashop browser ${key}`).digest('base64url')

interface Place {
  /** The hash of the narrowest network. */
  network: string
  browser: string | null
}

/** A login with a later time was stored while a clock was ahead. It must not count as the last one until that time. */
const latestLogin = (): Date => new Date(Date.now() + CLOCK_SLACK_MS)

/**
 * Records nothing for a demo account, which anyone may use. Returns false if the account's sessions have ended since `user` was read: its
 * owner may have changed the password or taken the account over, and this login must leave nothing behind.
 */
export async function recordLogin(
  db: DbOrTx,
  { id, isDemo, tokenVersion }: User,
  { network, browser }: Place,
): Promise<boolean> {
  if (isDemo) return true
  const recorded = await db.$executeRaw`
    INSERT INTO recent_login AS old (user_id, network, browser, at)
    SELECT id, ${network}, ${browser}, ${new Date()}::timestamptz FROM user_account
    WHERE id = ${id}::uuid AND token_version = ${tokenVersion} FOR SHARE
    ON CONFLICT (user_id, network) DO UPDATE SET browser = coalesce(excluded.browser, old.browser), at = excluded.at`
  await db.$executeRaw`
    DELETE FROM recent_login WHERE user_id = ${id}::uuid AND network NOT IN (
      SELECT network FROM recent_login WHERE user_id = ${id}::uuid
      ORDER BY at > ${latestLogin()}, at DESC, network LIMIT ${MAX_KNOWN_NETWORKS})`
  return recorded > 0
}

/** For the end of all sessions: a thief who knew the password may have logged in, so no place is the owner's any more. */
export async function forgetPlaces(tx: Tx, userId: string): Promise<void> {
  await tx.recentLogin.deleteMany({ where: { userId } })
}

/** True if the owner of the address logged in from the network before. */
export async function isKnownNetwork(db: DbOrTx, email: string, network: string): Promise<boolean> {
  const user = { email, emailVerifiedAt: { not: null } }
  return (await db.recentLogin.count({ where: { network, at: { lte: latestLogin() }, user } })) > 0
}

/** True if the browser is the one in which the owner of the address logged in last. */
export async function isLastBrowser(db: DbOrTx, email: string, browser: string | null): Promise<boolean> {
  const last = await db.recentLogin.findFirst({
    where: { browser: { not: null }, at: { lte: latestLogin() }, user: { email, emailVerifiedAt: { not: null } } },
    orderBy: { at: 'desc' },
  })
  return last !== null && last.browser === browser
}

/** The hash of the last browser or known network at this place. Null if the owner of the address did not log in there before. */
export async function findOwnPlace(db: DbOrTx, email: string, { network, browser }: Place): Promise<string | null> {
  if (browser !== null && (await isLastBrowser(db, email, browser))) return browser
  return (await isKnownNetwork(db, email, network)) ? network : null
}

export async function forgetLogins({ db }: { db: Shop['db'] }): Promise<void> {
  const at = { lt: new Date(Date.now() - KEPT_MS) }
  await inSteps((limit) => db.recentLogin.deleteMany({ where: { at }, limit }))
}
