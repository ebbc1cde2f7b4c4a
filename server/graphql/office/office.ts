/** The staff part of the contract: the fields of `Query.office`, and the mutations that only staff may call. */
import { CHANGES, listAudit, maySeeValues, SUBJECTS, type AuditEntry } from '../../domain/audit/audit'
import { nameOrEmail } from '../../domain/audit/auditNames'
import { blockCustomer } from '../../domain/office/customers'
import { discardMail, findMail, listMails, resendMail, stateOfMail } from '../../domain/office/emails'
import {
  officeActionsOf,
  readFailedRefunds,
  readOwedPayments,
  refundableOf,
} from '../../domain/office/orders/orderMoney'
import { readHeldUnpaid } from '../../domain/office/orders/heldUnpaid'
import { readOnDeliverySources } from '../../domain/office/orders/onDeliverySources'
import * as changes from '../../domain/office/orders/orderChanges'
import { addOrderNote } from '../../domain/office/orders/orderNotes'
import { countByStatus, findOfficeOrder, listOfficeOrders } from '../../domain/office/orders/orders'
import { pageOfQuestions } from '../../domain/office/questions'
import { countUnanswered } from '../../domain/office/reviews'
import { countToPack, listNeedingAttention } from '../../domain/office/today'
import * as returns from '../../domain/office/orders/returnChanges'
import { refundOrder } from '../../domain/office/orders/refundOrder'
import { namelessKey } from '../../domain/office/access/apiKeys'
import { fullTitle } from '../../domain/catalogue/variants'
import { requireOffice, type Actor } from '../../domain/staff/actor'
import { listEmptySearches } from '../../domain/office/sales/emptySearches'
import { countBuyers, countSold, listSales } from '../../domain/office/sales/sales'
import { listTakings, type DayOfTakings } from '../../domain/office/sales/takings'
import { orderNumber, type Order } from '../../domain/orders/order'
import { restockableLines } from '../../domain/orders/pieces'
import { isOwnAddress } from '../../domain/questions/questions'
import type { MutationResolvers, OfficeAuditFilter, OfficeOrderAction, Resolvers } from '../../generated/graphql'
import type { RefundedPieces } from '../../shared/money/refundShare'
import type { Permission } from '../../shared/permissions'
import type { Context } from '../context'
import { inAddress, type ArgumentPath } from '../errors'
import { inPaise, keyOf } from '../fields/names'
import { officeProducts, productTypes } from './products'
import { change } from './guard'
import { officeStaff, staffTypes } from './staff'
import { countedPage, nodes } from '../pages'

/** The only entry point to everything that staff can read. Its fields declare their permissions. */
export async function openOffice({ shop, requireCaller }: Context) {
  await requireOffice(shop, await requireCaller())
  return {}
}

/** Returns the current order if it has changed since the client read it. */
async function changeOrder(
  context: Context,
  number: string,
  work: (actor: Actor) => Promise<Order>,
  argumentPath?: ArgumentPath,
) {
  const payload = await change(context, async (actor) => ({ order: await work(actor) }), argumentPath)
  const isStale = payload.userErrors.some(({ code }) => code === 'STALE_VERSION')
  return isStale ? { ...payload, order: await findOfficeOrder(context.shop, number) } : payload
}

export const officeMutations = {
  blockCustomer: (_, input, context) =>
    change(context, async (actor) => ({ customer: await blockCustomer(context.shop, actor, input) })),
  shipOrder: (_, input, context) =>
    changeOrder(context, input.number, (actor) => changes.shipOrder(context.shop, actor, input)),
  deliverOrder: (_, input, context) =>
    changeOrder(context, input.number, (actor) => changes.deliverOrder(context.shop, actor, input)),
  cancelOrderByShop: (_, input, context) =>
    changeOrder(context, input.number, (actor) => changes.cancelByShop(context.shop, actor, input)),
  acceptReturn: (_, input, context) =>
    changeOrder(context, input.number, (actor) => returns.acceptReturn(context.shop, actor, input)),
  decideReturn: (_, input, context) =>
    changeOrder(context, input.number, (actor) => returns.decideReturn(context.shop, actor, input)),
  receiveReturn: (_, input, context) =>
    changeOrder(context, input.number, (actor) => returns.receiveReturn(context.shop, actor, input)),
  refuseReturn: (_, input, context) =>
    changeOrder(context, input.number, (actor) => returns.refuseReturn(context.shop, actor, input)),
  changeOrderAddressByShop: (_, { acceptChanges: accepted, ...input }, context) =>
    changeOrder(
      context,
      input.number,
      (actor) => changes.changeAddressByShop(context.shop, actor, { ...input, accepted }),
      inAddress,
    ),
  setPlaceOfSupply: (_, input, context) =>
    changeOrder(context, input.number, (actor) => changes.setPlaceOfSupply(context.shop, actor, input)),
  refundOrder: (_, { input: { amountPaise: amount, ...input } }, context) =>
    changeOrder(
      context,
      input.number,
      (actor) => refundOrder(context.shop, actor, { ...input, amount }),
      (field) => ['input', field === 'amount' ? 'amountPaise' : field],
    ),
  resendMail: (_, { id }, context) =>
    change(context, async (actor) => ({ mail: await resendMail(context.shop, actor, id) })),
  discardMail: (_, { id }, context) =>
    change(context, async (actor) => ({ discardedId: await discardMail(context.shop, actor, id) })),
  addOrderNote: (_, input, context) =>
    changeOrder(context, input.number, (actor) => addOrderNote(context.shop, actor, input)),
} satisfies MutationResolvers

const auditFilter = ({ subjectKind, ...filter }: OfficeAuditFilter) => ({
  ...filter,
  subjectType: subjectKind && SUBJECTS[subjectKind],
})

/** The permissions required by the mutations that the actions name. */
/** The log requires only read_staff, but callers see the names of these records only if they may read them elsewhere. */
const NAME_NEEDS: Record<string, Permission> = {
  [SUBJECTS.API_KEY]: 'read_keys',
  [SUBJECTS.PRODUCT]: 'read_products',
  [SUBJECTS.USER]: 'read_customers',
}

const ACTION_NEEDS: Record<OfficeOrderAction, Permission> = {
  SHIP: 'write_orders',
  CHANGE_ADDRESS: 'write_orders',
  DELIVER: 'write_orders',
  CANCEL: 'write_refunds',
  ACCEPT_RETURN: 'write_orders',
  DECIDE_RETURN: 'write_orders',
  RECEIVE_RETURN: 'write_orders',
  REFUSE_RETURN: 'write_orders',
  SET_PLACE: 'write_orders',
  REFUND: 'write_refunds',
}

const net = ({ gross, refunds }: DayOfTakings) => gross - refunds

/** The log shows no more about a record than the caller may read elsewhere. */
async function valuesOf(
  entry: AuditEntry,
  value: AuditEntry['before'],
  { officeRights }: Context,
): Promise<string | null> {
  if (value === null || !maySeeValues((await officeRights()).permissions, entry)) return null
  return JSON.stringify(value)
}

interface Named {
  id: string
  firstName: string
  lastName: string
  email: string
}

/** Without read_keys, a key is called only “API key”. */
async function person(named: Named, { officeRights }: Context) {
  const { id, email } = named
  const nameless = namelessKey(named)
  const isHidden = nameless !== null && !(await officeRights()).permissions.has('read_keys')
  return { id, email, name: isHidden ? nameless : nameOrEmail(named) }
}

export const officeTypes = {
  Office: {
    audit: (_, { filter, ...page }, { shop }) => listAudit(shop.db, { ...page, filter: auditFilter(filter ?? {}) }),
    ...officeProducts,
    ...officeStaff,
    orders: (_, { filter, ...page }, { shop }) => listOfficeOrders(shop, { ...page, filter: filter ?? {} }),
    orderCounts: (_, __, { shop }) => countByStatus(shop),
    order: (_, { number }, { shop }) => findOfficeOrder(shop, number),
    customer: (_, { id }, { loaders }) => loaders.customer.load(id),
    takings: (_, days, { shop }) => listTakings(shop, days),
    sales: (_, { by, first, ...days }, { shop }) => listSales(shop, days, by, first),
    sold: (_, days, { shop }) => countSold(shop, days),
    buyers: (_, days, { shop }) => countBuyers(shop, days),
    emptySearches: (_, { first, ...days }, { shop }) => listEmptySearches(shop, days, first),
    today: () => ({}),
    mails: (_, page, { shop }) => listMails(shop, page),
    mail: (_, { id }, { shop }) => findMail(shop, id),
    questions: (_, page, { shop }) => pageOfQuestions(shop, page),
  },
  ...productTypes,
  ...staffTypes,
  OfficeAuditConnection: countedPage,
  OfficeAuditEntry: {
    change: ({ action }) => keyOf(CHANGES, action),
    subjectKind: ({ subjectType }) => keyOf(SUBJECTS, subjectType),
    subjectName: async (entry, _, { loaders, officeRights }) => {
      const needed = NAME_NEEDS[entry.subjectType]
      if (needed && !(await officeRights()).permissions.has(needed)) return null
      return loaders.subjectName.load(entry)
    },
    actor: ({ actor }, _, context) => actor && person(actor, context),
    before: async (entry, _, context) => valuesOf(entry, entry.before, context),
    after: async (entry, _, context) => valuesOf(entry, entry.after, context),
  },
  OfficeMailConnection: countedPage,
  OfficeMail: {
    id: ({ message }) => String(message.id),
    kind: ({ event }) => event.type,
    to: ({ composed }) => composed && composed.to,
    subject: ({ composed }) => composed && composed.subject,
    html: ({ composed }) => composed && composed.html,
    text: ({ composed }) => composed && composed.text,
    state: stateOfMail,
    at: ({ message }) => message.dueAt,
    createdAt: ({ message }) => message.createdAt,
    error: ({ message }) => message.lastError,
    failures: ({ message }) => message.failures,
    filedAs: ({ message }) => message.filedAs,
  },
  OfficeQuestionConnection: countedPage,
  OfficeQuestion: {
    isConfirmedEmail: isOwnAddress,
    askedAt: ({ createdAt }) => createdAt,
    productTitle: ({ product }) => product && fullTitle(product),
    orderNumber: ({ order }) => order && orderNumber(order),
  },
  OfficeOrderConnection: countedPage,
  OfficeOrder: {
    order: (order) => order,
    customer: async ({ userId }, _, { loaders }) => (await loaders.customer.load(userId))!,
    actions: async (order, _, { loaders, officeRights }) => {
      const { permissions } = await officeRights()
      const isAsked = order.status === 'RETURN_REQUESTED'
      const request = isAsked ? (await loaders.returns.load(order.id)).at(-1) : undefined
      const actions = officeActionsOf(order, refundableOf(await loaders.money.load(order.id)), request ?? null)
      return actions.filter((action) => permissions.has(ACTION_NEEDS[action]))
    },
    payments: async ({ id }, _, { loaders }) => (await loaders.money.load(id)).payments,
    refunds: async ({ id }, _, { loaders }) => (await loaders.money.load(id)).refunds,
    shipBy: ({ id }, _, { loaders }) => loaders.shipBy.load(id),
    async waitsForReturnOf({ id, isReplacement }, _, { loaders }) {
      const replaced = isReplacement ? await loaders.replaces.load(id) : null
      return replaced?.isAwaited ? replaced.number : null
    },
    refundablePaise: async ({ id }, _, { loaders }) => refundableOf(await loaders.money.load(id)),
    restockable: restockableLines,
    notes: ({ id }, _, { loaders }) => loaders.orderNotes.load(id),
    audit: (order, _, { loaders }) => loaders.orderAudit.load(orderNumber(order)),
  },
  OfficePayment: inPaise('amount', 'refundable'),
  OfficeRefund: {
    ...inPaise('amount'),
    askedAmountPaise: ({ askedAmount }) => askedAmount,
    lines: ({ lines }) =>
      ((lines ?? []) as unknown as RefundedPieces[]).map(({ amount, ...line }) => ({
        ...{ pieces: 0, duePieces: 0 },
        ...line,
        pricePaise: amount,
      })),
    requestedBy: ({ requestedBy }, _, context) => requestedBy && person(requestedBy, context),
  },
  OfficeOrderNote: { author: ({ author }, _, context) => person(author, context) },
  OfficeTakings: { ...inPaise('gross', 'refunds'), netPaise: net },
  OfficeSalesRow: inPaise('takings', 'offerDiscounts', 'couponDiscounts', 'returned'),
  OfficeToday: {
    toPack: (_, __, { shop }) => countToPack(shop),
    needsAttention: async (_, __, { shop }) => nodes(await listNeedingAttention(shop)),
    failedRefunds: (_, __, { shop }) => readFailedRefunds(shop),
    paymentsToReturn: (_, __, { shop }) => readOwedPayments(shop),
    manyOnDelivery: (_, __, { shop }) => readOnDeliverySources(shop),
    async heldUnpaid(_, __, { shop }) {
      const { productShare: _productShare, products, ...held } = await readHeldUnpaid(shop.db)
      return { ...inPercent(held), products: products.map(inPercent) }
    },
    unansweredReviews: (_, __, { shop }) => countUnanswered(shop),
  },
  OfficeCustomerTrade: {
    paidPaise: ({ paid }) => paid,
  },
  OfficeCustomer: {
    // Orders show the buyer to everyone with read_orders.
    mobile: async ({ mobile }, _, { officeRights }) =>
      (await officeRights()).permissions.has('read_customers') ? mobile : null,
    emailVerifiedAt: async ({ emailVerifiedAt }, _, { officeRights }) =>
      (await officeRights()).permissions.has('read_customers') ? emailVerifiedAt : null,
    trade: async ({ id }, _, { officeRights, loaders }) =>
      (await officeRights()).permissions.has('read_customers') ? loaders.customerTrade.load(id) : null,
    orders: ({ id }, page, { shop }) => listOfficeOrders(shop, { ...page, filter: { customerId: id } }),
    notes: ({ id }, _, { loaders }) => loaders.customerNotes.load(id),
  },
} satisfies Resolvers

function inPercent<Held extends { share: number }>({ share, ...held }: Held) {
  return { ...held, sharePercent: Math.round(share * 100) }
}
