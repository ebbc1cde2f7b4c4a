/** Prisma over PostgreSQL: a server of your own (DATABASE_URL) or the embedded one; migrated and seeded before it is handed out. */
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { repeatTransactions } from './again'
import { seed } from './seed'
import { CatalogueListener, listenOn } from './catalogueListener'
import { CataloguePoll } from './cataloguePoll'
import { CatalogueWatch } from './catalogueWatch'
import { beginEmbeddedPostgres, type EmbeddedPostgres } from './embedded/start'
import { PrismaClient, type Prisma } from '../generated/prisma/client'
import { applyMigrations, withMigrationLock } from './migrations'
import { createServerPool, serverConnection, watchedClient, type DatabaseLimits } from './pool'
import { QueryWatch } from './queryWatch'
import { CatalogueReads, Replicas } from './replicas'
import { nameStatement } from './statementNames'
import { waitForServer } from './waitForServer'
import type { Settings } from '../settings'

export type Db = PrismaClient
export type Tx = Prisma.TransactionClient
/** What a query may run on: the database, or a transaction that is under way. */
export type DbOrTx = Db | Tx

export interface Database {
  db: Db
  /** For reading what everyone may see: `db` itself where there are no replicas. */
  catalogueDb: Db
  replicas: Replicas | null
  catalogue: CatalogueWatch
  /** The connections behind `db`, for whoever counts them. */
  pool: pg.Pool
  queries: QueryWatch
  close: () => Promise<void>
}

type DatabaseSettings = Pick<
  Settings,
  | 'databaseUrl'
  | 'databaseDirectUrl'
  | 'databaseReplicaUrls'
  | 'databaseConnections'
  | 'databasePrepared'
  | 'databaseLimits'
  | 'cataloguePollMs'
  | 'dataDir'
  | 'embeddedFlush'
  | 'demoAccounts'
>

/** Once it is migrated and seeded. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = beginDatabase(settings, settings.databaseUrl ? null : await beginEmbeddedPostgres(settings))
  await database.ready
  return database
}

/** The same before it may be asked anything, so that the app can be built meanwhile; `embedded` may not be ready yet either. */
export function beginDatabase(
  settings: DatabaseSettings,
  embedded: EmbeddedPostgres | null,
): Database & { ready: Promise<void> } {
  const catalogue = new CatalogueWatch()
  const queries = new QueryWatch()
  const { databaseUrl, databaseDirectUrl, databaseConnections: connections, databaseLimits: limits } = settings
  const { cataloguePollMs: pollMs } = settings
  const connection = embedded?.connection ?? serverConnection(databaseDirectUrl ?? databaseUrl!, limits)
  const isPooled = databaseDirectUrl !== null
  const pool = embedded
    ? createEmbeddedPool(embedded, pollMs > 0 ? null : catalogue, queries)
    : createServerPool({ url: databaseUrl!, connections, limits, queries, isPooled })
  const { databasePrepared: isPrepared } = settings
  const waitMs = limits.connectMs && limits.connectMs + limits.retryMs
  const db = embedded
    ? connect(pool, EMBEDDED_WAIT_MS, isPrepared)
    : repeatTransactions(connect(pool, waitMs, isPrepared), limits.retryMs)

  const { databaseReplicaUrls: urls } = settings
  const replicas = urls.length > 0 ? new Replicas(urls, pool, catalogue, { limits, queries, connections }) : null
  const catalogueDb = replicas ? connect(new CatalogueReads(replicas, pool), limits.connectMs, isPrepared) : db
  const pollPool = pollMs > 0 && !embedded ? createPollPool(databaseUrl!, limits, isPooled) : null
  const listener = listenerFor()

  function listenerFor() {
    if (pollMs > 0) return new CataloguePoll(catalogue, pollPool ?? pool, pollMs)
    return embedded ? null : new CatalogueListener(catalogue, connection, limits.heartbeatMs)
  }

  async function prepareAll(): Promise<void> {
    try {
      // Reads Prisma's query compiler, which takes as long as the embedded database takes to start; nothing is asked yet.
      await Promise.all([db.$connect(), embedded?.ready])
      if (embedded) await migrate(connection)
      else await waitForServer(() => migrate(connection), limits.waitMs)
      await seed(db, settings)
      // Where that fails it is tried again; nothing is cached until it listens.
      await listener?.listen().catch(() => {})
      replicas?.start()
    } catch (error) {
      await embedded?.close()
      throw error
    }
  }

  return {
    db,
    catalogueDb,
    replicas,
    catalogue,
    pool,
    queries,
    ready: prepareAll(),
    async close() {
      await listener?.stop()
      await pollPool?.end()
      await replicas?.stop()
      if (catalogueDb !== db) await catalogueDb.$disconnect()
      await db.$disconnect()
      await embedded?.close()
    },
  }
}

/** Between two polls nobody knows whether something changed: an answer that takes long is none. */
const POLL_LIMITS = { connectMs: 4_000, queryMs: 4_000, statementMs: 4_000, retryMs: 0 }

/** One of its own, so that no poll waits behind what shoppers ask, nor stands in their traces. */
const createPollPool = (url: string, limits: DatabaseLimits, isPooled: boolean): pg.Pool =>
  createServerPool({
    ...{ url, connections: 1, limits: { ...limits, ...POLL_LIMITS }, isPooled },
    queries: new QueryWatch(),
  })

/** Its transactions run one after another, and wait for each other. */
const EMBEDDED_WAIT_MS = 30_000

/** The embedded database's one connection hears of changes too, so it is kept open, and `catalogue`, where there is one, listens on it. */
const createEmbeddedPool = (
  { connection }: EmbeddedPostgres,
  catalogue: CatalogueWatch | null,
  queries: QueryWatch,
): pg.Pool =>
  new pg.Pool({
    ...connection,
    Client: watchedClient(queries),
    connectionTimeoutMillis: EMBEDDED_WAIT_MS,
    idleTimeoutMillis: 0,
    ...(catalogue && { onConnect: (client: pg.ClientBase) => listenOn(client, catalogue) }),
  })

const TRANSACTION_TIMEOUT_MS = 30_000

/** Over a pool, or one of its own. `maxWait` in milliseconds is how long a transaction waits for a connection; 0 is for ever. */
export function connect(pool: pg.Pool | pg.PoolConfig, maxWait: number, isPrepared = false): Db {
  return new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      ...(isPrepared && { statementNameGenerator: nameStatement }),
    }),
    // Says no more of a failed call than its code: an argument may be somebody's address.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: maxWait || LONGEST_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS },
  })
}

/** What a timer of Node's can hold. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

async function migrate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  // Whatever fails here fails a query too, and that is told.
  client.on('error', () => {})
  await client.connect()
  try {
    await withMigrationLock(client, () => applyMigrations(client))
  } finally {
    await client.end()
  }
}
