/**
 * Remembers the networks and the browser of an account's last logins. If strangers use up the codes for an address, the owner still gets one
 * on a known network. If strangers' guesses close codes for an address, the browser of the last login still gets codes. Both apply only to
 * a verified address, because a stranger may have opened an unverified account.
 */
import { createHash } from 'node:crypto'
import type { DbOrTx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import type { User } from '../../generated/prisma/client'
import type { Shop } from '../shop'

/** Per account. An older network is forgotten. */
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

/** Does nothing for a demo account, which anyone may use. */
export async function recordLogin(db: DbOrTx, { id, isDemo }: User, { network, browser }: Place): Promise<void> {
  if (isDemo) return
  await db.$executeRaw`
    INSERT INTO recent_login AS old (user_id, network, browser, at) VALUES (${id}::uuid, ${network}, ${browser}, ${new Date()})
    ON CONFLICT (user_id, network) DO UPDATE SET browser = coalesce(excluded.browser, old.browser), at = excluded.at`
  await db.$executeRaw`
    DELETE FROM recent_login WHERE user_id = ${id}::uuid AND network NOT IN (
      SELECT network FROM recent_login WHERE user_id = ${id}::uuid ORDER BY at DESC, network LIMIT ${MAX_KNOWN_NETWORKS})`
}

/** True if the owner of the address logged in from the network before. */
export async function isKnownNetwork(db: DbOrTx, email: string, network: string): Promise<boolean> {
  const user = { email, emailVerifiedAt: { not: null } }
  return (await db.recentLogin.count({ where: { network, user } })) > 0
}

/** True if the browser is the one in which the owner of the address logged in last. */
export async function isLastBrowser(db: DbOrTx, email: string, browser: string | null): Promise<boolean> {
  const last = await db.recentLogin.findFirst({
    where: { browser: { not: null }, user: { email, emailVerifiedAt: { not: null } } },
    orderBy: { at: 'desc' },
  })
  return last !== null && last.browser === browser
}

export async function forgetLogins({ db }: { db: Shop['db'] }): Promise<void> {
  const at = { lt: new Date(Date.now() - KEPT_MS) }
  await inSteps((limit) => db.recentLogin.deleteMany({ where: { at }, limit }))
}
