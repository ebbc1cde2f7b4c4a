/** Keeps the shop from losing its last owner, and keeps staff members from granting rights that they do not have. */
import type { Tx } from '../../database/db'
import type { StaffRole } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { covers } from '../../shared/permissions'
import { IS_STAFF, type Rights } from './actor'

/** Changes to staff run one after another, so that two owners cannot remove each other at the same time. */
export async function lockStaff(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT FROM staff_role WHERE is_owner FOR UPDATE`
}

/** Call this before the account loses its role or its access. Throws LAST_OWNER. */
export async function keepAnOwner(tx: Tx, userId: string): Promise<void> {
  await lockStaff(tx)
  const owner = { ...IS_STAFF, staffRole: { isOwner: true } }
  if ((await tx.user.count({ where: { ...owner, id: userId } })) === 0) return
  if ((await tx.user.count({ where: { ...owner, id: { not: userId } } })) === 0) throw new DomainError('LAST_OWNER')
}

/** Throws FORBIDDEN unless the rights include all permissions of the role. */
export function requireAllOf(rights: Rights, role: Pick<StaffRole, 'isOwner' | 'permissions'>): void {
  if (rights.isOwner || (!role.isOwner && covers(rights.permissions, role.permissions))) return
  throw new DomainError('FORBIDDEN', { message: 'You cannot give or take permissions that you do not have yourself.' })
}
