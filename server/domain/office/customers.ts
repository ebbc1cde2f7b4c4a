/** Reads and blocks customer accounts for staff. */
import type { Tx } from '../../database/db'
import type { User } from '../../generated/prisma/client'
import { DomainError, invalidInput } from '../../shared/errors'
import { isUuid } from '../../shared/validation'
import type { Shop } from '../shop'
import { audit } from '../audit/audit'
import { keepAnOwner, lockStaff, requireAllOf } from '../staff/owners'
import { getRole } from './access/roles'
import type { Actor } from '../staff/actor'

/** Returned in the order of the ids. Null for an unknown id. */
export async function customersByIds({ db }: Shop, ids: readonly string[]): Promise<(User | null)[]> {
  const found = await db.user.findMany({ where: { id: { in: ids.filter(isUuid) } } })
  const byId = new Map(found.map((user) => [user.id, user]))
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null)
}

/** Throws CUSTOMER_NOT_FOUND, including for a deleted account. */
export async function getAccount(tx: Tx, id: string): Promise<User> {
  const user = isUuid(id) ? await tx.user.findUnique({ where: { id, deletedAt: null } }) : null
  if (!user) throw new DomainError('CUSTOMER_NOT_FOUND', { field: 'customerId' })
  return user
}

/**
 * Blocks or unblocks an account. A block ends the account's sessions and prevents logins. The account's orders are still processed; an
 * order that awaits payment expires as usual. A repeated call changes nothing. To block a staff member, the caller needs write_staff and
 * all of the member's permissions. Throws FORBIDDEN, SECOND_FACTOR_REQUIRED, CUSTOMER_NOT_FOUND, LAST_OWNER, and INVALID_INPUT for the
 * caller's own account.
 */
export async function blockCustomer(
  shop: Shop,
  actor: Actor,
  { customerId, blocked }: { customerId: string; blocked: boolean },
): Promise<User> {
  return shop.db.$transaction(async (tx) => {
    // If two staff members block each other, the second call fails, so one of them stays active.
    await lockStaff(tx)
    await actor.check(shop, tx)
    const user = await getAccount(tx, customerId)
    if (user.id === actor.id) throw invalidInput('customerId', 'You cannot block your own account.')
    if (user.role === 'STAFF' && user.staffRoleId !== null) await requireStaffRights(shop, tx, actor, user.staffRoleId)
    if ((user.blockedAt !== null) === blocked) return user
    if (blocked) await keepAnOwner(tx, user.id)
    const changed = await tx.user.update({
      where: { id: user.id },
      data: { blockedAt: blocked ? new Date() : null, tokenVersion: { increment: blocked ? 1 : 0 } },
    })
    const subject = { type: 'User', id: user.id } as const
    const before = { blocked: !blocked }
    await audit(tx, { actorId: actor.id, action: 'blockCustomer', subject, before, after: { blocked } })
    return changed
  })
}

async function requireStaffRights(shop: Shop, tx: Tx, actor: Actor, roleId: string): Promise<void> {
  const rights = await actor.rights(shop, tx)
  if (rights.factor === 'OLD') throw new DomainError('SECOND_FACTOR_REQUIRED')
  const role = await getRole(tx, roleId)
  requireAllOf(rights, { isOwner: role.isOwner, permissions: [...role.permissions, 'write_staff'] })
}
