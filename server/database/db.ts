/** The types of a database connection: Prisma itself, and one of its transactions. */
import type { Prisma, PrismaClient } from '../generated/prisma/client'

export type Tx = Prisma.TransactionClient

export interface TransactionOptions {
  /** Prisma's names for how long a transaction may wait and run, in milliseconds. */
  maxWait?: number
  timeout?: number
  /** True if the transaction takes effect once however often it commits, for example under an idempotency key. */
  isIdempotent?: boolean
}

/** Prisma, with only the form of $transaction that can be retried: the one that takes a function (retry.ts). */
export interface Db extends Omit<PrismaClient, '$transaction' | '$extends' | '$on'> {
  $transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

/** A query can run on the database or in a running transaction. */
export type DbOrTx = Db | Tx
