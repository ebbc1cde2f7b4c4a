/** The input of a command, and the errors for incorrect usage and for failures. */
import type pg from 'pg'
import type { Db } from '../database/db'
import type { Settings } from '../settings'

/** The terminal from which a command was called. The command itself may run in another process. */
export interface Terminal {
  /** Prints one line of output. */
  say: (line: string) => void
  /** Shows the progress of a long operation. `unit` is the noun, as in `40 of 100 rows`. */
  progress: (done: number, total: number, unit: string) => void
  /** Outputs a chunk unchanged, for example part of a file. Resolves when more can be sent. */
  send: (text: string) => Promise<void>
  /** Aborted when the caller has stopped waiting. */
  signal: AbortSignal
  /** Resolves a relative path against the folder in which the command was called. */
  pathOf: (path: string) => string
}

export interface Call {
  args: string[]
  terminal: Terminal
  settings: Settings
}

export interface OpenDatabase {
  db: Db
  /** The connection pool behind `db`. */
  pool: pg.Pool
}

export type Command = { usage: string } & (
  | {
      /** Runs on the shop's database. If the shop is running with that database, the command runs inside the shop. */
      run(call: Call, database: OpenDatabase): Promise<void>
    }
  | {
      /** Runs on the database without migrating or seeding it first. */
      runOnPool(call: Call, pool: pg.Pool): Promise<void>
    }
  | {
      /** Runs only while no shop is running, and opens the resources that it needs. */
      runAlone(call: Call): Promise<void>
    }
)

/** A usage error that the caller can fix. The command exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A failure that stops the command, with its own lines of output. The command exits with 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

type Lines = (db: Db, args: string[], settings: Settings) => Promise<string[]>

/** A command that outputs a few lines. */
export const commandOfLines = (usage: string, linesOf: Lines): Command => ({
  usage,
  async run({ args, terminal, settings }, { db }) {
    for (const line of await linesOf(db, args, settings)) terminal.say(line)
  },
})
