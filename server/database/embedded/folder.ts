/**
 * Checks the contents of a data folder: a cluster, nothing yet, or contents that the operator must decide about. The check is necessary
 * because PGlite creates a new, empty cluster in any folder without PG_VERSION.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The server refuses to open this data folder and leaves its contents unchanged. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'

  constructor(found: string, cause?: unknown) {
    super(
      `${found} Nothing was overwritten or moved. Restore the folder from a backup. ` +
        'To begin with an empty shop, move this folder elsewhere or set DATA_DIR to another one.',
      { cause },
    )
  }
}

export const damaged = (cluster: string, cause: unknown): DataFolderError =>
  new DataFolderError(`The database in ${cluster} is damaged and cannot be opened (${firstLine(cause)}).`, cause)

/** When PostgreSQL in WebAssembly fails, it reports little more than "Aborted()" and a stack trace. */
const firstLine = (cause: unknown): string => String((cause as Error | undefined)?.message ?? cause).split('\n', 1)[0]!

interface Folder {
  cluster: string
  /** True if the cluster must still be created. The caller calls `made` once that is done. */
  isNew: boolean
  made: () => void
}

/** Throws DataFolderError if the folder may hold data that cannot be opened. */
export function prepareFolder(dataDir: string): Folder {
  const cluster = join(dataDir, 'postgres')
  const [finished, begun] = [join(dataDir, 'postgres-made'), join(dataDir, 'postgres-begun')]
  const made = () => {
    writeFileSync(finished, '')
    rmSync(begun, { force: true })
  }
  const isWhole = existsSync(join(cluster, 'PG_VERSION'))
  if (existsSync(finished)) {
    if (!isWhole)
      throw new DataFolderError(`The folder ${dataDir} contains a shop, but its database ${cluster} has no PG_VERSION.`)
    return { cluster, isNew: false, made }
  }
  if (existsSync(cluster)) {
    if (!existsSync(begun)) {
      throw new DataFolderError(
        `The folder ${dataDir} contains the database ${cluster}, but not the file "postgres-made", which marks a complete database.`,
      )
    }
    // A first start was killed, so no client could have used that database yet. The folder is still moved aside, never deleted.
    const aside = `${cluster}-half-made-${Date.now()}`
    renameSync(cluster, aside)
    console.error(
      `The first start was interrupted. Its incomplete database is now in ${aside}, and the shop creates a new one.`,
    )
  }
  writeFileSync(begun, '')
  mkdirSync(cluster, { mode: 0o700 })
  return { cluster, isNew: true, made }
}
