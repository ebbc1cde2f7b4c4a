/** Reads and blocks customer accounts for staff. */
import type { Tx } from '../../database/db'
import type { User } from '../../generated/prisma/client'
import { DomainError, invalidInput } from '../../shared/errors'
import { isUuid } from '../../shared/validation'
import type { Shop } from '../shop'
import { audit } from './audit'
import { requireStaff } from './staff'

/** In the order of the ids. Null for an unknown id. */
export async function customersByIds({ db }: Shop, ids: readonly string[]): Promise<(User | null)[]> {
  const found = await db.user.findMany({ where: { id: { in: ids.filter(isUuid) } } })
  const byId = new Map(found.map((user) => [user.id, user]))
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null)
}

/** Throws CUSTOMER_NOT_FOUND, also for a deleted account. */
async function getAccount(tx: Tx, id: string): Promise<User> {
  const user = isUuid(id) ? await tx.user.findUnique({ where: { id, deletedAt: null } }) : null
  if (!user) throw new DomainError('CUSTOMER_NOT_FOUND', { field: 'customerId' })
  return user
}

/**
 * Blocks or unblocks an account. A block ends its sessions and refuses its logins. Its orders continue, and an order that awaits payment
 * expires as usual. A repeated call changes nothing. Throws FORBIDDEN, CUSTOMER_NOT_FOUND, and INVALID_INPUT for the caller's own account.
 */
export async function blockCustomer(
  { db }: Shop,
  viewerId: string,
  { customerId, blocked }: { customerId: string; blocked: boolean },
): Promise<User> {
  // Checked before the locks, so that other callers cannot make staff wait, and again under the locks.
  await requireStaff(db, viewerId)
  return db.$transaction(async (tx) => {
    // Locks all staff. If two staff members block each other, the second call fails, so one of them stays active.
    await tx.$queryRaw`
      SELECT id FROM user_account WHERE role = 'STAFF' OR id = ANY(${[customerId].filter(isUuid)}::uuid[])
      ORDER BY id FOR NO KEY UPDATE`
    await requireStaff(tx, viewerId)
    const user = await getAccount(tx, customerId)
    if (user.id === viewerId) throw invalidInput('customerId', 'Nobody can block their own account.')
    if ((user.blockedAt !== null) === blocked) return user
    const changed = await tx.user.update({
      where: { id: user.id },
      data: { blockedAt: blocked ? new Date() : null, tokenVersion: { increment: blocked ? 1 : 0 } },
    })
    const subject = { type: 'User', id: user.id } as const
    const before = { blocked: !blocked }
    await audit(tx, { actorId: viewerId, action: 'blockCustomer', subject, before, after: { blocked } })
    return changed
  })
}
