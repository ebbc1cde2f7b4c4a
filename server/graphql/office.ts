/** The staff part of the contract: the fields of `Query.office`, and the mutations that only staff may call. */
import { CHANGES, listAudit, SUBJECTS, type AuditEntry } from '../domain/office/audit'
import { blockCustomer } from '../domain/office/customers'
import { discardMail, findMail, listMails, resendMail, stateOfMail } from '../domain/office/mails'
import { officeActionsOf, readFailedRefunds, readOwedPayments, refundableOf } from '../domain/office/money'
import { readOnDeliverySources } from '../domain/office/orders/onDeliverySources'
import * as changes from '../domain/office/orders/orderChanges'
import { addOrderNote } from '../domain/office/orders/orderNotes'
import { countByStatus, findOfficeOrder, listOfficeOrders } from '../domain/office/orders/orders'
import { refundOrder } from '../domain/office/orders/refundOrder'
import { requireStaff } from '../domain/office/staff'
import { listTakings, type DayOfTakings } from '../domain/office/takings'
import { orderNumber, type Order } from '../domain/orders/order'
import type { MutationResolvers, OfficeAuditFilter, OfficeOrderResolvers, Resolvers } from '../generated/graphql'
import type { Context } from './context'
import { withUserErrors, type ArgumentPath } from './errors'
import { inPaise, keyOf, oneOf } from './fields/names'
import { goodsTypes, officeGoods } from './officeGoods'
import { countedPage, nodes } from './pages'

/** The only entry point to everything that staff can read. */
export async function openOffice({ shop, requireViewer }: Context) {
  await requireStaff(shop.db, (await requireViewer()).id)
  return {}
}

/** The domain checks again, in the transaction that makes the change, that the viewer is staff. */
const change = <Payload extends object>(
  context: Context,
  work: (viewerId: string) => Promise<Payload>,
  argumentPath?: ArgumentPath,
) => withUserErrors(async () => work((await context.requireViewer()).id), argumentPath)

/** Returns the current order if it has changed since the client read it. */
async function changeOrder(
  context: Context,
  number: string,
  work: (viewerId: string) => Promise<Order>,
  argumentPath?: ArgumentPath,
) {
  const payload = await change(context, async (viewerId) => ({ order: await work(viewerId) }), argumentPath)
  const isStale = payload.userErrors.some(({ code }) => code === 'STALE_VERSION')
  return isStale ? { ...payload, order: await findOfficeOrder(context.shop, number) } : payload
}

export const officeMutations = {
  blockCustomer: (_, input, context) =>
    change(context, async (viewerId) => ({ customer: await blockCustomer(context.shop, viewerId, input) })),
  shipOrder: (_, input, context) =>
    changeOrder(context, input.number, (viewerId) => changes.shipOrder(context.shop, viewerId, input)),
  deliverOrder: (_, input, context) =>
    changeOrder(context, input.number, (viewerId) => changes.deliverOrder(context.shop, viewerId, input)),
  cancelOrderByShop: (_, input, context) =>
    changeOrder(context, input.number, (viewerId) => changes.cancelByShop(context.shop, viewerId, input)),
  acceptReturn: (_, input, context) =>
    changeOrder(context, input.number, (viewerId) => changes.acceptReturn(context.shop, viewerId, input)),
  refuseReturn: (_, input, context) =>
    changeOrder(context, input.number, (viewerId) => changes.refuseReturn(context.shop, viewerId, input)),
  refundOrder: (_, { input: { amountPaise, amount, ...input } }, context) =>
    changeOrder(
      context,
      input.number,
      async (viewerId) => refundOrder(context.shop, viewerId, { ...input, amount: oneOf({ amountPaise, amount }) }),
      (field) => ['input', field === 'amount' && amount == null ? 'amountPaise' : field],
    ),
  resendMail: (_, { id }, context) =>
    change(context, async (viewerId) => ({ mail: await resendMail(context.shop, viewerId, id) })),
  discardMail: (_, { id }, context) =>
    change(context, async (viewerId) => ({ discardedId: await discardMail(context.shop, viewerId, id) })),
  addOrderNote: (_, input, context) =>
    changeOrder(context, input.number, (viewerId) => addOrderNote(context.shop, viewerId, input)),
} satisfies MutationResolvers

const auditFilter = ({ subjectKind, subjectType, ...filter }: OfficeAuditFilter) => ({
  ...filter,
  subjectType: oneOf<string>({ subjectKind: subjectKind && SUBJECTS[subjectKind], subjectType }),
})

const refundable: OfficeOrderResolvers['refundable'] = async ({ id }, _, { loaders }) =>
  refundableOf(await loaders.money.load(id))

const net = ({ gross, refunds }: DayOfTakings) => gross - refunds

const json = (value: AuditEntry['before']): string | null => (value === null ? null : JSON.stringify(value))

interface Named {
  id: string
  firstName: string
  lastName: string
  email: string
}

const person = ({ id, firstName, lastName, email }: Named) => ({
  id,
  name: `${firstName} ${lastName}`,
  email,
})

export const officeTypes = {
  Office: {
    audit: (_, { filter, ...page }, { shop }) => listAudit(shop.db, { ...page, filter: auditFilter(filter ?? {}) }),
    ...officeGoods,
    orders: (_, { filter, ...page }, { shop }) => listOfficeOrders(shop, { ...page, filter: filter ?? {} }),
    orderCounts: (_, __, { shop }) => countByStatus(shop),
    order: (_, { number }, { shop }) => findOfficeOrder(shop, number),
    customer: (_, { id }, { loaders }) => loaders.customer.load(id),
    takings: (_, days, { shop }) => listTakings(shop, days),
    today: () => ({}),
    mails: (_, page, { shop }) => listMails(shop, page),
    mail: (_, { id }, { shop }) => findMail(shop, id),
  },
  ...goodsTypes,
  OfficeAuditConnection: countedPage,
  OfficeAuditEntry: {
    change: ({ action }) => keyOf(CHANGES, action),
    subjectKind: ({ subjectType }) => keyOf(SUBJECTS, subjectType),
    actor: ({ actor }) => actor && person(actor),
    before: ({ before }) => json(before),
    after: ({ after }) => json(after),
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
  OfficeOrderConnection: countedPage,
  OfficeOrder: {
    order: (order) => order,
    customer: async ({ userId }, _, { loaders }) => (await loaders.customer.load(userId))!,
    actions: async (order, _, { loaders }) => officeActionsOf(order, refundableOf(await loaders.money.load(order.id))),
    payments: async ({ id }, _, { loaders }) => (await loaders.money.load(id)).payments,
    refunds: async ({ id }, _, { loaders }) => (await loaders.money.load(id)).refunds,
    refundablePaise: refundable,
    refundable,
    notes: ({ id }, _, { loaders }) => loaders.orderNotes.load(id),
    audit: (order, _, { loaders }) => loaders.orderAudit.load(orderNumber(order)),
  },
  OfficePayment: inPaise('amount', 'refundable'),
  OfficeRefund: {
    ...inPaise('amount'),
    askedAmountPaise: ({ askedAmount }) => askedAmount,
    lines: ({ lines }) => (lines ?? []) as unknown as { lineId: string; quantity: number }[],
    requestedBy: ({ requestedBy }) => requestedBy && person(requestedBy),
  },
  OfficeOrderNote: { author: ({ author }) => person(author) },
  OfficeTakings: { ...inPaise('gross', 'refunds'), netPaise: net, net },
  OfficeToday: {
    toPack: async (_, __, { shop }) =>
      (await countByStatus(shop)).reduce(
        (sum, { status, count }) => sum + (status === 'PAID' || status === 'CONFIRMED' ? count : 0),
        0,
      ),
    needsAttention: async (_, __, { shop }) =>
      nodes(await listOfficeOrders(shop, { first: 100, filter: { needsAttention: true } })),
    failedRefunds: (_, __, { shop }) => readFailedRefunds(shop),
    paymentsToReturn: (_, __, { shop }) => readOwedPayments(shop),
    manyOnDelivery: (_, __, { shop }) => readOnDeliverySources(shop),
  },
  OfficeCustomer: {
    orders: ({ id }, page, { shop }) => listOfficeOrders(shop, { ...page, filter: { customerId: id } }),
  },
} satisfies Resolvers
