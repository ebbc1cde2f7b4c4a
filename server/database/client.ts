/** Prisma over PostgreSQL: a server of your own (DATABASE_URL) or the embedded one; migrated and seeded before it is handed out. */
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { seed } from './seed'
import { CatalogueWatch } from './catalogueWatch'
import { beginEmbeddedPostgres, type EmbeddedPostgres } from './embedded/start'
import { PrismaClient, type Prisma } from '../generated/prisma/client'
import { applyMigrations, withMigrationLock } from './migrations'
import type { Settings } from '../settings'

export type Db = PrismaClient
export type Tx = Prisma.TransactionClient
/** What a query may run on: the database, or a transaction that is under way. */
export type DbOrTx = Db | Tx

export interface Database {
  db: Db
  catalogue: CatalogueWatch
  close: () => Promise<void>
}

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'databaseConnections' | 'dataDir' | 'demoAccounts'>

/** Once it is migrated and seeded. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = beginDatabase(settings, settings.databaseUrl ? null : await beginEmbeddedPostgres(settings.dataDir))
  await database.ready
  return database
}

/** The same before it may be asked anything, so that the app can be built meanwhile; `embedded` may not be ready yet either. */
export function beginDatabase(
  settings: DatabaseSettings,
  embedded: EmbeddedPostgres | null,
): Database & { ready: Promise<void> } {
  const connection: pg.PoolConfig = embedded?.connection ?? {
    connectionString: settings.databaseUrl!,
    max: settings.databaseConnections,
  }
  const catalogue = new CatalogueWatch()
  const db = connect(connection, embedded ? catalogue : null)

  async function prepareAll(): Promise<void> {
    try {
      // Reads Prisma's query compiler, which takes as long as the embedded database takes to start; nothing is asked yet.
      await Promise.all([db.$connect(), embedded?.ready])
      await prepare(connection, db, settings)
      if (!embedded) await catalogue.listenTo(connection)
    } catch (error) {
      await embedded?.close()
      throw error
    }
  }

  return {
    db,
    catalogue,
    ready: prepareAll(),
    async close() {
      await catalogue.stop()
      await db.$disconnect()
      await embedded?.close()
    },
  }
}

/** The embedded database's one connection hears of changes too, so it is kept open, and `listener` listens on it. */
export function connect(connection: pg.PoolConfig, listener: CatalogueWatch | null = null): Db {
  const pool = new pg.Pool({
    ...connection,
    connectionTimeoutMillis: 30_000,
    ...(listener ? { idleTimeoutMillis: 0, onConnect: (client) => listener.listenOn(client) } : {}),
  })
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    // Says no more of a failed call than its code: an argument may be somebody's address.
    errorFormat: 'minimal',
    // Longer than Prisma's default: on the embedded database transactions run one after another.
    transactionOptions: { maxWait: 30_000, timeout: 30_000 },
  })
}

async function prepare(connection: pg.PoolConfig, db: Db, settings: DatabaseSettings): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await withMigrationLock(client, () => applyMigrations(client))
  } finally {
    await client.end()
  }
  await seed(db, { demoAccounts: settings.demoAccounts })
}
