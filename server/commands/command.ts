/** What a command is given, and how it says that it was called in a wrong way. */
import type pg from 'pg'
import type { Db } from '../database/client'
import type { Settings } from '../settings'

/** The terminal at which a command was called, wherever the command runs. */
export interface Terminal {
  /** One line of the answer. */
  say: (line: string) => void
  /** How far a long piece of work is; `unit` as in `40 of 100 rows`. */
  progress: (done: number, total: number, unit: string) => void
  /** A part of the answer that is a file, as it is. Resolves once there is room for more. */
  send: (text: string) => Promise<void>
  /** Aborted where nobody waits for the command any more. */
  signal: AbortSignal
  /** An absolute path for one that was given: it begins where the command was called. */
  pathOf: (path: string) => string
}

export interface Call {
  args: string[]
  terminal: Terminal
  settings: Settings
}

export interface OpenDatabase {
  db: Db
  /** The connections behind `db`. */
  pool: pg.Pool
}

export type Command = { usage: string } & (
  | {
      /** On the shop's database, whether the shop runs or not: what the running shop holds is worked on inside of it. */
      run(call: Call, database: OpenDatabase): Promise<void>
    }
  | {
      /** The same on the database as it is: neither migrated nor seeded first. */
      runOnPool(call: Call, pool: pg.Pool): Promise<void>
    }
  | {
      /** Only where no shop runs; it opens what it needs. */
      runAlone(call: Call): Promise<void>
    }
)

/** What whoever called it can mend; the command ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What was found and stops the command, with lines of its own; it ends with 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

type Lines = (db: Db, args: string[]) => Promise<string[]>

/** A command whose whole answer is some lines. */
export const commandOfLines = (usage: string, linesOf: Lines): Command => ({
  usage,
  async run({ args, terminal }, { db }) {
    for (const line of await linesOf(db, args)) terminal.say(line)
  },
})
