/**
 * Counts wrong passwords per account and network, and in total per account. The first count stops a single guesser without locking out the
 * owner on another network. The second stops many guessers who act together, but not the owner: a network or browser of an earlier login has
 * its own attempts. Right passwords are not counted, because many people share the guest account. The counts are in the database, so a restart or
 * a second server gives no extra attempts. They are checked before and after the comparison, so simultaneous guesses get no more either.
 */
import type { DbOrTx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import { Prisma } from '../../generated/prisma/client'
import { refusal } from '../../guards/refusal'
import { RULES } from '../../guards/rules'
import type { DomainError } from '../../shared/errors'
import { CLOCK_SLACK_MS } from '../clockSlack'
import type { HashedNetwork } from '../../guards/network'
import type { Shop } from '../shop'

/** The time after which wrong passwords and wrong codes are forgotten. */
const WINDOW_MS = RULES['passwords.perNetwork'].within

/** Stands for all networks together, in place of a network's hash. */
const EVERYWHERE = ''

/** The counts can be read or changed within a transaction. */
export interface Counting {
  db: DbOrTx
  limits: Shop['limits']
}

interface Attempt {
  email: string
  /** From shop.hashNetworks: the narrowest first. */
  networks: [HashedNetwork, ...HashedNetwork[]]
  /** From findOwnPlace: counts alone, outside the counts of wider networks and of the account. */
  ownPlace?: string | null
  /** Another rule than those of passwords. It counts only the narrowest network. */
  rule?: 'appCodes.perAccount'
}

/** Where the attempt is counted first. */
const narrowest = ({ ownPlace, networks }: Attempt): string => ownPlace ?? networks[0].hash

const tooMany = (until: Date): DomainError =>
  refusal('passwords.perNetwork', { retryAfterSeconds: Math.ceil((until.getTime() - Date.now()) / 1000) })

/** Throws TOO_MANY_ATTEMPTS if no attempts are left. */
export async function refuseLocked(shop: Counting, attempt: Attempt): Promise<void> {
  refuse(await shop.db.$queryRaw(locked(shop, attempt)))
}

interface Lock {
  window_to: Date
}

function refuse([lock]: Lock[]): void {
  if (lock) throw tooMany(lock.window_to)
}

interface Limited {
  /** A network's hash, or EVERYWHERE. */
  network: string
  /** 0 means no limit. */
  limit: number
}

/** The limit of the place where the attempt is counted first. */
const narrowestLimit = ({ limits }: Counting, { rule }: Attempt) => limits[rule ?? 'passwords.perNetwork']

function limitsOf(counting: Counting, attempt: Attempt): Limited[] {
  const { limits } = counting
  if (attempt.ownPlace != null || attempt.rule)
    return [{ network: narrowest(attempt), limit: narrowestLimit(counting, attempt) }]
  const perNetwork = attempt.networks.map(({ hash, times }) => ({
    network: hash,
    limit: limits[times === 1 ? 'passwords.perNetwork' : 'passwords.perWideNetwork'],
  }))
  return [...perNetwork, { network: EVERYWHERE, limit: limits['passwords.perAccount'] }]
}

/** The windows that are not over. */
function isOpen(now: Date): Prisma.Sql {
  return Prisma.sql`window_to BETWEEN ${now} AND ${new Date(+now + WINDOW_MS + CLOCK_SLACK_MS)}`
}

function locked(shop: Counting, attempt: Attempt): Prisma.Sql {
  const full = limitsOf(shop, attempt).map(
    ({ network, limit }) => Prisma.sql`(network = ${network} AND ${limit}::int > 0 AND count >= ${limit}::int)`,
  )
  return Prisma.sql`
    SELECT window_to FROM sign_in_failures
    WHERE email = ${attempt.email} AND ${isOpen(new Date())} AND (${Prisma.join(full, ' OR ')})
    ORDER BY window_to DESC LIMIT 1`
}

/** Throws TOO_MANY_ATTEMPTS if concurrent failures used up the last attempts. */
export async function countFailure(shop: Counting, attempt: Attempt): Promise<void> {
  const limits = limitsOf(shop, attempt)
  const counts = await addOne(
    shop,
    attempt.email,
    limits.map(({ network }) => network),
  )
  for (const { network, limit } of limits) {
    const { count, window_to } = counts.get(network)!
    if (limit > 0 && count > limit) throw tooMany(window_to)
  }
}

interface Count {
  network: string
  count: number
  window_to: Date
}

/** Adds one to each count. Starts a new window for a count whose window is over. Returns the counts by network. */
export async function addOne(shop: Counting, email: string, networks: string[]): Promise<Map<string, Count>> {
  const now = new Date()
  const windowTo = new Date(+now + WINDOW_MS)
  const latest = new Date(+windowTo + CLOCK_SLACK_MS)
  const values = networks.map((network) => Prisma.sql`(${email}, ${network}, 1, ${windowTo})`)
  const rows = await shop.db.$queryRaw<Count[]>`
    INSERT INTO sign_in_failures AS old (email, network, count, window_to) VALUES ${Prisma.join(values)}
    ON CONFLICT (email, network) DO UPDATE SET
      count = CASE WHEN old.window_to BETWEEN ${now} AND ${latest} THEN old.count + 1 ELSE 1 END,
      window_to = CASE WHEN old.window_to BETWEEN ${now} AND ${latest} THEN old.window_to ELSE excluded.window_to END
    RETURNING network, count, window_to`
  return new Map(rows.map((row) => [row.network, row]))
}

/**
 * Clears the failures of the narrowest network, or of the owner's place, after a correct password, unless that network has been locked in the meantime. Failures from other
 * networks are kept. Throws TOO_MANY_ATTEMPTS like refuseLocked, so a correct guess among a hundred concurrent ones is rejected as if it had
 * come last.
 */
export async function forgetFailures(shop: Counting, attempt: Attempt): Promise<void> {
  const { email } = attempt
  const attempts = narrowestLimit(shop, attempt)
  // One statement clears and checks; its condition excludes active locks.
  refuse(
    await shop.db.$queryRaw`
      WITH forgotten AS (
        DELETE FROM sign_in_failures WHERE email = ${email} AND network = ${narrowest(attempt)}
          AND (${attempts}::int = 0 OR count < ${attempts}::int OR NOT ${isOpen(new Date())})
      ) ${locked(shop, attempt)}`,
  )
}

/** Deletes the counts whose window is over. */
export async function forgetOldFailures({ db }: { db: Shop['db'] }): Promise<void> {
  const where = { windowTo: { lt: new Date() } }
  await inSteps((limit) => db.signInFailures.deleteMany({ where, limit }))
}
