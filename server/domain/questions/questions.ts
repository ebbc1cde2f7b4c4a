/**
 * Questions that visitors and buyers send to the studio. Each becomes one email to CONTACT_EMAIL, to which the studio replies. The shop sends
 * nothing to the address that the person typed, because it may be a stranger's.
 */
import type { DbOrTx, Tx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import { Prisma, type User } from '../../generated/prisma/client'
import { guard, type Bound } from '../../guards/guard'
import type { Limits } from '../../guards/limits'
import type { HashedNetwork } from '../../guards/network'
import { addressOf } from '../../outbox/mail/mail'
import { addMessages } from '../../outbox/outbox'
import type { Settings } from '../../settings'
import { DAY_MS } from '../../shared/durations'
import { DomainError, invalidInput } from '../../shared/errors'
import { parseInput, questionInput, questionMessage, type QuestionInput } from '../../shared/validation'
import { accountMessage } from '../accounts/accountMail'
import { hashMailbox } from '../accounts/mailbox'
import { FOR_SALE } from '../catalogue/shown'
import { lockCart } from '../lockCart'
import { findOrderByLink } from '../orders/messages/linkedOrder'
import { findOrderByNumber } from '../orders/orders'
import type { Shop } from '../shop'

interface Asker {
  /** The caller's network address. */
  address: string
  viewer: User | null
}

/** True if the shop has an address for questions, and sends its emails. */
export const takesQuestions = ({ codesByMail, contactEmail }: Settings): boolean => codesByMail && contactEmail !== null

export const withSubject = {
  product: true,
  order: { select: { serial: true } },
  user: { select: { email: true, emailVerifiedAt: true } },
} satisfies Prisma.StudioQuestionInclude
export type Question = Prisma.StudioQuestionGetPayload<{ include: typeof withSubject }>

/**
 * Stores the question and its email in one transaction. The same question from the same address sends one email a day. Throws INVALID_INPUT,
 * MAIL_UNAVAILABLE, PRODUCT_NOT_FOUND, ORDER_NOT_FOUND, LIMIT_REACHED, UNAUTHENTICATED.
 */
export async function askStudio(shop: Shop, { address, viewer }: Asker, input: unknown): Promise<void> {
  const given = parseInput(questionInput, input, questionMessage)
  if (!takesQuestions(shop.settings)) throw unavailable(shop.settings)
  const { name, email, message } = given
  refuseOwnAddress(shop.settings, email)
  const about = { productId: await productOf(shop, given), orderId: await orderOf(shop, viewer, given) }
  const isConfirmed = viewer !== null && viewer.emailVerifiedAt !== null && !viewer.isDemo
  const mailboxHash = hashMailbox(email)
  const networks = shop.hashNetworks(address)
  await shop.db.$transaction(async (tx) => {
    if (viewer) await lockCart(tx, viewer)
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`question from ${mailboxHash}`}, 0))`
    const since = new Date(Date.now() - DAY_MS)
    const same = { email, message, ...about, createdAt: { gt: since } }
    if (await tx.studioQuestion.findFirst({ where: same, select: { id: true } })) return
    const bounds = boundsOf(shop.limits, { viewer, isConfirmed, mailboxHash, networks })
    await guard(
      tx,
      bounds,
      (whose) => Prisma.sql`SELECT created_at AS at FROM studio_question WHERE created_at > ${since} AND ${whose}`,
    )
    const { id, createdAt } = await tx.studioQuestion.create({
      data: {
        ...{ name, email, message, mailboxHash, ...about },
        userId: viewer?.id ?? null,
        isConfirmed,
        networks: { set: networks.map(({ hash }) => hash) },
      },
    })
    await addMessages(tx, [accountMessage(id, { type: 'QUESTION', at: createdAt.toISOString() })])
  })
}

function unavailable({ contactEmail }: Settings): DomainError {
  const instead = contactEmail === null ? '' : ` Please write to ${contactEmail}.`
  return new DomainError('MAIL_UNAVAILABLE', { message: `This shop takes no questions here.${instead}` })
}

/** An answer to the shop's own address would come back to the studio, and automatic answers would form a loop. */
function refuseOwnAddress({ contactEmail, mail }: Settings, email: string): void {
  const own = [contactEmail, mail && addressOf(mail.from)].map((address) => address && hashMailbox(address))
  if (own.includes(hashMailbox(email)))
    throw invalidInput('email', "This is the shop's own address. Please enter yours.")
}

async function productOf({ db }: Shop, { productId: id }: QuestionInput): Promise<string | null> {
  if (id == null) return null
  if (await db.product.findFirst({ where: { id, ...FOR_SALE }, select: { id: true } })) return id
  throw new DomainError('PRODUCT_NOT_FOUND', { field: 'productId' })
}

/** The order of a link, or the viewer's. An order of another person is not found. */
async function orderOf(
  shop: Shop,
  viewer: User | null,
  { orderNumber, linkKey }: QuestionInput,
): Promise<string | null> {
  if (linkKey == null && orderNumber == null) return null
  const order =
    linkKey != null
      ? await findOrderByLink(shop, linkKey)
      : viewer && (await findOrderByNumber(shop, viewer.id, orderNumber!))
  if (!order) throw new DomainError('ORDER_NOT_FOUND', { field: linkKey == null ? 'orderNumber' : 'linkKey' })
  return order.id
}

interface Counted {
  viewer: User | null
  /** True if the caller is logged in to an account whose email is confirmed. */
  isConfirmed: boolean
  mailboxHash: string
  networks: HashedNetwork[]
}

/**
 * In the order in which they are locked. The caller holds the mailbox's lock, and the cart's lock counts for the account. Many people share a
 * demo account, so it counts as a stranger.
 */
function boundsOf(limits: Limits, { viewer, isConfirmed, mailboxHash, networks }: Counted): Bound[] {
  const isAlike = isConfirmed ? Prisma.sql`is_confirmed` : Prisma.sql`NOT is_confirmed`
  const perNetwork = isConfirmed ? 'questions.perNetworkOfConfirmed' : 'questions.perNetworkOfStrangers'
  return [
    {
      rule: 'questions.perAddress',
      most: limits['questions.perAddress'],
      whose: Prisma.sql`mailbox_hash = ${mailboxHash}`,
      lock: null,
    },
    {
      rule: 'questions.perAccount',
      most: viewer && !viewer.isDemo ? limits['questions.perAccount'] : 0,
      whose: Prisma.sql`user_id = ${viewer?.id ?? null}::uuid`,
      lock: null,
    },
    ...networks.map(({ hash, times }): Bound => ({
      rule: perNetwork,
      most: limits[perNetwork] * times,
      whose: Prisma.sql`networks @> ARRAY[${hash}] AND ${isAlike}`,
      lock: `questions from network ${hash}`,
    })),
    {
      rule: 'questions.ofStrangers',
      most: isConfirmed ? 0 : limits['questions.ofStrangers'],
      whose: isAlike,
      lock: 'questions of strangers',
    },
  ]
}

/** True if the email is the confirmed one of the account that asked. */
export const isOwnAddress = ({ user, email }: Question): boolean =>
  user !== null && user.email === email && user.emailVerifiedAt !== null

/** Null if the question was erased with its account. */
export async function findQuestion(db: DbOrTx, id: string): Promise<Question | null> {
  const question = await db.studioQuestion.findUnique({ where: { id }, include: withSubject })
  return question && question.email !== '' ? question : null
}

/** The questions of the account, and those from its email if that is confirmed. */
const ownedBy = ({ id, email, emailVerifiedAt }: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>) =>
  ({ OR: [{ userId: id }, ...(emailVerifiedAt ? [{ email }] : [])] }) satisfies Prisma.StudioQuestionWhereInput

/** Oldest first. */
export const listQuestions = ({ db }: { db: DbOrTx }, viewer: User): Promise<Question[]> =>
  db.studioQuestion.findMany({
    where: ownedBy(viewer),
    include: withSubject,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Erases what the account asked. A waiting email is then not sent. The rows still count for the limits until they are deleted. */
export async function eraseQuestions(tx: Tx, viewer: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>): Promise<void> {
  const nothing = { name: '', email: '', message: '', userId: null, productId: null, orderId: null }
  await tx.studioQuestion.updateMany({ where: ownedBy(viewer), data: nothing })
}

/** After a day, deletes the networks, and the questions whose email the outbox no longer keeps. */
export async function forgetQuestions({ db }: Pick<Shop, 'db'>, now = Date.now()): Promise<void> {
  const before = new Date(now - DAY_MS)
  const located = { createdAt: { lt: before }, NOT: { networks: { isEmpty: true } } }
  await inSteps((limit) => db.studioQuestion.updateMany({ where: located, data: { networks: [] }, limit }))
  await db.$executeRaw`
    DELETE FROM studio_question AS question
    WHERE created_at < ${before}
      AND NOT EXISTS (SELECT FROM outbox_message WHERE channel = 'account-mail' AND event_id = question.id::text)`
}
