/**
 * Reads a database's structure from its system tables: the tables in an order in which they can be filled, the sequences, and the applied
 * migrations.
 */
import type pg from 'pg'
import { CommandError } from '../command'

export interface Table {
  name: string
  columns: { name: string; type: string }[]
}

export interface AppliedMigration {
  name: string
  checksum: string
}

type Client = Pick<pg.ClientBase, 'query'>

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Makes the text form of values, and so their checksums, independent of the server's settings. */
export const SAME_TEXTS = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0`

const TABLES = `
  SELECT class.relname AS name,
    json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum) AS columns
  FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY class.relname ORDER BY class.relname`

const REFERENCES = `
  SELECT one.relname AS from, other.relname AS to
  FROM pg_constraint JOIN pg_class AS one ON one.oid = conrelid JOIN pg_class AS other ON other.oid = confrelid
  WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = current_schema()::regnamespace`

/** Lists each table after all tables that it refers to. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(TABLES)
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES)
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const isFree = ({ name }: Table) =>
      !references.some(({ from, to }) => from === name && waiting.some((other) => other.name === to))
    const free = waiting.filter(isFree)
    if (free.length === 0)
      throw new CommandError(
        `These tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}.`,
      )
    ordered.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Empty if the database was never used for a shop. */
export async function readMigrations(client: Client): Promise<AppliedMigration[]> {
  const { rows: books } = await client.query(`SELECT to_regclass('"_prisma_migrations"') AS found`)
  if (!(books[0] as { found: string | null }).found) return []
  const { rows } = await client.query<AppliedMigration>(`
    SELECT migration_name AS name, checksum FROM "_prisma_migrations"
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`)
  return rows
}

/** The next number of each sequence. The view pg_sequences contains no value for a sequence that was set but has not been used since. */
export async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows: sequences } = await client.query<{ name: string; step: string }>(
    'SELECT sequencename AS name, increment_by::text AS step FROM pg_sequences WHERE schemaname = current_schema()',
  )
  const next: Record<string, string> = {}
  for (const { name, step } of sequences) {
    const { rows } = await client.query<{ next: string }>(
      `SELECT (last_value + CASE WHEN is_called THEN ${step} ELSE 0 END)::text AS next FROM ${quote(name)}`,
    )
    next[name] = rows[0]!.next
  }
  return next
}

/** A row as a JSON list of its values in text form. Any PostgreSQL server reads them back unchanged. */
export const rowText = ({ columns }: Table): string =>
  `json_build_array(${columns.map(({ name }) => `${quote(name)}::text`).join(', ')})::text`
