/** Keeps API keys from doing more than the members who made them. */
import type { Tx } from '../../database/db'
import type { ApiKey, StaffRole } from '../../generated/prisma/client'
import { covers, impliedBy, type Permission } from '../../shared/permissions'
import { audit } from '../audit/audit'

type Role = Pick<StaffRole, 'isOwner' | 'permissions'>

/** The keys that the operator made, and those that a removed member left to the shop, have no maker. A blocked member's keys rest. */
export const isNotResting = { OR: [{ createdById: null }, { createdBy: { blockedAt: null } }] }

/** For `permissionsOfKey`. */
export const withMaker = { createdBy: { select: { role: true, staffRole: true } } } as const

interface KeyWithMaker {
  permissions: string[]
  createdBy: { role: string; staffRole: Role | null } | null
}

/**
 * The permissions that the maker's role includes as well, so that a key never has more than its maker. The keys of removed members keep all of
 * their permissions, because they are the shop's.
 */
export function permissionsOfKey({ permissions, createdBy }: KeyWithMaker): Set<Permission> {
  const granted = impliedBy(permissions)
  const role = createdBy?.role === 'STAFF' ? createdBy.staffRole : null
  if (!role || role.isOwner) return granted
  const held = impliedBy(role.permissions)
  return new Set([...granted].filter((permission) => held.has(permission)))
}

/**
 * Ends the members' keys, each with an entry in the audit log. With a role, ends only the keys that it does not cover. Call this after
 * `lockStaff`, so that no member makes a key meanwhile. Returns how many it ended.
 */
export async function endKeysOf(
  tx: Tx,
  memberIds: string[],
  { actorId, beyond }: { actorId: string | null; beyond?: Role },
): Promise<number> {
  const keys = await tx.apiKey.findMany({ where: { createdById: { in: memberIds }, endedAt: null } })
  const ending = keys.filter(({ permissions }) => !beyond || !isCovered(permissions, beyond))
  if (ending.length === 0) return 0
  await tx.apiKey.updateMany({ where: { id: { in: ending.map(({ id }) => id) } }, data: { endedAt: new Date() } })
  for (const { id, name } of ending) await auditEnd(tx, { id, name }, actorId)
  return ending.length
}

/** The keys of a removed member become the shop's, as if the operator had made them. Returns how many. */
export async function keepKeysOf(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx.apiKey.updateMany({
    where: { createdById: memberId, endedAt: null },
    data: { createdById: null },
  })
  return count
}

export const auditEnd = (tx: Tx, { id, name }: Pick<ApiKey, 'id' | 'name'>, actorId: string | null): Promise<void> =>
  audit(tx, { actorId, action: 'endApiKey', subject: { type: 'ApiKey', id }, before: { name } })

const isCovered = (permissions: readonly string[], { isOwner, permissions: held }: Role): boolean =>
  isOwner || covers(impliedBy(held), permissions)
