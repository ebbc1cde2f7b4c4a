/**
 * Applies prisma/migrations at startup, as `prisma migrate deploy` would. That command downloads a native engine, so the server applies
 * them itself. It keeps Prisma's own records, so both methods can be used on one database.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Db } from './db'
import { projectRoot } from '../settings'
import { refuseOldRelease } from './oldestRelease'

/** The advisory lock that Prisma's own migrate takes, so that the two never run at the same time. */
const PRISMA_MIGRATE_LOCK = 72707369

/** The table in which Prisma records the applied migrations. */
const BOOKS = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  name: string
  sql: string
  checksum: string
}

const MIGRATIONS = join(projectRoot, 'prisma/migrations')

/** Listed in the order in which they are applied. */
export function migrationNames(folder = MIGRATIONS): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1))
}

export function readMigrations(folder = MIGRATIONS): Migration[] {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Runs `work` while no server migrates or seeds the same database. A server that starts in the meantime waits until it ends. */
export async function withMigrationLock<Result>(
  client: Pick<Client, 'query'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('SELECT pg_advisory_lock($1)', [PRISMA_MIGRATE_LOCK])
  try {
    return await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [PRISMA_MIGRATE_LOCK])
  }
}

/** Returns the names of the applied migrations, read over the server's connection. */
export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ migration_name: string }[]>`
    SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  return new Set(rows.map((row) => row.migration_name))
}

/**
 * Applies each migration in a separate transaction. Throws if an applied migration was edited afterwards, or if one needs a release later
 * than this one.
 */
export async function applyMigrations(client: Pick<Client, 'query'>, migrations = readMigrations()): Promise<void> {
  await client.query(BOOKS)
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  refuseOldRelease(applied.keys())
  for (const migration of migrations) {
    const { name, checksum } = migration
    const recorded = applied.get(name)
    if (recorded === checksum) continue
    if (recorded)
      throw new Error(`The migration ${name} was edited after it was applied. Undo the edit and add a new migration.`)
    await inOneTransaction(client, `The migration ${name}`, () => applyOne(client, migration))
  }
}

const DEADLOCK = '40P01'
const MAX_TRIES = 10

/**
 * The previous release may still be running and selling at that time. PostgreSQL may then abort the change in favor of an order, and it is
 * repeated.
 */
export async function inOneTransaction(
  client: Pick<Client, 'query'>,
  what: string,
  work: () => Promise<void>,
  tries = 1,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    const { code } = Object(error) as { code?: unknown }
    if (code !== DEADLOCK || tries === MAX_TRIES)
      throw new Error(`${what} failed and was rolled back.`, { cause: error })
    await inOneTransaction(client, what, work, tries + 1)
  }
}

async function applyOne(client: Pick<Client, 'query'>, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}
