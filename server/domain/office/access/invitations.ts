/** Invites people to join the staff with an emailed link. */
import type { DbOrTx } from '../../../database/db'
import { addMessages } from '../../../outbox/outbox'
import { DomainError } from '../../../shared/errors'
import { refusal } from '../../../guards/refusal'
import { RULES } from '../../../guards/rules'
import { covers, impliedBy } from '../../../shared/permissions'
import { invitationInput } from '../../../shared/staffInput'
import { isUuid, parseInput } from '../../../shared/validation'
import type { Viewer } from '../../login/accounts'
import { lockCart } from '../../lockCart'
import { requireMail } from '../../login/codeLogin'
import { accountMessage } from '../../accounts/accountMail'
import type { Shop } from '../../shop'
import { audit } from '../../audit/audit'
import { IS_STAFF, type Actor } from '../../staff/actor'
import {
  findOpenInvitation,
  INVITATION_DAYS,
  INVITATION_KEY,
  isOpen,
  withRole,
  type Invitation,
} from '../../staff/invitation'
import { lockStaff, requireAllOf } from '../../staff/owners'
import { addMember } from './members'
import { getRole } from './roles'
import { DAY_MS } from '../../../shared/durations'

const MAX_OPEN = RULES['staff.invitations'].most

/** Open invitations, newest first. */
export const listInvitations = ({ db }: Shop): Promise<Invitation[]> =>
  db.staffInvitation.findMany({ where: isOpen(), include: withRole, orderBy: { id: 'desc' }, take: MAX_OPEN })

/**
 * Emails a link that is valid for a week. It replaces an earlier invitation to the same address. Throws FORBIDDEN, INVALID_INPUT,
 * ROLE_NOT_FOUND, MAIL_UNAVAILABLE, LIMIT_REACHED.
 */
export async function inviteStaff(shop: Shop, actor: Actor, input: unknown): Promise<Invitation> {
  const { email, roleId } = parseInput(invitationInput, input)
  requireMail(shop)
  return shop.db.$transaction(async (tx) => {
    await lockStaff(tx)
    await actor.check(shop, tx)
    const role = await getRole(tx, roleId)
    requireAllOf(await actor.rights(shop, tx), role)
    await tx.staffInvitation.updateMany({ where: { email, ...isOpen() }, data: { endedAt: new Date() } })
    const recent = { createdAt: { gt: new Date(Date.now() - DAY_MS) } }
    const most = { where: { OR: [recent, isOpen()] } }
    if ((await tx.staffInvitation.count(most)) >= MAX_OPEN) throw refusal('staff.invitations')
    const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS)
    const data = { email, roleId: role.id, invitedById: actor.id, expiresAt }
    const invitation = await tx.staffInvitation.create({ data, include: withRole })
    await addMessages(tx, [accountMessage(invitation.id, { type: 'INVITATION', at: new Date().toISOString() })])
    const subject = { type: 'StaffInvitation', id: invitation.id } as const
    await audit(tx, { actorId: actor.id, action: 'inviteStaff', subject, after: { role: role.name } })
    return invitation
  })
}

/** Needs no permissions of the role, so that everyone who may invite can stop a mistake. Throws FORBIDDEN, INVITATION_NOT_FOUND. */
export async function endInvitation(shop: Shop, actor: Actor, id: string): Promise<string> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const where = { id, ...isOpen() }
    const { count } = isUuid(id)
      ? await tx.staffInvitation.updateMany({ where, data: { endedAt: new Date() } })
      : { count: 0 }
    if (count === 0) throw new DomainError('INVITATION_NOT_FOUND', { field: 'id' })
    await audit(tx, { actorId: actor.id, action: 'endInvitation', subject: { type: 'StaffInvitation', id } })
    return id
  })
}

/** False if the person who sent the invitation no longer has the right to assign the role. */
async function mayStillInvite(tx: DbOrTx, { invitedById, role }: Invitation): Promise<boolean> {
  if (invitedById === null) return false
  const inviter = await tx.user.findFirst({ where: { id: invitedById, ...IS_STAFF }, include: { staffRole: true } })
  if (!inviter?.staffRole) return false
  const { isOwner, permissions } = inviter.staffRole
  return isOwner || (!role.isOwner && covers(impliedBy(permissions), ['write_staff', ...role.permissions]))
}

/**
 * Makes the viewer a staff member. The account must have the invited address, and must have verified it with a code: otherwise a stranger
 * who opened an account with that address would join. Throws INVITATION_NOT_FOUND, EMAIL_UNVERIFIED, UNAUTHENTICATED.
 */
export async function acceptInvitation(shop: Shop, viewer: Viewer, key: string): Promise<Viewer> {
  const notFound = new DomainError('INVITATION_NOT_FOUND', { field: 'key' })
  const id = shop.sealer.open(key, INVITATION_KEY)
  if (id === null) throw notFound
  return shop.db.$transaction(async (tx) => {
    await lockStaff(tx)
    await lockCart(tx, viewer)
    const invitation = await findOpenInvitation(tx, id)
    const account = await tx.user.findUniqueOrThrow({ where: { id: viewer.id } })
    if (!invitation || invitation.email !== account.email || account.isDemo) throw notFound
    if (!account.emailVerifiedAt) throw new DomainError('EMAIL_UNVERIFIED')
    if (account.role === 'STAFF' && account.staffRoleId !== null)
      throw new DomainError('INVITATION_NOT_FOUND', { field: 'key', message: 'You are already a member of staff.' })
    if (!(await mayStillInvite(tx, invitation))) throw notFound
    await tx.staffInvitation.update({ where: { id }, data: { acceptedAt: new Date() } })
    await addMember(tx, account.id, invitation.role, { actorId: account.id })
    return tx.user.findUniqueOrThrow({ where: { id: account.id } })
  })
}
