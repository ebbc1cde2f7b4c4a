/** Writes a snapshot of the shop to an archive while the shop continues to sell. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type pg from 'pg'
import { CommandError, type Terminal } from '../command'
import type { ArchiveWriter } from './archive'
import { Checksum, type Contents } from './checksum'
import { BEGINNING, END, FORMAT, KEPT_FOLDERS, portionName, SECRET_FILE, type Beginning, type End } from './format'
import { quote, readMigrations, readSequences, readTables, rowText, SAME_TEXTS, type Table } from './shape'

const ROWS_AT_ONCE = 1_000

type Watched = Pick<Terminal, 'progress' | 'signal'>

interface Source {
  client: pg.ClientBase
  /** The data folder whose files are included, or null for none. */
  dataDir: string | null
  withSecret?: boolean
}

/** One transaction sees the database as it was when the transaction began. Meanwhile, other queries on the embedded database wait. */
export async function dump(
  { client, dataDir, withSecret = false }: Source,
  archive: ArchiveWriter,
  terminal: Watched,
): Promise<End> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables: Record<string, Contents> = {}
  let sequences: Record<string, string>
  try {
    await client.query(SAME_TEXTS)
    const shapes = await readTables(client)
    await archive.add(BEGINNING, JSON.stringify(await describe(client, shapes)))
    const total = await countAll(client, shapes)
    let done = 0
    for (const table of shapes)
      tables[table.name] = await dumpTable(client, table, archive, (rows) => {
        terminal.signal.throwIfAborted()
        terminal.progress((done += rows), total, 'rows read')
      })
    sequences = await readSequences(client)
  } finally {
    await client.query('ROLLBACK')
  }
  // A photo's file is kept for a day after its row is deleted, so it is safe to read files after rows.
  const kept = withSecret ? [SECRET_FILE, ...KEPT_FOLDERS] : KEPT_FOLDERS
  const files = dataDir === null ? {} : await dumpFiles({ dataDir, kept }, archive, terminal.signal)
  const sums: End = { tables, sequences, files }
  await archive.add(END, JSON.stringify(sums))
  return sums
}

async function describe(client: pg.ClientBase, shapes: Table[]): Promise<Beginning> {
  const migrations = await readMigrations(client)
  if (migrations.length === 0) throw new CommandError('This database contains no shop yet.')
  const tables = shapes.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
  return { format: FORMAT, madeAt: new Date().toISOString(), migrations, tables }
}

async function countAll(client: pg.ClientBase, tables: Table[]): Promise<number> {
  const each = tables.map(({ name }) => `SELECT count(*) FROM ${quote(name)}`)
  const { rows } = await client.query<{ total: number }>(
    `SELECT coalesce(sum(count), 0)::int AS total FROM (${each.join(' UNION ALL ')}) AS counts`,
  )
  return rows[0]!.total
}

async function dumpTable(
  client: pg.ClientBase,
  table: Table,
  archive: ArchiveWriter,
  onRows: (rows: number) => void,
): Promise<Contents> {
  const sum = new Checksum()
  await client.query(`DECLARE portion NO SCROLL CURSOR FOR SELECT ${rowText(table)} AS row FROM ${quote(table.name)}`)
  for (let nth = 1; ; nth += 1) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM portion`)
    if (rows.length === 0) break
    for (const { row } of rows) sum.add(row)
    await archive.add(portionName(table.name, nth), rows.map(({ row }) => `${row}\n`).join(''))
    onRows(rows.length)
  }
  await client.query('CLOSE portion')
  return sum.contents
}

async function dumpFiles(
  { dataDir, kept }: { dataDir: string; kept: string[] },
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const path of await keptFiles(dataDir, kept)) {
    signal.throwIfAborted()
    const content = await readFile(path)
    const name = relative(dataDir, path).split(sep).join('/')
    hashes[name] = createHash('sha256').update(content).digest('hex')
    await archive.add(`files/${name}`, content)
  }
  return hashes
}

async function keptFiles(dataDir: string, names: string[]): Promise<string[]> {
  const found = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const kept = found.filter(({ name }) => names.includes(name))
  const paths: string[] = kept.filter((each) => each.isFile()).map(({ name }) => join(dataDir, name))
  for (const { name } of kept.filter((each) => each.isDirectory())) {
    const below = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true })
    paths.push(...below.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name)))
  }
  return paths.sort()
}
