/**
 * Lists the people to notify after a breach of personal data:
 *
 *   npm run breach -- list --since 2026-11-20T10:00:00+05:30 [--until TIME]
 *
 * Prints CSV with one row per account that existed in that period, sorted by id. Omits deleted accounts, whose email the shop no longer
 * has, and demo accounts, which belong to no person. docs/personal-data.md says what to do with the list.
 */
import { parseArgs } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import type { Db } from '../database/db'
import { BYTE_ORDER_MARK, guard } from '../shared/csvCells'
import { readInstant } from '../shared/instants'
import { UsageError, type Command } from './command'

/** Limits memory use: the list is read in batches of this size. */
const ACCOUNTS_AT_ONCE = 1000

export const breach: Command = {
  usage: 'npm run breach -- list --since 2026-11-20T10:00:00+05:30 [--until TIME]',
  async run({ args, terminal }, { db }) {
    const until = readArguments(args)
    await terminal.send(BYTE_ORDER_MARK + stringify([['id', 'email', 'name', 'emailVerified', 'openedAt']]))
    for await (const rows of partsOf(db, until)) {
      terminal.signal.throwIfAborted()
      await terminal.send(rows)
    }
  },
}

/**
 * An account that still exists also existed in the period if it was opened before the period's end. The query therefore does not need
 * `since`, which is used only to validate `until`.
 */
async function* partsOf({ user }: Db, until: Date): AsyncGenerator<string> {
  for (let last: string | null = null; ;) {
    const accounts: Account[] = await user.findMany({
      where: { deletedAt: null, isDemo: false, createdAt: { lt: until }, ...(last !== null && { id: { gt: last } }) },
      select: { id: true, email: true, firstName: true, lastName: true, emailVerifiedAt: true, createdAt: true },
      orderBy: { id: 'asc' },
      take: ACCOUNTS_AT_ONCE,
    })
    yield stringify(accounts.map(rowOf))
    if (accounts.length < ACCOUNTS_AT_ONCE) return
    last = accounts.at(-1)!.id
  }
}

interface Account {
  id: string
  email: string
  firstName: string
  lastName: string
  emailVerifiedAt: Date | null
  createdAt: Date
}

const rowOf = ({ id, email, firstName, lastName, emailVerifiedAt, createdAt }: Account): string[] => [
  id,
  guard(email),
  guard(`${firstName} ${lastName}`.trim()),
  emailVerifiedAt ? 'yes' : 'no',
  createdAt.toISOString(),
]

/** Returns the end of the period. */
function readArguments(args: string[]): Date {
  const options = { since: { type: 'string' }, until: { type: 'string' } } as const
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, allowPositionals: true, options })
    } catch (error) {
      throw new UsageError((error as Error).message)
    }
  })()
  const [action, ...rest] = positionals
  if (action !== 'list') throw new UsageError(action === undefined ? 'Give an action.' : `Unknown: ${action}.`)
  if (rest.length > 0) throw new UsageError(`Unknown: ${rest.join(' ')}.`)
  const now = new Date()
  const [since, until] = [timeOf('since', values.since ?? ''), values.until ? timeOf('until', values.until) : now]
  if (since > now) throw new UsageError('--since is in the future.')
  if (since >= until) throw new UsageError('--until must be after --since.')
  return until
}

function timeOf(option: string, text: string): Date {
  const time = readInstant(text)
  if (!time) throw new UsageError(`--${option} must be a time with an offset, such as 2026-11-20T10:00:00+05:30.`)
  return time
}
