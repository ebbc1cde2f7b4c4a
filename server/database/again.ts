/** The one place where a call to the database is made again, for DATABASE_RETRY_SECONDS, where what failed may succeed a little later and nothing can happen twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isUndone } from './away'
import type { Db, Tx } from './client'

/** Between the first two tries, and twice as long each time; some at random, so that many do not try at once. */
const PAUSE_MS = 50
const LONGEST_PAUSE_MS = 250

export async function again<Result>(
  retryMs: number,
  work: () => Promise<Result>,
  mayBeRepeated: (error: unknown) => boolean,
): Promise<Result> {
  const end = Date.now() + retryMs
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() >= end || !mayBeRepeated(error)) throw error
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** For work that leads to the same however often it is done, as under an idempotency key: it is run again also where nobody can say whether its commit arrived. */
export const repeatable = <Result>(retryMs: number, work: () => Promise<Result>): Promise<Result> =>
  again(retryMs, work, (error) => isDatabaseAway(error) || isUndone(error))

/**
 * Runs a transaction's function again where the connection was lost before its commit, or another transaction stood in its way: nothing of it
 * was kept then. Where the answer to its commit was lost, the caller hears of it. So `work` has to do all that it does on its transaction.
 */
function transactionAgain<Transaction, Result>(
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
  return again(retryMs, attempt, (error) => isUndone(error) || (!isCommitting && isDatabaseAway(error)))
}

type Run = <Result>(work: (tx: Tx) => Promise<Result>, options?: object) => Promise<Result>

/** Lets all transactions of `db` be run so. */
export function repeatTransactions(db: Db, retryMs: number): Db {
  const run = db.$transaction.bind(db) as Run
  const $transaction: Run = (work, options) =>
    // A list of statements is sent by Prisma itself.
    Array.isArray(work) ? run(work, options) : transactionAgain(retryMs, (each) => run(each, options), work)
  return Object.assign(db, { $transaction: $transaction as Db['$transaction'] })
}
