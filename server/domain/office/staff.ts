/** Who may work in the office: asked of the database in every call, so that a right that was taken away is gone at once. */
import type { DbOrTx } from '../../database/client'
import { DomainError } from '../../shared/errors'

/** Demo accounts, whose passwords everyone knows, never are. Throws FORBIDDEN. */
export async function requireStaff(db: DbOrTx, viewerId: string): Promise<void> {
  const where = { id: viewerId, role: 'STAFF', blockedAt: null, deletedAt: null, isDemo: false } as const
  if ((await db.user.count({ where })) === 0) throw new DomainError('FORBIDDEN')
}
