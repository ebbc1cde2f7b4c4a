/** Runs a command as a user at a terminal would, on a test's own database. */
import { join } from 'node:path'
import type { OpenDatabase, Terminal } from '../commands/command'
import { findCommand } from '../commands/registry'
import { runToEnd } from '../commands/run'
import type { Settings } from '../settings'

interface Called {
  code: number
  /** The lines of output and of errors. */
  lines: string[]
  /** Output that was sent unchanged. */
  file: string
}

interface On {
  folder: string
  settings: Settings
  /** Null for a command that opens its database itself. */
  database: OpenDatabase | null
  signal?: AbortSignal
  progress?: Terminal['progress']
}

export async function callCommand(name: string, args: string[], on: On): Promise<Called> {
  const called: Called = { code: -1, lines: [], file: '' }
  const say = (text: string) => void called.lines.push(...text.split('\n'))
  const terminal: Terminal = {
    say,
    progress: on.progress ?? (() => {}),
    send: async (text) => void (called.file += text),
    signal: on.signal ?? new AbortController().signal,
    pathOf: (path) => join(on.folder, path),
  }
  const command = findCommand(name)!
  const call = { args, terminal, settings: on.settings }
  called.code = await runToEnd(
    command,
    call,
    () => {
      if ('runAlone' in command) return command.runAlone(call)
      return 'run' in command ? command.run(call, on.database!) : command.runOnPool(call, on.database!.pool)
    },
    say,
  )
  return called
}
