/**
 * The audit log of staff changes: who changed what and when, and the state before and after. Entries are written in the same transaction as
 * the change.
 */
import type { DbOrTx, Tx } from '../../database/db'
import type { Prisma } from '../../generated/prisma/client'
import { countOnce, ROWS_TO_COUNT, type CountedPage } from '../counted'
import { checkFirst, decodeCursor, encodeCursor, pageOf } from '../cursor'
import { invalidInput } from '../../shared/errors'
import type { Permission } from '../../shared/permissions'
import { isStorable, isUuid } from '../../shared/validation'

/** The stored name of each change: its mutation's name, unless staff make the change in another way. */
export const CHANGES = {
  ACCEPT_RETURN: 'acceptReturn',
  DECIDE_RETURN: 'decideReturn',
  RECEIVE_RETURN: 'receiveReturn',
  ADD_API_KEY: 'addApiKey',
  ADD_CUSTOMER_NOTE: 'addCustomerNote',
  ADD_ORDER_NOTE: 'addOrderNote',
  ADD_SECOND_FACTOR: 'addSecondFactor',
  ADD_STAFF: 'addStaff',
  BLOCK_CUSTOMER: 'blockCustomer',
  CANCEL_ORDER_BY_SHOP: 'cancelOrderByShop',
  CHANGE_ORDER_ADDRESS: 'changeOrderAddress',
  CHANGE_STAFF_ROLE: 'changeStaffRole',
  DELIVER_ORDER: 'deliverOrder',
  DISCARD_MAIL: 'discardMail',
  DISCARD_WEBHOOK: 'discardWebhook',
  END_API_KEY: 'endApiKey',
  END_COUPON: 'endCoupon',
  END_INVITATION: 'endInvitation',
  HIDE_PRODUCT: 'hideProduct',
  HIDE_REVIEW: 'hideReview',
  IMPORT_CATALOGUE: 'importCatalogue',
  INVITE_STAFF: 'inviteStaff',
  REFUND_ORDER: 'refundOrder',
  REFUSE_RETURN: 'refuseReturn',
  SET_PLACE_OF_SUPPLY: 'setPlaceOfSupply',
  REMOVE_SECOND_FACTOR: 'removeSecondFactor',
  REMOVE_STAFF: 'removeStaff',
  REMOVE_STAFF_ROLE: 'removeStaffRole',
  RENEW_RECOVERY_CODES: 'renewRecoveryCodes',
  REPLY_TO_REVIEW: 'replyToReview',
  RESEND_MAIL: 'resendMail',
  RESEND_WEBHOOK: 'resendWebhook',
  REVOKE_ORDER_LINK: 'revokeOrderLink',
  SAVE_COUPON: 'saveCoupon',
  SAVE_PRODUCT: 'saveProduct',
  SAVE_STAFF_ROLE: 'saveStaffRole',
  SET_STOCK: 'setStock',
  SHIP_ORDER: 'shipOrder',
  SHOW_REVIEW: 'showReview',
  UPLOAD_PHOTO: 'uploadPhoto',
  USE_RECOVERY_CODE: 'useRecoveryCode',
} as const

/** The stored name of each kind of record. */
export const SUBJECTS = {
  API_KEY: 'ApiKey',
  CATALOGUE: 'Catalogue',
  COUPON: 'Coupon',
  MAIL: 'Mail',
  ORDER: 'Order',
  PHOTO: 'Photo',
  PRODUCT: 'Product',
  REVIEW: 'Review',
  STAFF_INVITATION: 'StaffInvitation',
  STAFF_ROLE: 'StaffRole',
  USER: 'User',
  WEBHOOK: 'Webhook',
} as const

export type Action = (typeof CHANGES)[keyof typeof CHANGES]

/** What a reader of the log needs besides to see the values of a change. The log itself requires read_staff, or read_orders for one order. */
const VALUES_NEED: Record<Action, Permission | null> = {
  acceptReturn: 'read_orders',
  decideReturn: 'read_orders',
  receiveReturn: 'read_orders',
  addApiKey: 'read_keys',
  addCustomerNote: 'read_customers',
  addOrderNote: 'read_orders',
  addSecondFactor: null,
  addStaff: null,
  blockCustomer: 'read_customers',
  cancelOrderByShop: 'read_orders',
  changeOrderAddress: 'read_orders',
  changeStaffRole: null,
  deliverOrder: 'read_orders',
  discardMail: 'read_mails',
  discardWebhook: 'read_webhooks',
  endApiKey: 'read_keys',
  endCoupon: 'read_coupons',
  endInvitation: null,
  hideProduct: 'read_products',
  hideReview: 'read_products',
  importCatalogue: 'read_products',
  inviteStaff: null,
  refundOrder: 'read_orders',
  refuseReturn: 'read_orders',
  setPlaceOfSupply: 'read_orders',
  removeSecondFactor: null,
  removeStaff: null,
  removeStaffRole: null,
  renewRecoveryCodes: null,
  replyToReview: 'read_products',
  resendMail: 'read_mails',
  resendWebhook: 'read_webhooks',
  revokeOrderLink: 'read_orders',
  saveCoupon: 'read_coupons',
  saveProduct: 'read_products',
  saveStaffRole: null,
  setStock: 'read_stock',
  shipOrder: 'read_orders',
  showReview: 'read_products',
  uploadPhoto: 'read_products',
  useRecoveryCode: null,
}

/** False for a change that another version of the shop made and that this version does not know. */
export function maySeeValues(permissions: ReadonlySet<Permission>, { action }: Pick<AuditEntry, 'action'>): boolean {
  if (!Object.hasOwn(VALUES_NEED, action)) return false
  const needed = VALUES_NEED[action as Action]
  return needed === null || permissions.has(needed)
}

type SubjectType = (typeof SUBJECTS)[keyof typeof SUBJECTS]

interface Change {
  /** Null for a command that the operator runs. */
  actorId: string | null
  action: Action
  subject: { type: SubjectType; id: string }
  /** The changed data only, without secrets and addresses. */
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
}

export async function audit(tx: Tx, { actorId, action, subject, before, after }: Change): Promise<void> {
  const data = { actorId, action, subjectType: subject.type, subjectId: subject.id, before, after }
  await tx.auditEntry.create({ data })
}

const withActor = {
  actor: { select: { id: true, firstName: true, lastName: true, email: true } },
} satisfies Prisma.AuditEntryInclude

export type AuditEntry = Prisma.AuditEntryGetPayload<{ include: typeof withActor }>

export type AuditPage = CountedPage<AuditEntry>

interface AuditFilter {
  actorId?: string | null
  subjectType?: SubjectType | null
  subjectId?: string | null
}

/** Newest first. `first` is 1 to 100. `after` is a cursor from an earlier page with the same filter. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listAudit(
  db: DbOrTx,
  { first, after, filter }: { first: number; after?: string | null; filter?: AuditFilter | null },
): Promise<AuditPage> {
  checkFirst(first)
  const narrowed = whereOf(filter ?? {})
  const question = ['audit', narrowed]
  const below = after == null ? null : (decodeCursor(question, after, ['uuid'])[0] as string)
  const found = await db.auditEntry.findMany({
    // Ids increase over time, so this sorts by time.
    where: { ...narrowed, ...(below !== null && { id: { lt: below } }) },
    orderBy: { id: 'desc' },
    take: first + 1,
    include: withActor,
  })
  return {
    ...pageOf(found, { first, after }, ({ id }) => encodeCursor(question, [id])),
    count: countOnce(() => db.auditEntry.count({ where: narrowed, take: ROWS_TO_COUNT })),
  }
}

function whereOf({ actorId, subjectType, subjectId }: AuditFilter): Prisma.AuditEntryWhereInput {
  if (actorId != null && !isUuid(actorId)) throw invalidInput('actorId', '`actorId` is not the id of an account.')
  if (subjectId != null && !isStorable(subjectId))
    throw invalidInput('subjectId', '`subjectId` contains characters that no record can have.')
  return {
    ...(actorId != null && { actorId }),
    ...(subjectType != null && { subjectType }),
    ...(subjectId != null && { subjectId }),
  }
}

/** The maximum number of entries per order, which is as many as one page can show. */
const MAX_OF_ONE = 100

/** The entries of each order number, newest first. */
export async function auditByOrderNumbers(db: DbOrTx, numbers: readonly string[]): Promise<AuditEntry[][]> {
  const found = await db.auditEntry.findMany({
    where: { subjectType: 'Order', subjectId: { in: [...numbers] } },
    orderBy: { id: 'desc' },
    include: withActor,
  })
  return numbers.map((number) => found.filter(({ subjectId }) => subjectId === number).slice(0, MAX_OF_ONE))
}
