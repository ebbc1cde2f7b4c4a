/** The database: a PostgreSQL server, or the embedded one in the data folder. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { flag, isPostgres, limit, whole, type Given } from './kinds'

const postgresAddress = z
  .string()
  .refine(isPostgres, 'must be an address such as postgresql://user:password@host:5432/database')

export const variables = z.object({
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  DATABASE_CONNECTIONS: whole(2, 200).default(10),
  DATABASE_PREPARED: flag.optional(),
  DATABASE_RETRY_SECONDS: limit(60).default(2),
  DATA_DIR: z.string().trim().min(1).default('data'),
})

export function errors({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = '' }: Given): string[] {
  return !url && isPostgres(directUrl) ? ['DATABASE_DIRECT_URL: needs DATABASE_URL, the pooler in front of it'] : []
}

/** A relative data folder is resolved against `projectRoot`. */
export function settings(values: z.infer<typeof variables>, projectRoot: string) {
  return {
    /** A PostgreSQL server, or null for the embedded one. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The same database without `databaseUrl`'s pooler, for work that needs its own session. Null if there is no pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /**
     * True to prepare statements by name, which poolers may not support. If a statement fails, the embedded database does not report that
     * it has kept the statement's name.
     */
    databasePrepared: values.DATABASE_URL !== undefined && (values.DATABASE_PREPARED ?? !values.DATABASE_DIRECT_URL),
    /** How long a request retries if the server is down or has no free connection; 0 means not at all. */
    databaseRetryMs: values.DATABASE_RETRY_SECONDS * 1000,
    /** An absolute path. The folder contains the embedded database, the secret that the server generated, and uploaded photos. */
    dataDir: resolve(projectRoot, values.DATA_DIR),
  }
}
