/** The staff members: listing them, changing their role, and removing them. */
import type { Tx } from '../../../database/db'
import type { Prisma, StaffRole } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { isUuid } from '../../../shared/validation'
import type { Shop } from '../../shop'
import { audit } from '../audit'
import type { Actor } from './actor'
import { endKeysOf, keepKeysOf } from './keysOfMembers'
import { keepAnOwner, lockStaff, requireAllOf } from './owners'
import { getRole } from './roles'

const withRole = {
  staffRole: true,
  secondFactor: { select: { confirmedAt: true } },
} satisfies Prisma.UserInclude

export type Member = Prisma.UserGetPayload<{ include: typeof withRole }>

const isMember = { role: 'STAFF', staffRoleId: { not: null }, deletedAt: null } as const
const MAX_MEMBERS = 500

/** Staff sorted by email, including blocked staff. */
export const listMembers = ({ db }: Shop): Promise<Member[]> =>
  db.user.findMany({ where: isMember, include: withRole, orderBy: { email: 'asc' }, take: MAX_MEMBERS })

/** Throws STAFF_NOT_FOUND. */
async function getMember(tx: Tx, id: string): Promise<Member> {
  const member = isUuid(id) ? await tx.user.findFirst({ where: { ...isMember, id }, include: withRole }) : null
  if (!member) throw new DomainError('STAFF_NOT_FOUND', { field: 'userId' })
  return member
}

/**
 * Takes effect with the member's next request. Ends the member's API keys that the new role does not cover. Throws FORBIDDEN, STAFF_NOT_FOUND,
 * ROLE_NOT_FOUND, LAST_OWNER.
 */
export async function changeStaffRole(
  shop: Shop,
  actor: Actor,
  { userId, roleId }: { userId: string; roleId: string },
): Promise<Member> {
  return shop.db.$transaction(async (tx) => {
    await lockStaff(tx)
    await actor.check(shop, tx)
    const member = await getMember(tx, userId)
    const role = await getRole(tx, roleId)
    const rights = await actor.rights(shop, tx)
    for (const each of [member.staffRole!, role]) requireAllOf(rights, each)
    if (member.staffRoleId === role.id) return member
    return changeMemberRole(tx, member, role, { actorId: actor.id })
  })
}

/** `actorId` is null for an operator's command. Throws LAST_OWNER. */
export async function changeMemberRole(
  tx: Tx,
  { id, staffRole }: Pick<Member, 'id' | 'staffRole'>,
  role: StaffRole,
  { actorId }: { actorId: string | null },
): Promise<Member> {
  if (!role.isOwner) await keepAnOwner(tx, id)
  const changed = await tx.user.update({ where: { id }, data: { staffRoleId: role.id }, include: withRole })
  const endedKeys = await endKeysOf(tx, [id], { actorId, beyond: role })
  await audit(tx, {
    actorId,
    action: 'changeStaffRole',
    subject: { type: 'User', id },
    before: { role: staffRole!.name },
    after: { role: role.name, ...(endedKeys > 0 && { endedKeys }) },
  })
  return changed
}

/**
 * Turns the account back into a customer account, and ends its sessions and the invitations that it sent or could accept. `endKeys` also
 * ends the API keys that the member made; otherwise, they become the shop's. The keys of a blocked member always end. Throws FORBIDDEN, STAFF_NOT_FOUND, LAST_OWNER.
 */
export async function removeStaff(
  shop: Shop,
  actor: Actor,
  { userId, endKeys }: { userId: string; endKeys: boolean },
): Promise<string> {
  return shop.db.$transaction(async (tx) => {
    await lockStaff(tx)
    await actor.check(shop, tx)
    const member = await getMember(tx, userId)
    requireAllOf(await actor.rights(shop, tx), member.staffRole!)
    await removeMember(tx, member, { actorId: actor.id, endKeys })
    return member.id
  })
}

/** `actorId` is null for an operator's command. Throws LAST_OWNER. */
export async function removeMember(
  tx: Tx,
  { id, email, staffRole, blockedAt }: Pick<Member, 'id' | 'email' | 'staffRole' | 'blockedAt'>,
  { actorId, endKeys }: { actorId: string | null; endKeys: boolean },
): Promise<void> {
  await keepAnOwner(tx, id)
  await tx.user.update({
    where: { id },
    data: { role: 'CUSTOMER', staffRoleId: null, tokenVersion: { increment: 1 } },
  })
  await tx.secondFactor.deleteMany({ where: { userId: id } })
  await tx.signInFailures.deleteMany({ where: { email: id } })
  await endInvitations(tx, { OR: [{ invitedById: id }, { email }] })
  // A blocked member's keys rest. Without their maker, they would work again.
  const [endedKeys, keptKeys] =
    endKeys || blockedAt ? [await endKeysOf(tx, [id], { actorId }), 0] : [0, await keepKeysOf(tx, id)]
  await audit(tx, {
    actorId,
    action: 'removeStaff',
    subject: { type: 'User', id },
    before: { role: staffRole?.name ?? 'STAFF' },
    after: { role: 'CUSTOMER', ...(endedKeys > 0 && { endedKeys }), ...(keptKeys > 0 && { keptKeys }) },
  })
}

/** `actorId` is the new member for an accepted invitation, and null for an operator's command. */
export async function addMember(
  tx: Tx,
  userId: string,
  role: { id: string; name: string },
  { actorId, before }: { actorId: string | null; before?: Prisma.InputJsonObject },
): Promise<void> {
  const { email } = await tx.user.update({ where: { id: userId }, data: { role: 'STAFF', staffRoleId: role.id } })
  // Otherwise, the member could use another invitation after being removed.
  await endInvitations(tx, { email })
  const subject = { type: 'User', id: userId } as const
  await audit(tx, { actorId, action: 'addStaff', subject, ...(before && { before }), after: { role: role.name } })
}

async function endInvitations(tx: Tx, which: Prisma.StaffInvitationWhereInput): Promise<void> {
  await tx.staffInvitation.updateMany({
    where: { ...which, acceptedAt: null, endedAt: null },
    data: { endedAt: new Date() },
  })
}
