/**
 * Lets the operator manage staff accounts:
 *
 *   npm run staff -- list                        lists all staff with their roles
 *   npm run staff -- add EMAIL [--role NAME] [--unconfirmed]
 *                                                makes the account staff, by default an owner, or changes the role of staff;
 *                                                unblocks it if it was blocked
 *   npm run staff -- remove EMAIL [--keep-keys]  makes the account a customer's again and ends the API keys that it made
 *   npm run staff -- reset-factor EMAIL          removes the authenticator app of an account and ends its sessions
 */
import { parseArgs } from 'node:util'
import type { Db } from '../database/db'
import { audit } from '../domain/audit/audit'
import { addMember, changeMemberRole, removeMember } from '../domain/office/access/members'
import type { StaffRole, User } from '../generated/prisma/client'
import { DomainError } from '../shared/errors'
import { CommandError, UsageError } from './command'
import { email as emailOf } from '../shared/text'

export const USAGE =
  'npm run staff -- list | add EMAIL [--role NAME] [--unconfirmed] | remove EMAIL [--keep-keys] | reset-factor EMAIL'

/**
 * Returns the lines for the terminal. `mayConfirm`: the shop sends emails, so that people can confirm their addresses. Then `add` requires a
 * confirmed address, because anyone can sign up with the address of an employee.
 */
export async function runCommand(db: Db, args: string[], { mayConfirm = false } = {}): Promise<string[]> {
  const { values, positionals } = readArguments(args)
  const [command, email, ...rest] = positionals
  const isListed = command === 'list' && email === undefined
  const isKnown = isListed || (['add', 'remove', 'reset-factor'].includes(command ?? '') && email !== undefined)
  const hasKeyOption = values['end-keys'] || values['keep-keys']
  const isMisplaced =
    ((values.role !== undefined || values.unconfirmed) && command !== 'add') || (hasKeyOption && command !== 'remove')
  if (!isKnown || isMisplaced || rest.length > 0)
    throw new UsageError(`${args.length > 0 ? `Unknown: ${args.join(' ')}. ` : ''}Use: ${USAGE}`)
  if (isListed) return list(db)
  const user = await findAccount(db, email!)
  if (command === 'add')
    return add(db, user, {
      role: await findRole(db, values.role ?? null),
      isNamed: values.role !== undefined,
      mustBeConfirmed: mayConfirm && !values.unconfirmed,
    })
  return command === 'remove' ? remove(db, user, !values['keep-keys']) : resetFactor(db, user)
}

function readArguments(args: string[]) {
  const options = {
    role: { type: 'string' },
    unconfirmed: { type: 'boolean', default: false },
    'keep-keys': { type: 'boolean', default: false },
    // Earlier releases kept the keys without this option.
    'end-keys': { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${(error as Error).message} Use: ${USAGE}`)
  }
}

const withRole = { staffRole: true } as const
type Account = User & { staffRole: StaffRole | null }

async function findAccount({ user }: Db, text: string): Promise<Account> {
  const email = emailOf(text)
  const found = await user.findUnique({ where: { email, deletedAt: null }, include: withRole })
  if (!found) throw new CommandError(`No account has the email ${email}. The person must first sign up in the shop.`)
  return found
}

/** `name` is null for the owner's role. */
async function findRole({ staffRole }: Db, name: string | null): Promise<StaffRole> {
  const found = await staffRole.findFirst({ where: name === null ? { isOwner: true } : { name } })
  if (found) return found
  const names = (await staffRole.findMany({ orderBy: { name: 'asc' } })).map((each) => each.name)
  throw new CommandError(`There is no role ${name}. Choose one of: ${names.join(', ')}.`)
}

const isStaff = ({ role, staffRoleId }: User): boolean => role === 'STAFF' && staffRoleId !== null

async function list({ user }: Db): Promise<string[]> {
  const where = { role: 'STAFF', staffRoleId: { not: null } } as const
  const staff = await user.findMany({ where, include: withRole, orderBy: { email: 'asc' } })
  if (staff.length === 0) return ['No staff yet. Add one with: npm run staff -- add EMAIL']
  return staff.map(({ email, firstName, lastName, blockedAt, staffRole }) =>
    [email, staffRole!.name, `${firstName} ${lastName}`.trim(), blockedAt ? 'blocked' : ''].join('  ').trimEnd(),
  )
}

interface Added {
  role: StaffRole
  /** True if the operator named the role. */
  isNamed: boolean
  mustBeConfirmed: boolean
}

async function add(db: Db, user: Account, { role, isNamed, mustBeConfirmed }: Added): Promise<string[]> {
  const { id, email, blockedAt } = user
  if (user.isDemo) throw new CommandError(`${email} is a demo account with a public password.`)
  const isOther = isStaff(user) && user.staffRoleId !== role.id
  // Without --role, the role is the owner's. A repeated command must not make a packer an owner.
  if (isOther && !isNamed)
    throw new CommandError(`${email} is already staff as ${user.staffRole!.name}. Name the new role with --role.`)
  if (isStaff(user) && !isOther && !blockedAt) return [`${email} is already staff as ${role.name}.`]
  if (mustBeConfirmed && !user.emailVerifiedAt)
    throw new CommandError(
      `${email} is not confirmed, so a stranger may have opened this account. The person must first log in with an emailed code. ` +
        'If you know who opened the account, add --unconfirmed.',
    )
  await orRefuse(() =>
    db.$transaction(async (tx) => {
      if (isOther) await changeMemberRole(tx, user, role, { actorId: null })
      if (isOther && !blockedAt) return
      await tx.user.update({ where: { id }, data: { blockedAt: null } })
      const before = { role: isOther ? role.name : user.role, ...(blockedAt && { blocked: true }) }
      await addMember(tx, id, role, { actorId: null, before })
    }),
  )
  return [
    `${email} is now staff as ${role.name}${blockedAt ? ' and no longer blocked' : ''}.`,
    ...(user.emailVerifiedAt
      ? []
      : [`${email} is not confirmed yet. Make sure that the right person opened this account.`]),
  ]
}

/** Prints the reason of a refused change, such as the removal of the last owner. */
async function orRefuse(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(error.message)
    throw error
  }
}

async function remove(db: Db, user: Account, endKeys: boolean): Promise<string[]> {
  if (user.role !== 'STAFF') return [`${user.email} is not staff.`]
  await orRefuse(() => db.$transaction((tx) => removeMember(tx, user, { actorId: null, endKeys })))
  return [`${user.email} is a customer again.`]
}

async function resetFactor(db: Db, { id, email }: Account): Promise<string[]> {
  const { count } = await db.$transaction(async (tx) => {
    const removed = await tx.secondFactor.deleteMany({ where: { userId: id } })
    // The counts of wrong codes.
    await tx.signInFailures.deleteMany({ where: { email: id } })
    const subject = { type: 'User', id } as const
    if (removed.count > 0) {
      await audit(tx, { actorId: null, action: 'removeSecondFactor', subject })
      await tx.user.update({ where: { id }, data: { tokenVersion: { increment: 1 } } })
    }
    return removed
  })
  return [
    count > 0
      ? `${email} can set up a new authenticator app, and is logged out everywhere.`
      : `${email} has no authenticator app.`,
  ]
}
