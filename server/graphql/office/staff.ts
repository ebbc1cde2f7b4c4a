/** The staff part of the contract for staff, roles, invitations, second factors, API keys, accounts and webhooks. */
import { addApiKey, endApiKey, listApiKeys } from '../../domain/office/access/apiKeys'
import { acceptInvitation, endInvitation, inviteStaff, listInvitations } from '../../domain/office/access/invitations'
import { changeStaffRole, listMembers, removeStaff } from '../../domain/office/access/members'
import { listRoles, removeRole, saveRole } from '../../domain/office/access/roles'
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
} from '../../domain/office/access/secondFactor'
import type { Viewer } from '../../domain/login/accounts'
import { addCustomerNote, listCustomers } from '../../domain/office/customerList'
import { discardWebhook, listWebhooks, resendWebhook, webhookHost } from '../../domain/office/webhooks'
import type { MutationResolvers, OfficeResolvers, Resolvers, UserResolvers } from '../../generated/graphql'
import { readInstant } from '../../shared/instants'
import { isPermission, PERMISSIONS, type Permission } from '../../shared/permissions'
import type { Context } from '../context'
import { withUserErrors, type ArgumentPath } from '../errors'
import { change } from './guard'
import { countedPage } from '../pages'

const inInput: ArgumentPath = (field) => ['input', field]

/** For calls about the viewer's own second factor and invitation, which need no permission. */
const own = <Payload extends object>(
  context: Context,
  work: (viewer: Awaited<ReturnType<Context['requireViewer']>>) => Promise<Payload>,
  argumentPath?: ArgumentPath,
) => withUserErrors(async () => work(await context.requireViewer()), argumentPath)

/** A token that expires with the current one, so that codes alone do not prolong a session. */
const resigned = async ({ signToken, requireCaller }: Context, viewer: Viewer, factorAt: Date | null) =>
  signToken(viewer, { factorAt, expiresAt: (await requireCaller()).expiresAt })

export const staffMutations = {
  addCustomerNote: (_, input, context) =>
    change(context, async (actor) => ({ customer: await addCustomerNote(context.shop, actor, input) })),
  inviteStaff: (_, { input }, context) =>
    change(context, async (actor) => ({ invitation: await inviteStaff(context.shop, actor, input) }), inInput),
  endInvitation: (_, { id }, context) =>
    change(context, async (actor) => ({ endedId: await endInvitation(context.shop, actor, id) })),
  changeStaffRole: (_, input, context) =>
    change(context, async (actor) => ({ member: await changeStaffRole(context.shop, actor, input) })),
  removeStaff: (_, input, context) =>
    change(context, async (actor) => ({ endedId: await removeStaff(context.shop, actor, input) })),
  saveStaffRole: (_, wanted, context) =>
    change(
      context,
      async (actor) => ({ role: await saveRole(context.shop, actor, wanted) }),
      (field) => (field === 'roleId' ? [field] : inInput(field)),
    ),
  removeStaffRole: (_, { roleId }, context) =>
    change(context, async (actor) => ({ endedId: await removeRole(context.shop, actor, roleId) })),
  addApiKey: (_, { input }, context) =>
    change(context, (actor) => addApiKey(context.shop, actor, dated(input)), inInput),
  endApiKey: (_, { id }, context) =>
    change(context, async (actor) => ({ apiKey: await endApiKey(context.shop, actor, id) })),
  resendWebhook: (_, { id }, context) =>
    change(context, async (actor) => ({ webhook: await resendWebhook(context.shop, actor, id) })),
  discardWebhook: (_, { id }, context) =>
    change(context, async (actor) => ({ endedId: await discardWebhook(context.shop, actor, id) })),

  acceptInvitation: (_, { key }, context) =>
    own(context, async (viewer) => ({ user: await acceptInvitation(context.shop, viewer, key) })),
  setUpSecondFactor: (_, { input }, context) =>
    own(context, (viewer) => setUpSecondFactor(context.shop, viewer, context.address, input), inInput),
  confirmSecondFactor: (_, { code }, context) =>
    own(context, async (viewer) => {
      const confirmed = await confirmSecondFactor(context.shop, viewer, context.address, code)
      const { recoveryCodes } = confirmed
      return { recoveryCodes, token: await resigned(context, confirmed.viewer, new Date()) }
    }),
  renewRecoveryCodes: (_, { code }, context) =>
    own(context, async (viewer) => ({
      recoveryCodes: await renewRecoveryCodes(context.shop, viewer, context.address, code),
    })),
  removeSecondFactor: (_, { code }, context) =>
    own(context, async (viewer) => {
      const changed = await removeSecondFactor(context.shop, viewer, context.address, code)
      return { token: await resigned(context, changed, null) }
    }),
} satisfies MutationResolvers

/** The domain refuses an invalid date. */
const dated = <Input extends { expiresAt?: string | null }>({ expiresAt, ...input }: Input) => ({
  ...input,
  expiresAt: expiresAt == null ? null : (readInstant(expiresAt) ?? new Date(NaN)),
})

export const officeStaff = {
  customers: (_, query, { shop }) => listCustomers(shop, query),
  staff: (_, __, { shop }) => listMembers(shop),
  roles: (_, __, { shop }) => listRoles(shop),
  invitations: (_, __, { shop }) => listInvitations(shop),
  apiKeys: (_, __, { shop }) => listApiKeys(shop),
  webhooks: (_, query, { shop }) => listWebhooks(shop, query),
  webhookHost: (_, __, { shop }) => webhookHost(shop),
} satisfies OfficeResolvers

/** Omits names that do not exist in this release. */
const known = ({ permissions }: { permissions: string[] }): Permission[] => permissions.filter(isPermission)

export const staffTypes = {
  OfficeCustomerConnection: countedPage,
  OfficeWebhookConnection: countedPage,
  OfficeWebhook: {
    id: ({ id }) => String(id),
    at: ({ dueAt }) => dueAt,
    error: ({ lastError }) => lastError,
  },
  OfficeMember: {
    name: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
    staffRole: ({ staffRole }) => staffRole!,
    hasSecondFactor: ({ secondFactor }) => Boolean(secondFactor?.confirmedAt),
  },
  StaffRole: { permissions: (role) => (role.isOwner ? [...PERMISSIONS] : known(role)) },
  OfficeApiKey: { permissions: known, isResting: ({ createdBy }) => createdBy?.blockedAt != null },
} satisfies Resolvers

export const staffOfUser = {
  permissions: async (_, __, { officeRights }) => [...(await officeRights()).permissions],
  secondFactor: async (_, __, { officeRights }) => (await officeRights()).factor,
} satisfies UserResolvers
