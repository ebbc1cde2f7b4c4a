/** Ends the shop's process, and prints messages to the terminal: the shop's address once it runs, or why it did not start. */
import { DataFolderError } from '../database/embedded/folder'
import { DataFolderInUseError } from '../database/embedded/lock'
import { DatabaseError } from '../database/waitForServer'
import { mailFolderOf } from '../outbox/mail/folder'
import { SettingsError, type Settings } from '../settings'
import { whenOrphaned } from './tuning'

/** The time limit for the last steps after all connections are closed, because an unresponsive database must not keep the process alive. */
const LAST_STEPS_MS = 3_000

type ClosingSettings = Pick<Settings, 'startedByNpm' | 'shutdownMs'>

/** A closed terminal or SSH session sends SIGHUP, and Ctrl-\ sends SIGQUIT. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** Closes once for any number of signals, because npm and a terminal may each send one. Exits with code 0 within the time limit. */
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

/** The message in the terminal when the shop runs: its address, and the settings that are suitable only for a trial. */
export function announce(settings: Settings, listening: string): string {
  // Another server may be in front of this one, as in development.
  const origin = settings.publicOrigin ?? listening
  const tryOut = [
    settings.databaseUrl
      ? null
      : `the embedded database, in ${settings.dataDir} (DATABASE_URL names an external server)`,
    settings.razorpay
      ? null
      : 'sandbox payments without real money: `npm start` sets ALLOW_SANDBOX_PAYMENTS=1 (set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET for real payments)',
    settings.mail && !settings.mail.smtp && !settings.razorpay
      ? `emails are written to ${mailFolderOf(settings.dataDir)} and not sent (SMTP_URL sends them)`
      : null,
    settings.demoAccounts ? 'two demo accounts, one of them for Login as Guest (DEMO_ACCOUNTS=0 disables them)' : null,
  ].filter((line) => line !== null)
  return [
    '',
    `  ${settings.shopName} is open.`,
    '',
    `  Shop                ${origin}`,
    `  Office              ${origin}/office`,
    `  GraphQL explorer    ${origin}/graphql`,
    `  REST reference      ${origin}/api/docs`,
    `  REST tester         ${origin}/mockman`,
    '',
    ...(tryOut.length > 0 ? ['  For a try-out only:', ...tryOut.map((line) => `  - ${line}`), ''] : []),
    '  Press Ctrl-C to stop the shop. The data stays.',
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
      return `\nPort ${port} is in use by another program. Set another port with ${settings}PORT.\n`
    case 'EACCES':
      return port ? `\nThis user may not listen on port ${port}. Set another port with ${settings}PORT.\n` : error
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `\nThis machine has no interface ${address ?? hostname}. Set one of its interfaces with ${settings}HOST, or 0.0.0.0 for all.\n`
    default:
      return error
  }
}
