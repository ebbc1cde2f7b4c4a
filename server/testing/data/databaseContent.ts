/** Resets the content of a test database, which is much faster than starting another database. */
import pg from 'pg'

export interface Content {
  /** The definitions of columns, indexes, triggers and functions. */
  schema: string
  tables: { name: string; columns: string; rows: string }[]
  sequences: { name: string; last: string | null }[]
}

/** The size limit for a reset: after truncating a larger database, the planner's statistics would be wrong. */
const MAX_BYTES = 32 * 1024 * 1024

const schemaOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ schema: string }>(`
    SELECT md5(concat(
      (SELECT string_agg(concat(table_schema, table_name, column_name, data_type, column_default, is_nullable), ',' ORDER BY table_schema, table_name, column_name)
         FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')),
      (SELECT string_agg(indexdef, ',' ORDER BY indexdef) FROM pg_indexes WHERE schemaname NOT IN ('pg_catalog')),
      (SELECT string_agg(concat(pg_get_triggerdef(oid), tgenabled), ',' ORDER BY tgrelid, tgname) FROM pg_trigger WHERE NOT tgisinternal),
      (SELECT string_agg(pg_get_constraintdef(oid), ',' ORDER BY conrelid, conname) FROM pg_constraint),
      (SELECT string_agg(prosrc, ',' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
      (SELECT string_agg(concat(rolname, rolconfig::text), ',' ORDER BY rolname) FROM pg_roles),
      (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting)
    )) AS schema`)
  return rows[0]!.schema
}

export async function contentOf(client: pg.Client): Promise<Content> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    SELECT format('%I', table_name) AS name, string_agg(format('%I', column_name), ', ' ORDER BY ordinal_position) AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
    GROUP BY table_name`)
  const content: Content['tables'] = []
  for (const table of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table.name} t`,
    )
    content.push({ ...table, rows: rows[0]!.rows })
  }
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    "SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences",
  )
  return { schema: await schemaOf(client), tables: content, sequences }
}

/** False if a test changed the schema or filled the database. The caller then starts another one. */
export async function restoreContent(client: pg.Client, content: Content): Promise<boolean> {
  await client.query('DISCARD ALL')
  const { rows: sizes } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  if (Number(sizes[0]!.bytes) > MAX_BYTES || (await schemaOf(client)) !== content.schema) return false
  await client.query('BEGIN')
  // Skips triggers and foreign keys for these rows.
  await client.query('SET LOCAL session_replication_role = replica')
  await client.query(`TRUNCATE ${content.tables.map(({ name }) => name).join(', ')} RESTART IDENTITY`)
  for (const { name, columns, rows } of content.tables) {
    if (rows === '[]') continue
    const from = `json_populate_recordset(NULL::${name}, $1)`
    await client.query(`INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${from}`, [
      rows,
    ])
  }
  for (const { name, last } of content.sequences)
    if (last !== null) await client.query('SELECT setval($1, $2)', [name, last])
  await client.query('COMMIT')
  return true
}

/**
 * The sorted rows of each table in a server's database, to compare two shops. Migration records are left out, because each shop has its
 * own.
 */
export async function rowsOf(url: string): Promise<Map<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { tables } = await contentOf(client)
    const compared = tables.filter(({ name }) => name !== '_prisma_migrations')
    const sorted = (rows: string) =>
      (JSON.parse(rows) as object[])
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n')
    return new Map(compared.map(({ name, rows }) => [name, sorted(rows)]))
  } finally {
    await client.end()
  }
}
