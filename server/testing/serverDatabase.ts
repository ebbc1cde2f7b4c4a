/** Test databases on the PostgreSQL server of TEST_DATABASE_URL. Its role must be allowed to create databases. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../database/client'
import { parseSettings } from '../settings'

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href
const newName = (): string => `cerashop_test_${randomUUID().replaceAll('-', '')}`

export async function makeServerTemplate(url: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = newName()
  await onServer(url, `CREATE DATABASE ${name}`)
  const database = await openDatabase(parseSettings({ DATABASE_URL: named(url, name) }))
  await database.close()
  return { name, drop: () => onServer(url, `DROP DATABASE ${name}`) }
}

export async function copyServerTemplate(
  url: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newName()
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { url: named(url, name), drop: () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`) }
}
