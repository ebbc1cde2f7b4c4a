/** The layout of a backup: first the shop's version, then the tables' rows in portions and the files, and finally the checksums. */
import { z } from 'zod'

export const FORMAT = 1
export const BEGINNING = 'backup.json'
export const END = 'end.json'

const migration = z.object({ name: z.string(), checksum: z.string() })
const contents = z.object({ rows: z.int(), checksum: z.string() })

export const beginning = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  migrations: z.array(migration).min(1),
  /** Sorted so that the tables can be filled in this order. A row is a JSON list of these columns' values. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Beginning = z.infer<typeof beginning>

export const end = z.object({
  tables: z.record(z.string(), contents),
  /** The next number of each sequence. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
  /** SHA-256 hashes, keyed by file name. */
  files: z.record(z.string(), z.string()),
})
export type End = z.infer<typeof end>

const PORTION = /^tables\/([^/]+)\/\d+\.jsonl$/
export const portionName = (table: string, nth: number): string =>
  `tables/${table}/${String(nth).padStart(6, '0')}.jsonl`

/** Null for a part that is not a portion of a table. */
export const tableOf = (partName: string): string | null => PORTION.exec(partName)?.[1] ?? null

/** Holds the secret in the data folder if JWT_SECRET is not set. A backup includes it only on request. */
export const SECRET_FILE = 'jwt-secret'

/** The folders in the data folder that the shop cannot recreate. The database's folder is not included. */
export const KEPT_FOLDERS = ['photos', 'mail']

const FILE = /^files\/((?:jwt-secret|(?:photos|mail)\/[^\0]+))$/

/** The path of a part within the data folder, or null if it does not belong there. */
export function filePath(partName: string): string | null {
  const path = FILE.exec(partName)?.[1]
  return path && !path.split(/[/\\]/).includes('..') ? path : null
}
