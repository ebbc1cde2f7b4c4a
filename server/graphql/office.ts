/** The staff's part of the contract: what `Query.office` leads to, and the changes that staff alone can make. */
import { listAudit, type AuditEntry } from '../domain/office/audit'
import { blockCustomer } from '../domain/office/customers'
import { requireStaff } from '../domain/office/staff'
import type { MutationResolvers, Resolvers } from '../generated/graphql'
import type { Context } from './context'
import { withUserErrors } from './errors'
import { goodsTypes, officeGoods } from './officeGoods'
import { nodes, pageInfo } from './pages'

/** The one door to all that staff reads. */
export async function openOffice({ shop, requireViewer }: Context) {
  await requireStaff(shop.db, (await requireViewer()).id)
  return {}
}

/** The domain asks whether it is staff's once more, in the change's own transaction. */
const change = <Payload extends object>(context: Context, work: (viewerId: string) => Promise<Payload>) =>
  withUserErrors(async () => work((await context.requireViewer()).id))

export const officeMutations = {
  blockCustomer: (_, input, context) =>
    change(context, async (viewerId) => ({ customer: await blockCustomer(context.shop, viewerId, input) })),
} satisfies MutationResolvers

const json = (value: AuditEntry['before']): string | null => (value === null ? null : JSON.stringify(value))

export const officeTypes = {
  Office: {
    audit: (_, page, { shop }) => listAudit(shop.db, page),
    ...officeGoods,
  },
  ...goodsTypes,
  OfficeAuditConnection: { nodes, pageInfo },
  OfficeAuditEntry: {
    actor: ({ actor }) => actor && { name: `${actor.firstName} ${actor.lastName}`, email: actor.email },
    before: ({ before }) => json(before),
    after: ({ after }) => json(after),
  },
} satisfies Resolvers
