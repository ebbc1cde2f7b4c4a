/**
 * Repeats database calls for DATABASE_RETRY_SECONDS, but only if the failure may be temporary and the call cannot take effect twice. In all
 * other cases the caller gets the error, and REST and GraphQL respond with 503 and Retry-After.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Prisma, PrismaClient } from '../generated/prisma/client'
import type { Db, Tx, TransactionOptions } from './db'
import { hasTimedOut, isDatabaseUnavailable, wasNeverSent, wasRolledBack } from './unavailable'

/**
 * The pause after the first attempt. It doubles with each attempt and is partly random, so that clients do not all retry at the same time.
 */
const PAUSE_MS = 50
const MAX_PAUSE_MS = 250

async function retry<Result>(
  retryMs: number,
  work: () => Promise<Result>,
  mayRetry: (error: unknown) => boolean,
): Promise<Result> {
  const end = Date.now() + retryMs
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() >= end || !mayRetry(error)) throw error
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** A statement that took too long would take too long again. */
const isTemporary = (error: unknown): boolean =>
  (isDatabaseUnavailable(error) || wasRolledBack(error)) && !hasTimedOut(error)

/** PostgreSQL rolled the call back, or never received it. */
const hadNoEffect = (error: unknown): boolean => wasRolledBack(error) || wasNeverSent(error)

/** For one idempotent statement outside a transaction. */
export const retryIdempotent = <Result>(retryMs: number, work: () => Promise<Result>): Promise<Result> =>
  retry(retryMs, work, isTemporary)

/** A SELECT outside a transaction changes nothing. */
const SELECTS = /^\s*SELECT\b/i

/** For one statement outside a transaction. */
export const retryStatement = <Result>(retryMs: number, text: string, work: () => Promise<Result>): Promise<Result> =>
  retry(retryMs, work, SELECTS.test(text) ? isTemporary : hadNoEffect)

/** Prisma's operations on a model that only read. */
const READS = /^(find|count|aggregate|groupBy)/

/**
 * Returns a client that retries. Calls inside a transaction are not repeated one by one: the whole transaction is, so its function must run
 * all its statements in the transaction.
 */
export function withRetries(client: PrismaClient, retryMs: number): Db {
  const extended = client.$extends({
    query: {
      $allOperations({ operation, args, query }) {
        const run = () => query(args)
        if (operation === '$queryRaw') return retryStatement(retryMs, (args as Prisma.Sql).sql, run)
        return retry(retryMs, run, READS.test(operation) ? isTemporary : hadNoEffect)
      },
    },
    client: {
      /**
       * Until the commit, a lost connection rolls everything back. If the response to the commit is lost, only an idempotent transaction is
       * repeated. Otherwise the caller gets the error.
       */
      $transaction<Result>(
        work: (tx: Tx) => Promise<Result>,
        { isIdempotent = false, ...options }: TransactionOptions = {},
      ): Promise<Result> {
        let isCommitting = false
        const attempt = () => {
          isCommitting = false
          // The client without this extension, so that `tx` does not repeat its calls.
          return client.$transaction(async (tx) => {
            const result = await work(tx)
            isCommitting = true
            return result
          }, options)
        }
        return retry(
          retryMs,
          attempt,
          (error) => hadNoEffect(error) || ((isIdempotent || !isCommitting) && isTemporary(error)),
        )
      },
    },
  })
  // Prisma gives the extended client's methods other types, which a transaction's client does not share.
  return extended as unknown as Db
}
