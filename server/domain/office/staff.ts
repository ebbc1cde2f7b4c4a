/** Checks in the database on each call whether an account may use the office, so revoking a role takes effect immediately. */
import type { DbOrTx } from '../../database/db'
import { DomainError } from '../../shared/errors'

/** Demo accounts are never staff, because their passwords are public. Throws FORBIDDEN. */
export async function requireStaff(db: DbOrTx, viewerId: string): Promise<void> {
  const where = { id: viewerId, role: 'STAFF', blockedAt: null, deletedAt: null, isDemo: false } as const
  if ((await db.user.count({ where })) === 0) throw new DomainError('FORBIDDEN')
}
