/** Brings a database to this release: first the tables, then the functions and triggers on them. */
import type { Client } from 'pg'
import { applyFunctions } from './functions'
import { applyMigrations } from './migrations'

/** The caller holds the migration lock. Throws as applyMigrations and applyFunctions do. */
export async function updateDatabase(client: Pick<Client, 'query'>): Promise<void> {
  await applyMigrations(client)
  await applyFunctions(client)
}
