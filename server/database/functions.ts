/**
 * Applies prisma/functions after the migrations: one file per SQL function, with its triggers. A file is applied when its text changed. The
 * comment of each function in the database names the release and the hash of the text that created it.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import packageJson from '../../package.json' with { type: 'json' }
import { projectRoot } from '../settings'
import { inOneTransaction } from './migrations'
import { isEarlier } from './oldestRelease'

const FUNCTIONS = join(projectRoot, 'prisma/functions')

export interface SqlFunction {
  name: string
  sql: string
}

export const readFunctions = (folder = FUNCTIONS): SqlFunction[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }))

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The function's comment. A later release finds its own text in it, and an earlier one the later release. */
const markOf = (release: string, sql: string): string => `Cerashop ${release}, sha256 ${hashOf(sql)}`
const releaseOf = (mark: string): string | undefined => /^Cerashop (\d+\.\d+\.\d+), /.exec(mark)?.[1]

/**
 * The caller holds the migration lock. Each file is applied in its own transaction, and a function without a file is dropped with its
 * triggers. A function of a later release stays as it is, so that servers of two releases can run on one database during an upgrade.
 */
export async function applyFunctions(
  client: Pick<Client, 'query'>,
  functions = readFunctions(),
  release: string = packageJson.version,
): Promise<void> {
  const { rows } = await client.query<{ name: string; mark: string }>(`
    SELECT proname AS name, obj_description(oid, 'pg_proc') AS mark FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND obj_description(oid, 'pg_proc') LIKE 'Cerashop %'`)
  const found = new Map(rows.map(({ name, mark }) => [name, mark]))
  const isLater = (mark: string | undefined) => {
    const other = mark && releaseOf(mark)
    return other !== undefined && isEarlier(release, other)
  }
  for (const { name, sql } of functions) {
    const mark = markOf(release, sql)
    const applied = found.get(name)
    found.delete(name)
    if (applied === undefined || (hashIn(applied) !== hashIn(mark) && !isLater(applied)))
      await inOneTransaction(client, `The function ${name}`, () => replace(client, { name, sql }, mark))
  }
  for (const [name, mark] of found)
    if (!isLater(mark))
      await inOneTransaction(client, `The function ${name}`, async () => {
        await client.query(`DROP FUNCTION "${name}" CASCADE`)
      })
}

const hashIn = (mark: string): string => mark.slice(mark.indexOf(','))

async function replace(client: Pick<Client, 'query'>, { name, sql }: SqlFunction, mark: string): Promise<void> {
  // A function may call one whose file comes later.
  await client.query('SET LOCAL check_function_bodies = off')
  await client.query(sql)
  const { rows: triggers } = await client.query<{ name: string; table: string }>(
    `SELECT tgname::text AS name, tgrelid::regclass::text AS table FROM pg_trigger WHERE tgfoid = $1::regproc AND NOT tgisinternal`,
    [name],
  )
  const kept = new Set([...sql.matchAll(/\bTRIGGER (\w+)/g)].map(([, trigger]) => trigger))
  for (const trigger of triggers)
    if (!kept.has(trigger.name)) await client.query(`DROP TRIGGER "${trigger.name}" ON ${trigger.table}`)
  await client.query(`COMMENT ON FUNCTION "${name}" IS '${mark}'`)
}
