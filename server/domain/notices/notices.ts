/**
 * Notices: people ask for one email when a product is back in stock, or when its price falls. Each row has a confirmed address. The notices
 * of an account are those of its confirmed email, so they include what the shopper asked for before the login.
 */
import type { DbOrTx, Tx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import type { NoticeKind, Prisma, User } from '../../generated/prisma/client'
import { DomainError, invalidInput } from '../../shared/errors'
import { isUuid } from '../../shared/validation'
import { FOR_SALE, piecesFor } from '../catalogue/shown'
import { refusal } from '../../guards/refusal'
import { RULES } from '../../guards/rules'
import { lockCart } from '../lockCart'
import type { Shop } from '../shop'
import { DAY_MS } from '../../shared/durations'

/** The maximum number of open notices per address. */
const MAX_NOTICES = RULES['lists.notices'].most
/** The outbox keeps trying to send an email for three days. */
const SENT_LIFETIME_MS = 7 * DAY_MS
const OPEN_LIFETIME_MS = 365 * DAY_MS
/** The encryption context of the key in an unsubscribe link. */
const UNSUBSCRIBE_KEY = 'unsubscribe'
/** More than the key of any address has. */
const MAX_KEY_LENGTH = 1_000

export type Owner = Pick<User, 'email' | 'emailVerifiedAt'>

const withProduct = { product: true } satisfies Prisma.ProductNoticeInclude
export type Notice = Prisma.ProductNoticeGetPayload<{ include: typeof withProduct }>

const OPEN = { sentAt: null }

/** Open notices, oldest first. Empty if the account's email is not confirmed, because the address may be another person's. */
export const listNotices = async ({ db }: { db: DbOrTx }, { email, emailVerifiedAt }: Owner): Promise<Notice[]> =>
  emailVerifiedAt
    ? db.productNotice.findMany({
        where: { email, ...OPEN },
        include: withProduct,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: MAX_NOTICES,
      })
    : []

/** Like listNotices, with those that were sent and not deleted yet. */
export const listAllNotices = async ({ db }: { db: DbOrTx }, { email, emailVerifiedAt }: Owner): Promise<Notice[]> =>
  emailVerifiedAt
    ? db.productNotice.findMany({
        where: { email },
        include: withProduct,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
    : []

/**
 * Throws PRODUCT_NOT_FOUND, and INVALID_INPUT if the product can be bought now, so that there is nothing to wait for. A price may fall
 * while the product is sold out.
 */
export async function checkProduct(db: DbOrTx, kind: NoticeKind, id: string): Promise<{ discounted: number }> {
  const product = await db.product.findFirst({ where: { id, ...FOR_SALE } })
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND', { field: 'variantId' })
  if (kind === 'AVAILABLE' && piecesFor(product) > 0)
    throw invalidInput('variantId', 'This product is in stock. You can buy it now.')
  return product
}

const lockAddress = (tx: Tx, email: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`product notice ${email}`}, 0))`

/**
 * The caller has proved that the address is confirmed. Returns the open notice if there is one already. Throws like checkProduct, and
 * LIMIT_REACHED above MAX_NOTICES.
 */
export async function openNotice(
  tx: Tx,
  { email, kind, productId }: { email: string; kind: NoticeKind; productId: string },
): Promise<Notice> {
  await lockAddress(tx, email)
  const { discounted: price } = await checkProduct(tx, kind, productId)
  const open = await tx.productNotice.findFirst({ where: { email, kind, productId, ...OPEN }, include: withProduct })
  if (open) return open
  if ((await tx.productNotice.count({ where: { email, ...OPEN } })) >= MAX_NOTICES) throw refusal('lists.notices')
  return tx.productNotice.create({ data: { email, kind, productId, price }, include: withProduct })
}

/** Ends a notice of the viewer. Changes nothing if there is no such open notice. Throws UNAUTHENTICATED if the session has ended. */
export async function stopNotice({ db }: Shop, viewer: User, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    if (!isUuid(id) || !viewer.emailVerifiedAt) return
    await tx.productNotice.deleteMany({ where: { id, email: viewer.email, ...OPEN } })
  })
}

/** Ends all notices of the address. Sent ones lose the address, so that waiting emails are not sent, but still count for their product. */
export async function endNoticesOf(db: DbOrTx, email: string): Promise<void> {
  await db.productNotice.deleteMany({ where: { email, ...OPEN } })
  await db.productNotice.updateMany({ where: { email }, data: { email: '' } })
}

/** The account's confirmed email changes. Notices beyond MAX_NOTICES of the new address end. */
export async function moveNotices(tx: Tx, from: string, to: string): Promise<void> {
  await lockAddress(tx, to)
  const known = await tx.productNotice.findMany({ where: { email: to, ...OPEN } })
  const moving = await tx.productNotice.findMany({ where: { email: from, ...OPEN }, orderBy: { createdAt: 'asc' } })
  const added = moving
    .filter(({ productId, kind }) => !known.some((each) => each.productId === productId && each.kind === kind))
    .slice(0, Math.max(0, MAX_NOTICES - known.length))
  await tx.productNotice.updateMany({ where: { id: { in: added.map(({ id }) => id) } }, data: { email: to } })
  await tx.productNotice.deleteMany({ where: { email: from, ...OPEN } })
  await tx.productNotice.updateMany({ where: { email: from }, data: { email: to } })
}

/** The key in the emails to an address. It contains the address, encrypted, so it works after its notice was deleted. */
export const unsubscribeKey = ({ sealer }: Pick<Shop, 'sealer'>, email: string): string =>
  sealer.seal(email, UNSUBSCRIBE_KEY)

/** Ends all notices of the key's address. Does nothing with a wrong key, so that the answer does not reveal which keys are right. */
export async function unsubscribe({ db, sealer }: Pick<Shop, 'db' | 'sealer'>, key: string): Promise<void> {
  const email = key.length > MAX_KEY_LENGTH ? null : sealer.open(key, UNSUBSCRIBE_KEY)
  if (email) await endNoticesOf(db, email)
}

/** For the email of a sent notice. Null if the notice ended or the product is gone or hidden. */
export async function findSentNotice(db: DbOrTx, id: string): Promise<Notice | null> {
  const found = await db.productNotice.findUnique({ where: { id }, include: withProduct })
  return found?.sentAt && found.email !== '' && found.product.hiddenAt === null ? found : null
}

/** Deletes notices that were sent a week ago, and open ones after a year. */
export async function forgetNotices({ db }: Pick<Shop, 'db'>, now = Date.now()): Promise<void> {
  const before = (ms: number) => ({ lt: new Date(now - ms) })
  await inSteps((limit) => db.productNotice.deleteMany({ where: { sentAt: before(SENT_LIFETIME_MS) }, limit }))
  const isOld = { ...OPEN, createdAt: before(OPEN_LIFETIME_MS) }
  await inSteps((limit) => db.productNotice.deleteMany({ where: isOld, limit }))
}
