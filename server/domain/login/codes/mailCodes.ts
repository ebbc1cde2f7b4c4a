/**
 * Six-digit codes that are emailed to an address. Entering a code proves that a person reads the email at that address. A code works only
 * together with the id of the request that it was emailed for, so strangers can neither use up nor guess the owner's codes. The database
 * stores no code: the server derives it from the row's id and its own secret.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../database/db'
import { inSteps } from '../../../database/inSteps'
import type { MailCode } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { addMessages } from '../../../outbox/outbox'
import { CLOCK_SLACK_MS } from '../../clockSlack'
import { accountMessage, CODE_MINUTES, type CodeMailKind, type NoticeKind } from '../../accounts/accountMail'
import { hashMailbox } from '../../accounts/mailbox'
import type { HashedNetwork } from '../../../guards/network'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations'
import type { Limits } from '../../../guards/limits'
import { refusal, textOf, type Refusing } from '../../../guards/refusal'
import { RULES } from '../../../guards/rules'
import type { Shop } from '../../shop'
import { isKnownNetwork, isLastBrowser, MAX_KNOWN_NETWORKS } from '../recentLogins'
import { countWrong, findClosing, forgetWrong, keyOfAddress, WRONG_MAIL_CODES } from '../wrongTotals'
import { countWrongOfNetworks } from './wrongCodes'

const NOTICE = 'NOTICE'
/** The outbox keeps trying to send an email for three days. */
const NOTICE_LIFETIME_MS = 7 * DAY_MS
/** The time for which an invitation and its address are kept after it expires. */
const INVITATION_KEPT_MS = 30 * DAY_MS
/** The number of wrong attempts that invalidate a request's code. */
const MAX_FAILURES = RULES['wrongCodes.perRequest'].most
const REQUEST_ID_BYTES = 16
/** Per mailbox and hour: one for each known network and one for the last browser. */
const MAX_RESERVES = MAX_KNOWN_NETWORKS + 1

type CodeShop = Pick<Shop, 'settings' | 'limits'>

const hashOfRequest = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** What a code proves: that a person reads the email sent to `email`. */
interface Provable {
  email: string
  /** The account that gets the address as its new email. Null for a login code. */
  userId: string | null
  /** True for a code that confirms the address for a product notice. It does not log in, so asking a person for it is harmless. */
  isNews?: true
}

/** A request for a code. */
export interface CodeRequest extends Provable {
  /** From shop.hashNetworks: the networks that sent the request, the narrowest first. */
  networks: [HashedNetwork, ...HashedNetwork[]]
  /** The hash of the browser's key, or null. */
  browser: string | null
}

const purposeOf = ({ userId, isNews }: Pick<Provable, 'userId' | 'isNews'>) =>
  isNews ? 'NEWS' : userId === null ? 'LOGIN' : 'CHANGE'

/** The times of the rows that were made within `ms` before now. */
const within = (ms: number) => ({ gt: new Date(Date.now() - ms), lt: new Date(Date.now() + CLOCK_SLACK_MS) })

/**
 * Emails a new code to the address, and returns the id of the request. Throws TOO_MANY_ATTEMPTS if the mailbox got its codes of the hour
 * (the rules `codes.perMailbox`), or if wrong codes closed the address. Whether it throws can depend on the account only at a place of the
 * owner's earlier logins (see recentLogins.ts).
 */
export async function mailCode(shop: CodeShop, tx: Tx, to: CodeRequest, type: CodeMailKind): Promise<string> {
  const decision = await decide(shop, tx, to)
  if (decision.error) throw tooMany(decision.error)
  return addCode(tx, to, decision, type)
}

/** Like mailCode, but returns null and sends nothing if the mailbox may not get a code now. */
export async function mailCodeIfAllowed(
  shop: CodeShop,
  tx: Tx,
  to: CodeRequest,
  type: CodeMailKind,
): Promise<string | null> {
  const decision = await decide(shop, tx, to)
  return decision.error ? null : addCode(tx, to, decision, type)
}

/**
 * The error of a request that exceeds a limit, or null. Counts the request for its network, but only if the mailbox may get a code, so that
 * requests without an email do not use up the codes of neighbours. A place of the owner's earlier logins is not counted: neighbours cannot
 * close it. `address` is the caller's network address.
 */
export async function findCodeError(shop: Shop, address: string, to: CodeRequest): Promise<DomainError | null> {
  const { error, isOwnPlace } = await shop.db.$transaction((tx) => decide(shop, tx, to))
  if (error) return tooMany(error)
  const retryAfterSeconds = isOwnPlace ? null : await shop.codesPerAddress(address)
  if (retryAfterSeconds === null) return null
  return tooMany({ rule: 'codes.perNetwork', retryAfterSeconds })
}

interface LimitError {
  rule: Refusing
  retryAfterSeconds: number
}

const tooMany = ({ rule, retryAfterSeconds }: LimitError): DomainError =>
  refusal(rule, { field: 'email', retryAfterSeconds })

const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / 1000))

interface Decision {
  error: LimitError | null
  /** True on a network or in a browser of the owner's earlier logins. */
  isOwnPlace: boolean
  /** True in the browser of the owner's last login. */
  isOwnBrowser: boolean
  /** True if the code exceeds the limits. */
  isReserve: boolean
}

/**
 * Locks the mailbox until the transaction ends, so concurrent requests are counted one by one. Runs the same statements for every address,
 * so that they do not reveal accounts.
 */
async function decide({ limits }: CodeShop, tx: Tx, to: CodeRequest): Promise<Decision> {
  const mailboxHash = hashMailbox(to.email)
  const network = to.networks[0].hash
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mail code ${mailboxHash}`}, 0))`
  const isOwnBrowser = await isLastBrowser(tx, to.email, to.browser)
  const isOwnPlace = (await isKnownNetwork(tx, to.email, network)) || isOwnBrowser
  const closedUntil = to.isNews ? null : await findClosing(tx, WRONG_MAIL_CODES, keyOfAddress(to.email))
  const recent = await tx.mailCode.findMany({
    where: { mailboxHash, purpose: { not: NOTICE }, createdAt: within(HOUR_MS) },
    orderBy: { createdAt: 'desc' },
    // Codes for notices and those for logins are counted apart.
    take: 2 * (limits['codes.perMailbox'] + MAX_RESERVES),
    select: { createdAt: true, network: true, wideNetworks: true, purpose: true, isReserve: true, isOwnBrowser: true },
  })
  // Asking about sold-out products leaves the codes that log in. Notices also count these, so that a mailbox gets few emails.
  const counted = to.isNews ? recent : recent.filter(({ purpose }) => purpose !== 'NEWS')
  const error = closedUntil ? closed(closedUntil) : findTooMany(limits, counted, to)
  const reserves = counted.filter(
    (code) => code.isReserve && code.isOwnBrowser === isOwnBrowser && (isOwnBrowser || code.network === network),
  )
  const isReserve = error !== null && isOwnPlace && reserves.length < RULES['codes.reserve'].most
  return { error: isReserve ? null : error, isOwnPlace, isOwnBrowser, isReserve }
}

const closed = (until: Date): LimitError => ({ rule: 'wrongCodes.inARow', retryAfterSeconds: secondsUntil(+until) })

type RecentCode = Pick<MailCode, 'createdAt' | 'network' | 'wideNetworks' | 'purpose'>

/** The recent codes are sorted newest first. */
function findTooMany(
  limits: Limits,
  recent: RecentCode[],
  { networks: [{ hash: network }, ...wider], isNews }: CodeRequest,
): LimitError | null {
  // Each network has its own share, so a stranger on one other network cannot use up the owner's codes. Strangers on four networks can: the
  // owner then has the reserve of earlier places.
  const isAlike = ({ purpose }: RecentCode) => !isNews || purpose === 'NEWS'
  const counts: [rule: Refusing & `codes.perMailbox${string}`, codes: RecentCode[]][] = [
    ['codes.perMailboxAndNetwork', recent.filter((code) => code.network === network && isAlike(code))],
    ...wider.map(({ hash }): (typeof counts)[number] => [
      'codes.perMailboxAndWideNetwork',
      recent.filter((code) => code.wideNetworks.includes(hash)),
    ]),
    ['codes.perMailbox', recent],
  ]
  for (const [rule, codes] of counts) {
    // Undefined if the limit is not reached, or 0.
    const oldest = codes[limits[rule] - 1]
    if (oldest) return { rule, retryAfterSeconds: secondsUntil(+oldest.createdAt + HOUR_MS) }
  }
  return null
}

async function addCode(
  tx: Tx,
  { email, networks, ...of }: CodeRequest,
  { isOwnBrowser, isReserve }: Decision,
  type: CodeMailKind,
): Promise<string> {
  const requestId = randomBytes(REQUEST_ID_BYTES).toString('base64url')
  const mailboxHash = hashMailbox(email)
  const [network, ...wideNetworks] = networks.map(({ hash }) => hash)
  const requestHash = hashOfRequest(requestId)
  const hashes = { network: network!, wideNetworks: { set: wideNetworks }, mailboxHash, requestHash }
  const data = { email, userId: of.userId, purpose: purposeOf(of), isOwnBrowser, isReserve, ...hashes }
  const { id, createdAt } = await tx.mailCode.create({ data })
  await addMessages(tx, [accountMessage(id, { type, at: createdAt.toISOString() })])
  return requestId
}

/** A code as a person entered it, and the id of its request. */
interface EnteredCode {
  code: string
  requestId: string
  /** From shop.hashNetworks: the networks of the person. */
  networks: HashedNetwork[]
}

/** A login code is bound to an address. The code for a new email is bound to the account. */
export type Owner = { email: string; userId: null; isNews?: true } | { userId: string }

/** The address that the code was emailed to, or the error. */
type Taken = { email: string } | { error: DomainError }

/** Only the caller who has the id of a request learns why its code does not work. */
const refused = (message?: string): Taken => ({
  error: new DomainError('CODE_INVALID', { field: 'code', ...(message !== undefined && { message }) }),
})

/** How to get another code. A change of email needs the password or another code first. */
const howToGoOn = ({ userId }: Owner): string =>
  userId === null ? 'Request a new code.' : 'Start the change of email again.'

/**
 * Uses the code. If it is wrong, the request has one fewer attempt left. The caller must commit the transaction in both cases. The locks follow
 * the order in lockCart.ts.
 */
export async function takeCode(
  { mailCodes, limits }: Pick<Shop, 'mailCodes' | 'limits'>,
  tx: Tx,
  owner: Owner,
  { code, requestId, networks }: EnteredCode,
): Promise<Taken> {
  const email = 'email' in owner ? owner.email : null
  const isNews = 'isNews' in owner && owner.isNews === true
  const goOn = howToGoOn(owner)
  const ended = `${textOf('wrongCodes.perRequest')} ${goOn}`
  // The row is locked, so concurrent calls see each other's failures.
  const [row] = await tx.$queryRaw<RequestRow[]>`
    SELECT id::text, email, created_at, failures, used_at FROM mail_code
    WHERE request_hash = ${hashOfRequest(requestId)} AND purpose = ${purposeOf(owner)}
      AND user_id IS NOT DISTINCT FROM ${owner.userId}::uuid AND email = coalesce(${email}, email)
    FOR UPDATE`
  if (!row) return refused()
  const { gt, lt } = within(CODE_MINUTES * MINUTE_MS)
  if (row.used_at) return refused(`This code was used already. ${goOn}`)
  if (row.failures >= MAX_FAILURES) return refused(ended)
  if (row.created_at <= gt || row.created_at >= lt) return refused(`This code has expired. ${goOn}`)
  const key = keyOfAddress(row.email)
  if (mailCodes.matches(row.id, code)) {
    await tx.mailCode.update({ where: { id: row.id }, data: { usedAt: new Date() } })
    if (!isNews) await forgetWrong(tx, WRONG_MAIL_CODES, key)
    return { email: row.email }
  }
  const isNetworkFull = await countWrongOfNetworks({ db: tx, limits }, networks)
  const failures = isNetworkFull ? MAX_FAILURES : row.failures + 1
  await tx.mailCode.update({ where: { id: row.id }, data: { failures } })
  const isClosing = !isNews && (await countWrong(tx, WRONG_MAIL_CODES, key))
  // Written for every address, so that the time does not reveal accounts. Without an account, no email is sent.
  if (isClosing) await mailNotice(tx, row.email, 'CODES_CLOSED')
  if (isNetworkFull) {
    const message = `${textOf('wrongCodes.perNetwork')} ${goOn}`
    return { error: refusal('wrongCodes.perNetwork', { field: 'code', message }) }
  }
  if (failures >= MAX_FAILURES) return refused(ended)
  return refused('This code is wrong. Use the code of the newest email, on the page where you asked for it.')
}

interface RequestRow {
  id: string
  email: string
  created_at: Date
  failures: number
  used_at: Date | null
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
