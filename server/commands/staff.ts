/**
 * Lets the operator manage staff accounts:
 *
 *   npm run staff -- list                 lists all staff
 *   npm run staff -- add EMAIL            makes the account with this e-mail staff; unblocks it if it was blocked
 *   npm run staff -- remove EMAIL         makes the account a customer's again
 */
import type { Db } from '../database/db'
import { audit } from '../domain/office/audit'
import type { Role, User } from '../generated/prisma/client'
import { CommandError, UsageError } from './command'

export const USAGE = 'npm run staff -- list | add EMAIL | remove EMAIL'

/** Returns the lines for the terminal. */
export async function runCommand(db: Db, args: string[]): Promise<string[]> {
  const [command, email, ...rest] = args
  if (command === 'list' && email === undefined) return list(db)
  const isChange = (command === 'add' || command === 'remove') && email !== undefined && rest.length === 0
  if (!isChange) throw new UsageError(`${args.length > 0 ? `Unknown: ${args.join(' ')}. ` : ''}Use: ${USAGE}`)
  const user = await findAccount(db, email)
  return command === 'add' ? add(db, user) : remove(db, user)
}

async function findAccount({ user }: Db, text: string): Promise<User> {
  const email = text.trim().toLowerCase()
  const found = await user.findUnique({ where: { email, deletedAt: null } })
  if (!found) throw new CommandError(`No account has the e-mail ${email}. Whoever it is signs up in the shop first.`)
  return found
}

async function list({ user }: Db): Promise<string[]> {
  const staff = await user.findMany({ where: { role: 'STAFF' }, orderBy: { email: 'asc' } })
  if (staff.length === 0) return ['Nobody yet: npm run staff -- add EMAIL']
  return staff.map(({ email, firstName, lastName, blockedAt }) =>
    [email, `${firstName} ${lastName}`, blockedAt ? 'blocked' : ''].join('  ').trimEnd(),
  )
}

async function add(db: Db, user: User): Promise<string[]> {
  if (user.isDemo) throw new CommandError(`${user.email} is a demo account, whose password everyone knows.`)
  if (user.role === 'STAFF' && !user.blockedAt) return [`${user.email} works in the office already.`]
  await change(db, user, 'STAFF')
  return [`${user.email} works in the office from now on${user.blockedAt ? ', and is blocked no more' : ''}.`]
}

async function remove(db: Db, user: User): Promise<string[]> {
  if (user.role !== 'STAFF') return [`${user.email} does not work in the office.`]
  await change(db, user, 'CUSTOMER')
  const left = await db.user.count({ where: { role: 'STAFF', blockedAt: null } })
  return [`${user.email} is a customer's account again.`, ...(left === 0 ? ['Nobody works in the office now.'] : [])]
}

async function change(db: Db, { id, role: before, blockedAt }: User, role: Role): Promise<void> {
  const isFreed = role === 'STAFF' && blockedAt !== null
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { role, ...(isFreed && { blockedAt: null }) } })
    const action = role === 'STAFF' ? 'addStaff' : 'removeStaff'
    const blocked = isFreed ? { before: { blocked: true }, after: { blocked: false } } : {}
    await audit(tx, {
      actorId: null,
      action,
      subject: { type: 'User', id },
      before: { role: before, ...blocked.before },
      after: { role, ...blocked.after },
    })
  })
}
