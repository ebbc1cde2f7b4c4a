/** Reads the entire backup before anything is changed. Checks that it is complete and that this version of the shop can restore it. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { readMigrations } from '../../database/migrations'
import { CommandError } from '../command'
import { readArchive } from './archive'
import { Checksum, isSame } from './checksum'
import { BEGINNING, beginning, END, end, filePath, tableOf, type Beginning, type End } from './format'

export interface Backup {
  path: string
  beginning: Beginning
  end: End
  rows: number
}

/** Throws a CommandError that explains the problem. */
export async function inspect(path: string, signal: AbortSignal): Promise<Backup> {
  const damaged = (what: string) => new CommandError(`${path} is damaged: ${what}. Nothing was changed.`)
  const sums = new Map<string, Checksum>()
  const files: Record<string, string> = {}
  let begun: Beginning | null = null
  let ended: End | null = null
  for await (const { name, content } of readArchive(path)) {
    signal.throwIfAborted()
    const table = tableOf(name)
    const file = filePath(name)
    if (name === BEGINNING) begun = parse(beginning, content, damaged)
    else if (name === END) ended = parse(end, content, damaged)
    else if (table) {
      const sum = sums.get(table) ?? new Checksum()
      sums.set(table, sum)
      for (const row of linesOf(content)) sum.add(row)
    } else if (file) files[file] = createHash('sha256').update(content).digest('hex')
    else throw damaged(`“${name}” does not belong in it`)
  }
  if (!begun || !ended) throw damaged('the end is missing')
  const nothing = new Checksum()
  let rows = 0
  for (const { name } of begun.tables) {
    const found = (sums.get(name) ?? nothing).contents
    if (!isSame(found, ended.tables[name])) throw damaged(`the rows of ${name} differ from the original`)
    rows += found.rows
  }
  if (JSON.stringify(files) !== JSON.stringify(ended.files)) throw damaged('the files differ from the original')
  checkVersion(begun)
  return { path, beginning: begun, end: ended, rows }
}

export const linesOf = (content: Buffer): string[] => content.toString().split('\n').slice(0, -1)

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer, damaged: (what: string) => Error) {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch {
    throw damaged('this version of the shop does not know its format')
  }
}

/** This version must include all migrations of the database that was backed up. */
function checkVersion({ migrations }: Beginning): void {
  const own = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations)
    if (own.get(name) !== checksum)
      throw new CommandError(
        `The database of this backup has the migration ${name}, which this version of the shop does not have. Restore it with a newer version.`,
      )
}
