/** The names of the records in the audit log as they are today, because the log itself stores only their ids. */
import type { DbOrTx } from '../../database/db'
import { isUuid } from '../../shared/validation'
import type { AuditEntry } from './audit'

type Subject = Pick<AuditEntry, 'subjectType' | 'subjectId'>
type Named = { id: string; name: string }

/** An account that was opened with a code has no name at first. */
export const nameOrEmail = (of: { firstName: string; lastName: string; email: string }): string =>
  `${of.firstName} ${of.lastName}`.trim() || of.email

/** One statement for each kind of record. Kinds that are not listed have no name besides their id: orders, coupons, photos, messages. */
const READERS: Record<string, (db: DbOrTx, ids: string[]) => Promise<Named[]>> = {
  ApiKey: (db, ids) => db.apiKey.findMany({ where: { id: { in: uuids(ids) } }, select: { id: true, name: true } }),
  Product: async (db, ids) => {
    const found = await db.product.findMany({ where: { id: { in: ids } }, select: { id: true, title: true } })
    return found.map(({ id, title }) => ({ id, name: title }))
  },
  StaffInvitation: async (db, ids) => {
    const found = await db.staffInvitation.findMany({
      where: { id: { in: uuids(ids) } },
      select: { id: true, email: true },
    })
    return found.map(({ id, email }) => ({ id, name: email }))
  },
  StaffRole: (db, ids) =>
    db.staffRole.findMany({ where: { id: { in: uuids(ids) } }, select: { id: true, name: true } }),
  User: async (db, ids) => {
    const select = { id: true, firstName: true, lastName: true, email: true }
    return (await db.user.findMany({ where: { id: { in: uuids(ids) } }, select })).map((user) => ({
      id: user.id,
      name: nameOrEmail(user),
    }))
  },
}

/** The log may contain ids that another version of the shop wrote, and PostgreSQL rejects a comparison with a malformed UUID. */
const uuids = (ids: string[]): string[] => ids.filter(isUuid)

/** The name of each subject, or null if its record is gone or has no name besides its id. */
export async function namesOfSubjects(db: DbOrTx, subjects: readonly Subject[]): Promise<(string | null)[]> {
  const names = new Map<string, string>()
  await Promise.all(
    Object.entries(READERS).map(async ([type, read]) => {
      const ids = subjects.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId)
      if (ids.length === 0) return
      for (const { id, name } of await read(db, [...new Set(ids)])) names.set(`${type} ${id}`, name)
    }),
  )
  return subjects.map(({ subjectType, subjectId }) => names.get(`${subjectType} ${subjectId}`) ?? null)
}
