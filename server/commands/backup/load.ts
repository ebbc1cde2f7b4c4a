/** Fills a database from a backup: in one transaction, after which either all of it is there, compared and found the same, or nothing has changed. */
import type pg from 'pg'
import { applyWithin, BOOKS, readMigrations as readOwnMigrations } from '../../database/migrations'
import { CommandError, type Terminal } from '../command'
import { readArchive } from './archive'
import { isSame, readContents } from './checksum'
import { filePath, tableOf, type Beginning } from './format'
import { linesOf, type Backup } from './inspect'
import { quote, readMigrations, readTables, SAME_TEXTS, type Table } from './shape'

/** A shop that still runs holds locks; nobody waits for it for ever. */
const LOCKS = `SET LOCAL lock_timeout = '10s'`

interface Into {
  client: pg.ClientBase
  /** Whether rows that are there may go; if not, what whoever reads of them is told to do. */
  replace: true | { advice: string }
  /** Takes a file of the backup's; null where files stay away. */
  putFile: ((path: string, content: Buffer) => void) | null
}

export async function load(backup: Backup, { client, replace, putFile }: Into, terminal: Terminal): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(SAME_TEXTS)
    await client.query(LOCKS)
    const later = await prepare(client, backup.beginning, replace)
    const tables = await matchingTables(client, backup.beginning)
    const all = [...tables.values()]
    for (const { name } of all) await client.query(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER`)
    await client.query(`TRUNCATE ${all.map(({ name }) => quote(name)).join(', ')}`)
    await fill(client, backup, tables, putFile, terminal)
    for (const { name } of all) await client.query(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`)
    // Unlike setval, this is undone with the rest.
    for (const [name, next] of Object.entries(backup.end.sequences))
      await client.query(`ALTER SEQUENCE ${quote(name)} RESTART WITH ${next}`)
    await verify(client, backup, all)
    for (const migration of later) await applyWithin(client, migration)
    terminal.signal.throwIfAborted()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  await client.query('ANALYZE')
}

type Migrations = ReturnType<typeof readOwnMigrations>

/** Brings the database to the migrations that the backup was made at; returns those that come after. */
async function prepare(
  client: pg.ClientBase,
  { migrations }: Beginning,
  replace: Into['replace'],
): Promise<Migrations> {
  const wanted = new Set(migrations.map(({ name }) => name))
  const own = readOwnMigrations()
  const later = own.filter(({ name }) => !wanted.has(name))
  const [found, tables] = [await readMigrations(client), await readTables(client)]
  if (found.length === 0) {
    if (tables.length > 0)
      throw new CommandError(
        `This database has tables of somebody else's: ${tables.map(({ name }) => name).join(', ')}.`,
      )
    await client.query(BOOKS)
    for (const migration of own.filter(({ name }) => wanted.has(name))) await applyWithin(client, migration)
    return later
  }
  if (replace !== true) await refuseRows(client, tables, replace.advice)
  if (found.length === wanted.size && found.every(({ name }) => wanted.has(name))) return later
  throw new CommandError(
    'The database is at another version of the shop than the backup. Restore into an empty database: it is brought to this version afterwards.',
  )
}

async function refuseRows(client: pg.ClientBase, tables: Table[], advice: string): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT 1 FROM ${quote(name)} LIMIT 1`)
    if (rows.length > 0) throw new CommandError(`The database is not empty: there are rows in ${name}. ${advice}`)
  }
}

async function matchingTables(client: pg.ClientBase, { tables }: Beginning): Promise<Map<string, Table>> {
  const own = new Map((await readTables(client)).map((table) => [table.name, table]))
  const isOwn = tables.every(({ name, columns }) => {
    const found = own.get(name)?.columns.map((column) => column.name)
    return found?.join() === columns.join()
  })
  if (!isOwn || own.size !== tables.length)
    throw new CommandError('The tables of the backup are not those of this version of the shop.')
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

/** By the database itself, of what it holds now. */
async function verify(client: pg.ClientBase, { end }: Backup, tables: Table[]): Promise<void> {
  for (const table of tables)
    if (!isSame(await readContents(client, table), end.tables[table.name]))
      throw new CommandError(`The rows of ${table.name} did not arrive as they were. Nothing was changed.`)
}
