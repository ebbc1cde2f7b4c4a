/**
 * Six-digit codes that are emailed to an address. Entering a code proves that a person reads the email at that address. The last three
 * codes for an address are valid, so a stranger who requests codes does not invalidate the owner's. The database stores no code: the server
 * derives it from the row's id and its own secret.
 */
import type { DbOrTx, Tx } from '../../../database/db'
import { inSteps } from '../../../database/inSteps'
import type { Prisma } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { addMessages } from '../../../outbox/outbox'
import { accountMessage, type CodeMailKind, type NoticeKind } from '../../mail/account/accountMail'
import { hashMailbox } from '../../mail/mailbox'
import type { Shop } from '../../shop'

/** How long a code is valid. The email states this time. */
export const CODE_MINUTES = 10
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The number of an address's newest codes that are valid. */
const MOST_VALID = 3
const NOTICE = 'NOTICE'
/** The outbox keeps trying to send an email for three days. */
const NOTICE_LIFETIME_MS = 7 * 24 * HOUR_MS
/** The time for which an invitation and its address are kept after it expires. */
const INVITATION_KEPT_MS = 30 * 24 * HOUR_MS
/** The number of networks that can use up their share of a mailbox's codes. */
const MOST_NETWORKS = 4
/** The number of wrong attempts that invalidate a code. */
const MOST_FAILURES = 5

/** What a code proves: that a person reads the email sent to `email`. */
export interface Provable {
  email: string
  /** The account that gets the address as its new email. Null for a login code. */
  userId: string | null
}

/** A request for a code, from the network with this hash. */
export interface CodeRequest extends Provable {
  network: string
}

const purposeOf = ({ userId }: Provable) => (userId === null ? 'LOGIN' : 'CHANGE')

/**
 * Emails a new code to the address. It does not look up the account, so neither its statements nor its result reveal whether one exists.
 * Throws TOO_MANY_ATTEMPTS if settings.codes.perMailboxAndHour codes were sent to the mailbox within an hour.
 */
export async function mailCode(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  to: CodeRequest,
  type: CodeMailKind,
): Promise<void> {
  await refuseTooSoon(shop, tx, to)
  await addCode(tx, to, type)
}

/** Throws TOO_MANY_ATTEMPTS as mailCode does, but sends no email. */
export async function refuseTooSoon(shop: Pick<Shop, 'settings'>, tx: Tx, to: CodeRequest): Promise<void> {
  const retryAfterSeconds = await tooSoon(shop, tx, to)
  if (retryAfterSeconds === null) return
  const message = `This address already got several codes. Use the newest one, or ask again in ${minutesText(retryAfterSeconds)}.`
  throw new DomainError('TOO_MANY_ATTEMPTS', { field: 'email', retryAfterSeconds, message })
}

export function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Like mailCode, but sends nothing if the mailbox has already received too many codes. */
export async function mailCodeIfAllowed(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  to: CodeRequest,
  type: CodeMailKind,
): Promise<void> {
  if ((await tooSoon(shop, tx, to)) === null) await addCode(tx, to, type)
}

/** Locks the mailbox until the transaction ends, so concurrent requests are counted one by one. */
async function tooSoon(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  { email, network }: CodeRequest,
): Promise<number | null> {
  const { perMailboxAndHour: most } = settings.codes
  const mailboxHash = hashMailbox(email)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mail code ${mailboxHash}`}, 0))`
  if (most === 0) return null
  const now = Date.now()
  const recent = await tx.mailCode.findMany({
    where: { mailboxHash, purpose: { not: NOTICE }, createdAt: { gt: new Date(now - HOUR_MS) } },
    orderBy: { createdAt: 'desc' },
    take: most * MOST_NETWORKS,
    select: { createdAt: true, network: true },
  })
  // Each network has its own share, so a stranger on another network cannot use up the owner's codes.
  const oldest = recent.filter((code) => code.network === network)[most - 1] ?? recent[most * MOST_NETWORKS - 1]
  return oldest ? Math.max(1, Math.ceil((+oldest.createdAt + HOUR_MS - now) / 1000)) : null
}

async function addCode(tx: Tx, to: CodeRequest, type: CodeMailKind): Promise<void> {
  const data = { ...to, purpose: purposeOf(to), mailboxHash: hashMailbox(to.email) }
  const { id, createdAt } = await tx.mailCode.create({ data })
  await addMessages(tx, [accountMessage(id, { type, at: createdAt.toISOString() })])
}

/**
 * Uses the code, which also invalidates the other codes for the address. Returns false if the code is wrong, expired or used; each valid
 * code for the address then has one fewer attempt left. The caller must commit the transaction in both cases.
 */
export async function takeCode(
  { mailCodes }: Pick<Shop, 'mailCodes'>,
  tx: Tx,
  of: Provable,
  code: string,
): Promise<boolean> {
  const { email, userId } = of
  const now = new Date()
  const valid = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM mail_code
    WHERE email = ${email} AND purpose = ${purposeOf(of)} AND user_id IS NOT DISTINCT FROM ${userId}::uuid AND created_at > ${new Date(+now - CODE_MINUTES * MINUTE_MS)}
    ORDER BY created_at DESC, id DESC LIMIT ${MOST_VALID} FOR UPDATE`
  const ids = valid.map(({ id }) => id)
  // The rows are locked now, so concurrent calls see each other's failures.
  const usable = await tx.mailCode.findMany({
    where: { id: { in: ids }, usedAt: null, failures: { lt: MOST_FAILURES } },
  })
  const isRight = usable.filter(({ id }) => mailCodes.matches(id, code)).length > 0
  const data: Prisma.MailCodeUpdateManyMutationInput = isRight ? { usedAt: now } : { failures: { increment: 1 } }
  await tx.mailCode.updateMany({ where: { id: { in: ids } }, data })
  return isRight
}

/** The new email that the account has requested. Null if it has requested none. */
export async function findNextEmail(db: DbOrTx, userId: string): Promise<string | null> {
  const createdAt = { gt: new Date(Date.now() - CODE_MINUTES * MINUTE_MS) }
  const found = await db.mailCode.findFirst({
    where: { userId, purpose: 'CHANGE', createdAt },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return found?.email ?? null
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
