/** Open invitations to join the staff, and the key in the emailed link. */
import type { DbOrTx } from '../../database/db'
import type { Prisma } from '../../generated/prisma/client'
import type { Shop } from '../shop'

export const INVITATION_DAYS = 7
/** The encryption context of the key in the link. */
export const INVITATION_KEY = 'invitation'

export const withRole = { role: true } satisfies Prisma.StaffInvitationInclude
export type Invitation = Prisma.StaffInvitationGetPayload<{ include: typeof withRole }>

export const isOpen = (now = new Date()) => ({ acceptedAt: null, endedAt: null, expiresAt: { gt: now } })

export const findOpenInvitation = (db: DbOrTx, id: string): Promise<Invitation | null> =>
  db.staffInvitation.findFirst({ where: { id, ...isOpen() }, include: withRole })

/** The address and the link's key, or null if the invitation is no longer open. */
export async function findInvitation(
  { db, sealer }: Pick<Shop, 'db' | 'sealer'>,
  id: string,
): Promise<{ email: string; key: string; role: string } | null> {
  const found = await findOpenInvitation(db, id)
  return found && { email: found.email, key: sealer.seal(id, INVITATION_KEY), role: found.role.name }
}
