/** Connects Prisma to a PostgreSQL server (DATABASE_URL) or to the embedded database. The database is migrated and seeded before use. */
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { withRetries } from './retry'
import { seed } from './seed'
import { CatalogueListener, listenOn } from './catalogue-changes/catalogueListener'
import { CatalogueWatch } from './catalogue-changes/catalogueWatch'
import { beginEmbeddedPostgres, type EmbeddedPostgres } from './embedded/start'
import { PrismaClient } from '../generated/prisma/client'
import { withMigrationLock } from './migrations'
import { updateDatabase } from './update'
import { Client, Pool } from './connections'
import { DATABASE_LIMITS, createServerPool, ignoreErrors, serverConnection, type DatabaseLimits } from './pool'
import type { Db } from './db'
import { nameStatement } from './statementNames'
import { requireUtc } from './utc'
import { waitForServer } from './waitForServer'
import type { Settings } from '../settings'

export interface Database {
  db: Db
  catalogue: CatalogueWatch
  /** The connection pool behind `db`, for metrics. */
  pool: pg.Pool
  close: () => Promise<void>
}

type DatabaseSettings = Pick<
  Settings,
  | 'databaseUrl'
  | 'databaseDirectUrl'
  | 'databaseConnections'
  | 'databasePrepared'
  | 'databaseRetryMs'
  | 'dataDir'
  | 'demoAccounts'
  | 'sampleGoods'
>

/** Resolves when the database is migrated and seeded. Tests and tools may change limits. */
export async function openDatabase(settings: DatabaseSettings, limits?: Partial<DatabaseLimits>): Promise<Database> {
  const database = beginDatabase(settings, settings.databaseUrl ? null : await beginEmbeddedPostgres(settings), limits)
  await database.ready
  return database
}

/**
 * Like openDatabase, but returns before queries are allowed, so that the app can be built meanwhile. `embedded` need not be ready either.
 */
export function beginDatabase(
  settings: DatabaseSettings,
  embedded: EmbeddedPostgres | null,
  changes: Partial<DatabaseLimits> = {},
): Database & { ready: Promise<void> } {
  const catalogue = new CatalogueWatch()
  const { databaseUrl, databaseDirectUrl, databaseConnections: connections, databaseRetryMs: retryMs } = settings
  const limits = { ...DATABASE_LIMITS, ...changes }
  const connection = embedded?.connection ?? serverConnection(databaseDirectUrl ?? databaseUrl!, limits)
  const isPooled = databaseDirectUrl !== null
  const pool = embedded
    ? createEmbeddedPool(embedded, catalogue)
    : createServerPool({ url: databaseUrl!, connections, limits, isPooled })
  const { databasePrepared: isPrepared } = settings
  const waitMs = limits.connectMs && limits.connectMs + retryMs
  const db = embedded
    ? connect(pool, EMBEDDED_WAIT_MS, isPrepared)
    : withRetries(connect(pool, waitMs, isPrepared), retryMs)

  const listener = embedded ? null : new CatalogueListener(catalogue, connection, limits.heartbeatMs)

  async function prepareAll(): Promise<void> {
    try {
      // Loads Prisma's query compiler while the embedded database starts, because both take about the same time. No query runs yet.
      await Promise.all([db.$connect(), embedded?.ready])
      if (embedded) await migrate(connection)
      else await waitForServer(() => migrate(connection), limits.waitMs)
      await requireUtc(db)
      await seed(db, settings)
      // A failed LISTEN is retried in the background. Nothing is cached until it succeeds.
      await listener?.listen().catch(() => {})
    } catch (error) {
      await embedded?.close()
      throw error
    }
  }

  return {
    db,
    catalogue,
    pool,
    ready: prepareAll(),
    async close() {
      listener?.stop()
      await db.$disconnect()
      await embedded?.close()
    },
  }
}

/** Transactions on the embedded database run one after another, so they wait for each other. */
const EMBEDDED_WAIT_MS = 30_000

/** The embedded database's one connection also receives notifications, so it stays open. */
const createEmbeddedPool = ({ connection }: EmbeddedPostgres, catalogue: CatalogueWatch): pg.Pool =>
  ignoreErrors(
    new Pool({
      ...connection,
      connectionTimeoutMillis: EMBEDDED_WAIT_MS,
      idleTimeoutMillis: 0,
      onConnect: (client: pg.ClientBase) => listenOn(client, catalogue),
    }),
  )

const TRANSACTION_TIMEOUT_MS = 30_000

/** `maxWait` is how long a transaction waits for a connection, in milliseconds; 0 means forever. */
export function connect(pool: pg.Pool, maxWait: number, isPrepared = false): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      ...(isPrepared && { statementNameGenerator: nameStatement }),
    }),
    // Logs only the error code of a failed call, because its arguments may contain an email address.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: maxWait || MAX_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS },
  })
}

/** The longest delay that a Node timer supports. */
const MAX_WAIT_MS = 2 ** 31 - 1

async function migrate(connection: pg.ClientConfig): Promise<void> {
  const client = new Client(connection)
  // An error here also makes a query fail, and that failure is reported.
  client.on('error', () => {})
  await client.connect()
  try {
    await withMigrationLock(client, () => updateDatabase(client))
  } finally {
    await client.end()
  }
}
