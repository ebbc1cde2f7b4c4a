/** The roles of staff: sets of permissions that an owner can add, change and remove. */
import { Prisma, type StaffRole } from '../../../generated/prisma/client'
import { DomainError, invalidInput } from '../../../shared/errors'
import { refusal } from '../../../guards/refusal'
import { RULES } from '../../../guards/rules'
import { roleInput } from '../../../shared/staffInput'
import { isUuid, parseInput } from '../../../shared/validation'
import type { DbOrTx, Tx } from '../../../database/db'
import type { Shop } from '../../shop'
import { audit } from '../../audit/audit'
import type { Actor } from '../../staff/actor'
import { endKeysOf } from '../../staff/keysOfMembers'
import { lockStaff } from '../../staff/owners'

const MAX_ROLES = RULES['staff.roles'].most

/** Lists the owner's role first, then the other roles by name. */
export const listRoles = ({ db }: Shop): Promise<StaffRole[]> =>
  db.staffRole.findMany({ orderBy: [{ isOwner: 'desc' }, { name: 'asc' }], take: MAX_ROLES })

/** Throws ROLE_NOT_FOUND. */
export async function getRole(db: DbOrTx, id: string): Promise<StaffRole> {
  const role = isUuid(id) ? await db.staffRole.findUnique({ where: { id } }) : null
  if (!role) throw new DomainError('ROLE_NOT_FOUND', { field: 'roleId' })
  return role
}

/**
 * Adds a role, or changes the one with `roleId`. Ends the API keys of its members that it no longer covers. Only owners may do this. Throws FORBIDDEN, INVALID_INPUT, ROLE_NOT_FOUND, ROLE_IN_USE for
 * the owner's role, and LIMIT_REACHED.
 */
export async function saveRole(
  shop: Shop,
  actor: Actor,
  { roleId, input }: { roleId?: string | null; input: unknown },
): Promise<StaffRole> {
  const data = parseInput(roleInput, input)
  try {
    return await shop.db.$transaction(async (tx) => {
      await lockStaff(tx)
      await requireOwner(shop, tx, actor)
      const before = roleId == null ? null : await getRole(tx, roleId)
      if (before?.isOwner) throw new DomainError('ROLE_IN_USE')
      if (!before && (await tx.staffRole.count()) >= MAX_ROLES) throw refusal('staff.roles')
      const role = before
        ? await tx.staffRole.update({ where: { id: before.id }, data })
        : await tx.staffRole.create({ data })
      const endedKeys = before ? await endKeysBeyond(tx, role, actor.id) : 0
      await audit(tx, {
        actorId: actor.id,
        action: 'saveStaffRole',
        subject: { type: 'StaffRole', id: role.id },
        ...(before && { before: shown(before) }),
        after: { ...shown(role), ...(endedKeys > 0 && { endedKeys }) },
      })
      return role
    })
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw invalidInput('name', 'Another role has this name.')
    throw error
  }
}

async function endKeysBeyond(tx: Tx, role: StaffRole, actorId: string): Promise<number> {
  const members = await tx.user.findMany({ where: { role: 'STAFF', staffRoleId: role.id }, select: { id: true } })
  return endKeysOf(
    tx,
    members.map(({ id }) => id),
    { actorId, beyond: role },
  )
}

const shown = ({ name, permissions }: StaffRole) => ({ name, permissions })

/** Only owners may do this. Throws FORBIDDEN, ROLE_NOT_FOUND, and ROLE_IN_USE if staff have the role. */
export async function removeRole(shop: Shop, actor: Actor, roleId: string): Promise<string> {
  return shop.db.$transaction(async (tx) => {
    await lockStaff(tx)
    await requireOwner(shop, tx, actor)
    const role = await getRole(tx, roleId)
    if (role.isOwner || (await tx.user.count({ where: { staffRoleId: role.id } })) > 0)
      throw new DomainError('ROLE_IN_USE')
    await tx.staffRole.delete({ where: { id: role.id } })
    const subject = { type: 'StaffRole', id: role.id } as const
    await audit(tx, { actorId: actor.id, action: 'removeStaffRole', subject, before: shown(role) })
    return role.id
  })
}

/** Call this after `lockStaff`, so that an owner who is being removed cannot change a role. */
async function requireOwner(shop: Shop, tx: DbOrTx, actor: Actor): Promise<void> {
  await actor.check(shop, tx)
  if (!(await actor.rights(shop, tx)).isOwner)
    throw new DomainError('FORBIDDEN', { message: 'Only an owner can change roles.' })
}
