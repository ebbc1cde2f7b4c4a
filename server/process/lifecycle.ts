/** Ends the shop's process, and prints its messages to the terminal: its address once it runs, or why it did not start. */
import { DataFolderError } from '../database/embedded/folder'
import { DataFolderInUseError } from '../database/embedded/lock'
import { DatabaseError } from '../database/waitForServer'
import { SettingsError, type Settings } from '../settings'
import { whenOrphaned } from './tuning'

/** The time limit for the last steps after all connections are closed, because an unresponsive database must not keep the process alive. */
const LAST_STEPS_MS = 3_000

type ClosingSettings = Pick<Settings, 'startedByNpm' | 'shutdownMs'>

/** A closed terminal or SSH session sends SIGHUP, and Ctrl-\ sends SIGQUIT. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** Closes once for any number of signals, because npm and a terminal may each send one. Ends the process with 0, within the limit. */
export function closeOnSignal({ startedByNpm, shutdownMs }: ClosingSettings, close: () => Promise<void>): void {
  let closing: Promise<void> | undefined
  const stop = () => void (closing ??= end())
  async function end(): Promise<void> {
    if (shutdownMs > 0) setTimeout(() => process.exit(0), shutdownMs + LAST_STEPS_MS)
    await close().catch((error: unknown) => console.error(error))
    process.exit(0)
  }
  for (const signal of ENDING) process.on(signal, stop)
  if (startedByNpm) whenOrphaned(stop)
}

/** The terminal message when the shop runs: its address, and the settings that are suitable only for a try-out. */
export function announce(settings: Settings, listening: string): string {
  // Another server may be in front of this one, as in development.
  const origin = settings.publicOrigin ?? listening
  const tryOut = [
    settings.databaseUrl
      ? null
      : `the embedded database, in ${settings.dataDir} (DATABASE_URL names a server of your own)`,
    settings.razorpay
      ? null
      : 'sandbox payments, where no money moves: `npm start` allows them by ALLOW_SANDBOX_PAYMENTS=1 (RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET take real ones)',
    settings.demoAccounts ? 'two demo accounts, one behind Login as Guest (DEMO_ACCOUNTS=0 closes them)' : null,
  ].filter((line) => line !== null)
  return [
    '',
    `  ${settings.shopName} is open.`,
    '',
    `  Shop                ${origin}`,
    `  GraphQL explorer    ${origin}/graphql`,
    `  REST reference      ${origin}/api/docs`,
    `  REST tester         ${origin}/mockman`,
    '',
    ...(tryOut.length > 0 ? ['  For a try-out only:', ...tryOut.map((line) => `  - ${line}`), ''] : []),
    '  Ctrl-C closes it; the data stays.',
    '',
  ].join('\n')
}

/** A sentence if the operator can fix the problem. Otherwise the whole error, for debugging. */
export function explainFailure(error: unknown): unknown {
  if ([SettingsError, DatabaseError, DataFolderError, DataFolderInUseError].some((known) => error instanceof known))
    return `\n${(error as Error).message}\n`
  const {
    code,
    port,
    address,
    hostname,
    settings = '',
  } = error as {
    code?: string
    port?: number
    address?: string
    hostname?: string
    /** The prefix of the settings' names. */
    settings?: string
  }
  switch (code ?? '') {
    case 'EADDRINUSE':
      return `\nPort ${port} is taken by another program. Give this one another with ${settings}PORT.\n`
    case 'EACCES':
      return port ? `\nThis user may not listen on port ${port}. Give the shop another with ${settings}PORT.\n` : error
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `\nThis machine has no interface ${address ?? hostname}. Name one of its own with ${settings}HOST, or 0.0.0.0 for all.\n`
    default:
      return error
  }
}
