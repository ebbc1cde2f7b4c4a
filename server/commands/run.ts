/** Runs one command and returns its exit code: 0 for success, 1 for failure, 2 for incorrect usage, 130 if it was stopped. */
import { explainFailure } from '../process/lifecycle'
import { CommandError, UsageError, type Call, type Command } from './command'

export const STOPPED = 130

/** `work` runs the command; `fail` prints the line that explains a failure. */
export async function runToEnd(
  { usage }: Command,
  { terminal: { signal } }: Call,
  work: () => Promise<void>,
  fail: (line: string) => void,
): Promise<number> {
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

/** An unexpected error keeps its stack, for debugging. */
const worded = (failure: unknown): string =>
  failure instanceof Error ? (failure.stack ?? failure.message) : String(failure).trim()
