/** `npm run <command> -- …`: opens the shop's database, or sends the command to the running shop that holds it. */
import { openDatabase } from '../database/client'
import { DataFolderInUseError } from '../database/embedded/lock'
import { explainFailure } from '../process/lifecycle'
import { readSettings } from '../settings'
import { connectTo } from './backup/connection'
import { CommandError, type Call, type Command } from './command'
import { COMMANDS, findCommand, overview } from './registry'
import { runToEnd } from './run'
import { sendCommand } from './send'
import { ownTerminal, printable } from './terminal'

function stopSignal(): AbortSignal {
  const stopped = new AbortController()
  // A second signal ends the process immediately.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.once(signal, () => stopped.abort())
  return stopped.signal
}

async function runHere(command: Command, call: Call, fail: (line: string) => void): Promise<number> {
  if ('runAlone' in command) return runToEnd(command, call, () => command.runAlone(call), fail)
  if ('runOnPool' in command) {
    const { pool, close } = await connectTo(call.settings)
    return runToEnd(command, call, () => command.runOnPool(call, pool), fail).finally(close)
  }
  // Demo accounts are added only when a shop starts, because their passwords are publicly known. Commands do not add them.
  const database = await openDatabase({ ...call.settings, demoAccounts: false })
  try {
    return await runToEnd(command, call, () => command.run(call, database), fail)
  } finally {
    await database.close()
  }
}

// The process that reads the pipe may exit first, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const asksForHelp = (args: string[]): boolean => args.length === 1 && ['--help', '-h', 'help'].includes(args[0]!)

async function main([name = '', ...args]: string[]): Promise<number> {
  if (asksForHelp([name])) {
    console.log(overview())
    return 0
  }
  const command = findCommand(name)
  if (!command) {
    const known = Object.keys(COMMANDS).join(', ')
    console.error(printable(`Unknown command: ${name || 'none given'}. The commands are: ${known}.`))
    return 2
  }
  // Runs before anything is opened, because printing the usage needs neither valid settings nor a database.
  if (asksForHelp(args)) {
    console.log(`Use: ${command.usage}`)
    return 0
  }
  const settings = readSettings()
  const terminal = ownTerminal(settings.calledFrom, stopSignal())
  try {
    return await runHere(command, { args, terminal, settings }, terminal.fail)
  } catch (error) {
    if (!(error instanceof DataFolderInUseError) || 'runAlone' in command) throw error
    return sendCommand(settings.dataDir, { command: name, args, folder: settings.calledFrom }, terminal, error.holder)
  }
}

main(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof CommandError ? printable(error.message) : explainFailure(error))
    process.exitCode = 1
  },
)
