/**
 * Who works in the office, as the operator says:
 *
 *   npm run staff -- list                 everybody who does
 *   npm run staff -- add EMAIL            the account with this e-mail does from now on; one that was blocked is blocked no more
 *   npm run staff -- remove EMAIL         it is a customer's again
 *
 * The embedded database belongs to the running shop: stop that first.
 */
import { pathToFileURL } from 'node:url'
import { openDatabase, type Db } from '../../database/client'
import type { Role, User } from '../../generated/prisma/client'
import { explainFailure } from '../../lifecycle'
import { readSettings } from '../../settings'
import { audit } from './audit'

class UsageError extends Error {}

const USAGE = 'npm run staff -- list | add EMAIL | remove EMAIL'

/** The lines that the terminal shows. Throws a UsageError that says what is wrong. */
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
  if (!found) throw new UsageError(`No account has the e-mail ${email}. Whoever it is signs up in the shop first.`)
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
  if (user.isDemo) throw new UsageError(`${user.email} is a demo account, whose password everyone knows.`)
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

async function main(): Promise<void> {
  const { db, close } = await openDatabase(readSettings())
  try {
    for (const line of await runCommand(db, process.argv.slice(2))) console.log(line)
  } finally {
    await close()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error: unknown) => {
    console.error(error instanceof UsageError ? error.message : explainFailure(error))
    process.exitCode = 1
  })
}
