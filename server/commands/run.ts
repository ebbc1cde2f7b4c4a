/** Runs one command to its end and says how it ended: 0, 1 where it failed, 2 where it was called in a wrong way, 130 where it was stopped. */
import { explainFailure } from '../process/lifecycle'
import { CommandError, UsageError, type Call, type Command } from './command'

export const STOPPED = 130

/** `work` is the command with what it runs on; `fail` takes the line that says why it did not end well. */
export async function runToEnd(
  { usage }: Command,
  { args, terminal: { say, signal } }: Call,
  work: () => Promise<void>,
  fail: (line: string) => void,
): Promise<number> {
  if (args.length === 1 && ['--help', '-h', 'help'].includes(args[0]!)) {
    say(`Use: ${usage}`)
    return 0
  }
  try {
    await work()
    return 0
  } catch (error) {
    if (signal.aborted) {
      fail('Stopped.')
      return STOPPED
    }
    if (error instanceof UsageError) {
      fail(error.message.includes(usage) ? error.message : `${error.message} Use: ${usage}`)
      return 2
    }
    fail(error instanceof CommandError ? error.message : worded(explainFailure(error)))
    return 1
  }
}

/** An error that nobody foresaw keeps its stack, for whoever reads the code. */
const worded = (failure: unknown): string =>
  failure instanceof Error ? (failure.stack ?? failure.message) : String(failure).trim()
