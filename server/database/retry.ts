/** Retries database calls for DATABASE_RETRY_SECONDS, but only if the failure may be temporary and the call cannot take effect twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable, wasRolledBack } from './unavailable'
import type { Db, Tx } from './db'

/**
 * The pause after the first attempt. It doubles with each attempt and is partly random, so that clients do not all retry at the same time.
 */
const PAUSE_MS = 50
const LONGEST_PAUSE_MS = 250

export async function retry<Result>(
  retryMs: number,
  work: () => Promise<Result>,
  mayRetry: (error: unknown) => boolean,
): Promise<Result> {
  const end = Date.now() + retryMs
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() >= end || !mayRetry(error)) throw error
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** For idempotent work, for example under an idempotency key. Also retries if the connection was lost during the commit. */
export const retryIdempotent = <Result>(retryMs: number, work: () => Promise<Result>): Promise<Result> =>
  retry(retryMs, work, (error) => isDatabaseUnavailable(error) || wasRolledBack(error))

/**
 * Retries a transaction's function if the connection was lost before the commit, or if another transaction conflicted with it: in both
 * cases, everything was rolled back. If the response to the commit was lost, the caller gets the error. `work` must run all its statements
 * in its transaction.
 */
function retryTransaction<Transaction, Result>(
  retryMs: number,
  run: (work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  const attempt = () => {
    isCommitting = false
    return run(async (tx) => {
      const result = await work(tx)
      isCommitting = true
      return result
    })
  }
  return retry(retryMs, attempt, (error) => wasRolledBack(error) || (!isCommitting && isDatabaseUnavailable(error)))
}

type Run = <Result>(work: (tx: Tx) => Promise<Result>, options?: object) => Promise<Result>

/** Makes `db` retry all its transactions with retryTransaction. */
export function retryTransactions(db: Db, retryMs: number): Db {
  const run = db.$transaction.bind(db) as Run
  const $transaction: Run = (work, options) =>
    // A list of statements has no function to retry, so Prisma runs it directly.
    Array.isArray(work) ? run(work, options) : retryTransaction(retryMs, (each) => run(each, options), work)
  return Object.assign(db, { $transaction: $transaction as Db['$transaction'] })
}
