/**
 * Fills a database from a backup in one transaction. Afterwards, either all data is restored and verified, or no row has changed. The
 * database stays at the backup's migrations; applyMigrations updates it to this version.
 */
import type pg from 'pg'
import { applyMigrations, readMigrations as readOwnMigrations } from '../../database/migrations'
import { CommandError, type Terminal } from '../command'
import { readArchive } from './archive'
import { isSame, readContents } from './checksum'
import { filePath, tableOf, type Beginning } from './format'
import { linesOf, type Backup } from './inspect'
import { quote, readMigrations, readTables, SAME_TEXTS, type Table } from './shape'

/** A running shop holds locks. The restore gives up after waiting this long for a lock. */
const LOCKS = `SET LOCAL lock_timeout = '10s'`

interface Into {
  client: pg.ClientBase
  /** `true` if existing rows may be deleted. Otherwise, the advice to add to the error message. */
  replace: true | { advice: string }
  /** Receives each file of the backup. If null, the files are not restored. */
  putFile: ((path: string, content: Buffer) => void) | null
  /** A last check before the commit. If it throws, nothing is changed. */
  beforeCommit?: () => Promise<void>
}

export async function load(
  backup: Backup,
  { client, replace, putFile, beforeCommit }: Into,
  terminal: Terminal,
): Promise<void> {
  await prepare(client, backup.beginning, replace)
  await client.query('BEGIN')
  try {
    await client.query(SAME_TEXTS)
    await client.query(LOCKS)
    const tables = await matchingTables(client, backup.beginning)
    const all = [...tables.values()]
    for (const { name } of all) await client.query(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER`)
    await client.query(`TRUNCATE ${all.map(({ name }) => quote(name)).join(', ')}`)
    await fill(client, backup, tables, putFile, terminal)
    for (const { name } of all) await client.query(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`)
    // Unlike setval, this is undone by a rollback.
    for (const [name, next] of Object.entries(backup.end.sequences))
      await client.query(`ALTER SEQUENCE ${quote(name)} RESTART WITH ${next}`)
    await verify(client, backup, all)
    await beforeCommit?.()
    terminal.signal.throwIfAborted()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  await client.query('ANALYZE')
}

/**
 * Applies the backup's migrations to an empty database, and refuses a database that is not empty. Each migration runs in a separate
 * transaction: before PostgreSQL 17, rows cannot use a new enum value in the transaction that adds it.
 */
async function prepare(client: pg.ClientBase, { migrations }: Beginning, replace: Into['replace']): Promise<void> {
  const wanted = new Set(migrations.map(({ name }) => name))
  const [found, tables] = [await readMigrations(client), await readTables(client)]
  if (found.length === 0 && tables.length > 0)
    throw new CommandError(
      `This database has tables that do not belong to the shop: ${tables.map(({ name }) => name).join(', ')}.`,
    )
  const filled = await firstFilled(client, tables)
  if (filled !== null && replace !== true)
    throw new CommandError(`The database is not empty. It has rows in ${filled}. ${replace.advice}`)
  const isOnTheWay = found.every(({ name }) => wanted.has(name))
  if (isOnTheWay && found.length === wanted.size) return
  // An earlier attempt was killed at this point and left a database without rows.
  if (isOnTheWay && filled === null)
    return applyMigrations(
      client,
      readOwnMigrations().filter(({ name }) => wanted.has(name)),
    )
  throw new CommandError(
    'The database and the backup have different versions of the shop. Restore into an empty database, which is then upgraded to this version.',
  )
}

/** Tables that a migration fills. The load replaces their rows. */
const FILLED_BY_MIGRATIONS = ['staff_role']

/** The name of a table that has rows, not counting FILLED_BY_MIGRATIONS. Null if there is none. */
async function firstFilled(client: pg.ClientBase, tables: Table[]): Promise<string | null> {
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.includes(name)) continue
    const { rows } = await client.query(`SELECT 1 FROM ${quote(name)} LIMIT 1`)
    if (rows.length > 0) return name
  }
  return null
}

async function matchingTables(client: pg.ClientBase, { tables }: Beginning): Promise<Map<string, Table>> {
  const own = new Map((await readTables(client)).map((table) => [table.name, table]))
  const isOwn = tables.every(({ name, columns }) => {
    const found = own.get(name)?.columns.map((column) => column.name)
    return found?.join() === columns.join()
  })
  if (!isOwn || own.size !== tables.length)
    throw new CommandError('The tables of the backup differ from those of this version of the shop.')
  return new Map(tables.map(({ name }) => [name, own.get(name)!]))
}

async function fill(
  client: pg.ClientBase,
  { path, rows: total }: Backup,
  tables: Map<string, Table>,
  putFile: Into['putFile'],
  terminal: Terminal,
): Promise<void> {
  let done = 0
  for await (const { name, content } of readArchive(path)) {
    terminal.signal.throwIfAborted()
    const table = tables.get(tableOf(name) ?? '')
    const file = filePath(name)
    if (file) putFile?.(file, content)
    if (!table) continue
    const rows = linesOf(content)
    await insert(client, table, rows)
    terminal.progress((done += rows.length), total, 'rows written')
  }
}

async function insert(client: pg.ClientBase, { name, columns }: Table, rows: string[]): Promise<void> {
  const values = columns.map(({ type }, i) => `(row->>${i})::${type}`)
  await client.query(
    `INSERT INTO ${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')})
     SELECT ${values.join(', ')} FROM json_array_elements($1::json) AS each (row)`,
    [`[${rows.join(',')}]`],
  )
}

/** The database computes the checksums of the rows that it now holds. */
async function verify(client: pg.ClientBase, { end }: Backup, tables: Table[]): Promise<void> {
  for (const table of tables)
    if (!isSame(await readContents(client, table), end.tables[table.name]))
      throw new CommandError(`The rows of ${table.name} were not copied correctly. Nothing was changed.`)
}
