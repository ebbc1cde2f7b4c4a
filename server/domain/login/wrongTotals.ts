/**
 * Counts wrong codes in a row, from all networks and without a time window. At the limit, codes close for a day. A right code ends the count.
 * Limits per network cannot do this: an attacker with enough networks and time would find a code of six digits.
 */
import { createHash } from 'node:crypto'
import type { DbOrTx, Tx } from '../../database/db'
import type { User } from '../../generated/prisma/client'
import { RULES } from '../../guards/rules'
import { CLOCK_SLACK_MS } from '../clockSlack'
import { DAY_MS } from '../../shared/durations'

/** Without another wrong code, a count is forgotten after this time. */
const KEPT_MS = 30 * DAY_MS

interface Total {
  /** Stored in place of a network. No network's hash contains a blank. */
  name: string
  max: number
}

/** Emailed codes of logins and changes, per `keyOfAddress`. Those for product notices open no account, so they are not counted. */
export const WRONG_MAIL_CODES: Total = { name: 'wrong codes', max: RULES['wrongCodes.inARow'].most }
/** Codes of an authenticator app, per account's id. */
export const WRONG_APP_CODES: Total = { name: 'wrong app codes', max: RULES['appCodes.inARow'].most }

/** Stands for an address in the counts, because the address may belong to no shopper. Each spelling of a mailbox counts on its own. */
export const keyOfAddress = (email: string): string =>
  createHash('sha256').update(`cerashop wrong codes ${email}`).digest('base64url')

/**
 * Deletes the counts of wrong codes and passwords for the account's address. Does nothing for an unverified address, because its counts
 * belong to the mailbox's owner: a stranger could reset them with an account of that address.
 */
export async function forgetWrongs(tx: Tx, { email, emailVerifiedAt }: User): Promise<void> {
  if (emailVerifiedAt) await tx.signInFailures.deleteMany({ where: { email: { in: [email, keyOfAddress(email)] } } })
}

/** When codes open again. Null if they are not closed. */
export async function findClosing(db: DbOrTx, { name, max }: Total, key: string): Promise<Date | null> {
  const now = Date.now()
  const row = await db.signInFailures.findUnique({ where: { email_network: { email: key, network: name } } })
  if (!row || row.count < max) return null
  const until = row.windowTo
  const isNow = +until >= now && +until <= now + DAY_MS + CLOCK_SLACK_MS
  return isNow ? until : null
}

/** Returns true if this wrong code closes codes. Further wrong codes do not prolong the day. */
export async function countWrong(tx: Tx, { name, max }: Total, key: string): Promise<boolean> {
  const now = Date.now()
  const [at, dayEnd, keptTo] = [new Date(now), new Date(now + DAY_MS), new Date(now + KEPT_MS)]
  const latest = new Date(+keptTo + CLOCK_SLACK_MS)
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    INSERT INTO sign_in_failures AS old (email, network, count, window_to) VALUES (${key}, ${name}, 1, ${keptTo})
    ON CONFLICT (email, network) DO UPDATE SET
      count = CASE WHEN old.window_to NOT BETWEEN ${at} AND ${latest} THEN 1 ELSE old.count + 1 END,
      window_to = CASE
        WHEN old.window_to NOT BETWEEN ${at} AND ${latest} OR old.count + 1 < ${max}::int THEN excluded.window_to
        WHEN old.count + 1 = ${max}::int THEN ${dayEnd}
        ELSE old.window_to END
    RETURNING count`
  return row!.count === max
}

export async function forgetWrong(tx: Tx, { name }: Total, key: string): Promise<void> {
  await tx.signInFailures.deleteMany({ where: { email: key, network: name } })
}
