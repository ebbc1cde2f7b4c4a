/** The types of a database connection: Prisma itself, and one of its transactions. */
import type { Prisma, PrismaClient } from '../generated/prisma/client'

export type Db = PrismaClient
export type Tx = Prisma.TransactionClient
/** A query can run on the database or in a running transaction. */
export type DbOrTx = Db | Tx
