/**
 * Six-digit codes that are emailed to an address. Entering a code proves that a person reads the email at that address. A code works only
 * together with the id of the request that it was emailed for, so strangers can neither use up nor guess the owner's codes. The database
 * stores no code: the server derives it from the row's id and its own secret.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { DbOrTx, Tx } from '../../../database/db'
import { inSteps } from '../../../database/inSteps'
import { DomainError } from '../../../shared/errors'
import { addMessages } from '../../../outbox/outbox'
import { CLOCK_SLACK_MS } from '../../clockSlack'
import { accountMessage, type CodeMailKind, type NoticeKind } from '../../mail/account/accountMail'
import { hashMailbox } from '../../mail/mailbox'
import type { HashedNetwork } from '../../network'
import type { Shop } from '../../shop'
import { isKnownNetwork, isLastBrowser, MAX_KNOWN_NETWORKS } from '../recentLogins'
import { countWrong, findClosing, forgetWrong, keyOfAddress, WRONG_MAIL_CODES } from '../wrongTotals'

/** How long a code is valid. The email states this time. */
export const CODE_MINUTES = 10
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOTICE = 'NOTICE'
/** The outbox keeps trying to send an email for three days. */
const NOTICE_LIFETIME_MS = 7 * 24 * HOUR_MS
/** The time for which an invitation and its address are kept after it expires. */
const INVITATION_KEPT_MS = 30 * 24 * HOUR_MS
/** The number of networks that can use up their share of a mailbox's codes. */
const MOST_NETWORKS = 4
/** The number of such networks that may belong to the same wider network, for example to one line with many IPv6 networks. */
const MAX_NETWORKS_OF_ONE = 2
/** The number of wrong attempts that invalidate a request's code. */
const MOST_FAILURES = 5
const REQUEST_ID_BYTES = 16

const hashOfRequest = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** What a code proves: that a person reads the email sent to `email`. */
interface Provable {
  email: string
  /** The account that gets the address as its new email. Null for a login code. */
  userId: string | null
}

/** A request for a code. */
export interface CodeRequest extends Provable {
  /** From shop.hashNetworks: the networks that sent the request, the narrowest first. */
  networks: [HashedNetwork, ...HashedNetwork[]]
  /** The hash of the browser's key, or null. */
  browser: string | null
}

const purposeOf = (userId: string | null) => (userId === null ? 'LOGIN' : 'CHANGE')

/** The times of the rows that were made within `ms` before now. */
const within = (ms: number) => ({ gt: new Date(Date.now() - ms), lt: new Date(Date.now() + CLOCK_SLACK_MS) })

/**
 * Emails a new code to the address, and returns the id of the request. It reveals in no way whether the address has an account. Throws
 * TOO_MANY_ATTEMPTS if settings.codes.perMailboxAndHour codes were sent to the mailbox within an hour, or if wrong codes closed the address.
 */
export async function mailCode(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  to: CodeRequest,
  type: CodeMailKind,
): Promise<string> {
  await refuseTooSoon(shop, tx, to)
  return addCode(tx, to, type)
}

/** Throws TOO_MANY_ATTEMPTS as mailCode does, but sends no email. */
export async function refuseTooSoon(shop: Pick<Shop, 'settings'>, tx: Tx, to: CodeRequest): Promise<void> {
  const refusal = await findRefusal(shop, tx, to)
  if (refusal) throw new DomainError('TOO_MANY_ATTEMPTS', { field: 'email', ...refusal })
}

export function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Like mailCode, but returns null and sends nothing if the mailbox may not get a code now. */
export async function mailCodeIfAllowed(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  to: CodeRequest,
  type: CodeMailKind,
): Promise<string | null> {
  return (await findRefusal(shop, tx, to)) ? null : addCode(tx, to, type)
}

interface Refusal {
  retryAfterSeconds: number
  message: string
}

const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / 1000))

/** Locks the mailbox until the transaction ends, so concurrent requests are counted one by one. */
async function findRefusal(shop: Pick<Shop, 'settings'>, tx: Tx, to: CodeRequest): Promise<Refusal | null> {
  const mailboxHash = hashMailbox(to.email)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mail code ${mailboxHash}`}, 0))`
  return (await findClosed(tx, to)) ?? findTooMany(shop, tx, to, mailboxHash)
}

async function findClosed(tx: Tx, { email, browser }: CodeRequest): Promise<Refusal | null> {
  const closing = await findClosing(tx, WRONG_MAIL_CODES, keyOfAddress(email))
  if (!closing || (await isLastBrowser(tx, email, browser))) return null
  const message =
    'Too many wrong codes were entered for this address, so codes are closed for a day. You can ask for one in the browser in which you last logged in, or use your password.'
  return { retryAfterSeconds: secondsUntil(+closing.until), message }
}

async function findTooMany(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  { email, networks: [{ hash: network }, ...wider] }: CodeRequest,
  mailboxHash: string,
): Promise<Refusal | null> {
  const { perMailboxAndHour: most } = settings.codes
  if (most === 0) return null
  const recent = await tx.mailCode.findMany({
    where: { mailboxHash, purpose: { not: NOTICE }, createdAt: within(HOUR_MS) },
    orderBy: { createdAt: 'desc' },
    take: most * MOST_NETWORKS + MAX_KNOWN_NETWORKS,
    select: { createdAt: true, network: true, wideNetworks: true },
  })
  // Each network has its own share, so a stranger on another network cannot use up the owner's codes.
  const own = recent.filter((code) => code.network === network)
  const ofOthers = [
    ...wider.map(
      ({ hash }) => recent.filter((code) => code.wideNetworks.includes(hash))[most * MAX_NETWORKS_OF_ONE - 1],
    ),
    recent[most * MOST_NETWORKS - 1],
  ].find((code) => code !== undefined)
  const oldest = own[most - 1] ?? ofOthers
  if (!oldest) return null
  // If strangers used up the codes, a network from which the owner logged in before still gets one.
  if (own.length === 0 && (await isKnownNetwork(tx, email, network))) return null
  const retryAfterSeconds = secondsUntil(+oldest.createdAt + HOUR_MS)
  const message = `This address already got several codes. Use the newest one, or ask again in ${minutesText(retryAfterSeconds)}.`
  return { retryAfterSeconds, message }
}

async function addCode(tx: Tx, { email, userId, networks, browser }: CodeRequest, type: CodeMailKind): Promise<string> {
  const requestId = randomBytes(REQUEST_ID_BYTES).toString('base64url')
  const mailboxHash = hashMailbox(email)
  const [network, ...wideNetworks] = networks.map(({ hash }) => hash)
  const requestHash = hashOfRequest(requestId)
  const isOwnBrowser = await isLastBrowser(tx, email, browser)
  const hashes = { network: network!, wideNetworks, mailboxHash, requestHash }
  const data = { email, userId, purpose: purposeOf(userId), isOwnBrowser, ...hashes }
  const { id, createdAt } = await tx.mailCode.create({ data })
  await addMessages(tx, [accountMessage(id, { type, at: createdAt.toISOString() })])
  return requestId
}

/** A code as a person entered it, and the id of its request. */
export interface EnteredCode {
  code: string
  requestId: string
}

/** A login code is bound to an address. The code for a new email is bound to the account. */
type Owner = { email: string; userId: null } | { userId: string }

/**
 * Uses the code, and returns the address that it was emailed to. Returns null if the code is wrong, expired or used, or belongs to another
 * request; the request then has one fewer attempt left. The caller must commit the transaction in both cases.
 */
export async function takeCode(
  { mailCodes }: Pick<Shop, 'mailCodes'>,
  tx: Tx,
  owner: Owner,
  { code, requestId }: EnteredCode,
): Promise<string | null> {
  const email = 'email' in owner ? owner.email : null
  const { gt, lt } = within(CODE_MINUTES * MINUTE_MS)
  // The row is locked, so concurrent calls see each other's failures.
  const [row] = await tx.$queryRaw<{ id: string; email: string; is_own_browser: boolean; created_at: Date }[]>`
    SELECT id::text, email, is_own_browser, created_at FROM mail_code
    WHERE request_hash = ${hashOfRequest(requestId)} AND purpose = ${purposeOf(owner.userId)}
      AND user_id IS NOT DISTINCT FROM ${owner.userId}::uuid AND email = coalesce(${email}, email)
      AND used_at IS NULL AND failures < ${MOST_FAILURES} AND created_at > ${gt} AND created_at < ${lt}
    FOR UPDATE`
  if (!row) return null
  const closing = await findClosing(tx, WRONG_MAIL_CODES, keyOfAddress(row.email))
  // While an address is closed, only the browser of the last login gets new codes. Other browsers' earlier codes no longer work.
  if (closing && !row.is_own_browser && row.created_at < closing.since) return null
  if (mailCodes.matches(row.id, code)) {
    await tx.mailCode.update({ where: { id: row.id }, data: { usedAt: new Date() } })
    await forgetWrong(tx, WRONG_MAIL_CODES, keyOfAddress(row.email))
    return row.email
  }
  await tx.mailCode.update({ where: { id: row.id }, data: { failures: { increment: 1 } } })
  const isClosing = await countWrong(tx, WRONG_MAIL_CODES, keyOfAddress(row.email))
  // Written for every address, so that the time does not reveal accounts. Without an account, no email is sent.
  if (isClosing) await mailNotice(tx, row.email, 'CODES_CLOSED')
  return null
}

/** Emails a notice to an address that the account may no longer have. */
export async function mailNotice(tx: Tx, email: string, type: NoticeKind): Promise<void> {
  const data = { email, purpose: NOTICE, mailboxHash: hashMailbox(email), usedAt: new Date() }
  const { id, createdAt } = await tx.mailCode.create({ data })
  await addMessages(tx, [accountMessage(id, { type, at: createdAt.toISOString() })])
}

/**
 * Deletes codes that are no longer valid and no longer count towards a limit. Also deletes old notices with their addresses, and
 * long-expired invitations.
 */
export async function forgetCodes({ db }: { db: Shop['db'] }): Promise<void> {
  const before = (ms: number) => ({ lt: new Date(Date.now() - ms) })
  const where = {
    OR: [{ purpose: { not: NOTICE }, createdAt: before(HOUR_MS) }, { createdAt: before(NOTICE_LIFETIME_MS) }],
  }
  await inSteps((limit) => db.mailCode.deleteMany({ where, limit }))
  const expiresAt = before(INVITATION_KEPT_MS)
  await inSteps((limit) => db.staffInvitation.deleteMany({ where: { expiresAt }, limit }))
}

/** The address that a code was emailed to, or null if the code or its account was deleted. */
export const findCodeAddress = async (db: DbOrTx, id: string): Promise<string | null> =>
  (await db.mailCode.findUnique({ where: { id }, select: { email: true } }))?.email || null
