/**
 * Lets the operator manage API keys:
 *
 *   npm run keys -- list                                            lists all keys, without the keys themselves
 *   npm run keys -- add NAME PERMISSION[,PERMISSION…] [--days N]    makes a key and prints it; with --days it expires
 *   npm run keys -- end ID                                          ends a key
 */
import { parseArgs } from 'node:util'
import type { Db } from '../database/db'
import { createKey, endKey } from '../domain/office/access/apiKeys'
import { DomainError } from '../shared/errors'
import { NOT_FOR_KEYS, PERMISSIONS } from '../shared/permissions'
import { CommandError, UsageError } from './command'
import { DAY_MS } from '../shared/durations'

export const USAGE = 'npm run keys -- list | add NAME PERMISSION[,PERMISSION…] [--days N] | end ID'

const MAX_DAYS = 3650

/** Returns the lines for the terminal. */
export async function runCommand(db: Db, args: string[]): Promise<string[]> {
  const { values, positionals } = readArguments(args)
  const [command, first, second, ...rest] = positionals
  if (rest.length > 0 || (values.days !== undefined && command !== 'add')) throw usage(args)
  if (command === 'list' && first === undefined) return list(db)
  if (command === 'end' && first !== undefined && second === undefined) return end(db, first)
  if (command === 'add' && second !== undefined) return add(db, first!, second.split(','), values.days ?? null)
  throw usage(args)
}

const usage = (args: string[]) =>
  new UsageError(`${args.length > 0 ? `Unknown: ${args.join(' ')}. ` : ''}Use: ${USAGE}`)

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { days: { type: 'string' } } })
  } catch (error) {
    throw new UsageError(`${(error as Error).message} Use: ${USAGE}`)
  }
}

async function list({ apiKey }: Db): Promise<string[]> {
  const keys = await apiKey.findMany({ orderBy: { id: 'asc' } })
  if (keys.length === 0) return ['No API keys yet.']
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return keys.map(({ id, name, permissions, expiresAt, lastUsedAt, endedAt }) =>
    [
      id,
      name,
      permissions.join(','),
      endedAt ? `ended ${day(endedAt)}` : expiresAt ? `expires ${day(expiresAt)}` : 'does not expire',
      lastUsedAt ? `last used ${day(lastUsedAt)}` : 'never used',
    ].join('  '),
  )
}

async function add(db: Db, name: string, permissions: string[], days: string | null): Promise<string[]> {
  if (days !== null && !(/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS))
    throw new UsageError(`--days must be 1 to ${MAX_DAYS}.`)
  const expiresAt = days === null ? null : new Date(Date.now() + Number(days) * DAY_MS)
  try {
    const { secret } = await db.$transaction((tx) => createKey(tx, { name, permissions, expiresAt }, null))
    return [secret, 'Store this key now. It cannot be shown again.']
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new CommandError(error.code === 'INVALID_INPUT' ? explainInput(permissions) : error.message)
  }
}

function explainInput(permissions: string[]): string {
  const allowed: string[] = PERMISSIONS.filter((each) => !NOT_FOR_KEYS.includes(each))
  const bad = permissions.filter((each) => !allowed.includes(each))
  if (bad.length === 0) return 'NAME has 1 to 60 characters, and each PERMISSION is given once.'
  return `Not a permission of a key: ${bad.join(', ')}. Each PERMISSION is one of: ${allowed.join(', ')}.`
}

async function end(db: Db, id: string): Promise<string[]> {
  try {
    const { name } = await db.$transaction((tx) => endKey(tx, id, null))
    return [`The key ${name} has ended.`]
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(error.message)
    throw error
  }
}
