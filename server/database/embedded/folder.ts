/** Checks the contents of a data folder: a cluster, nothing yet, or contents that the operator must decide about. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The server refuses to open this data folder and leaves its contents unchanged. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'

  constructor(found: string, cause?: unknown) {
    super(
      `${found} Nothing of it was overwritten or moved. Restore the folder from a backup; ` +
        'or, to begin with an empty shop, move it away or name another one with DATA_DIR.',
      { cause },
    )
  }
}

export const damaged = (cluster: string, cause: unknown): DataFolderError =>
  new DataFolderError(`The database in ${cluster} does not open: it is damaged (${firstLine(cause)}).`, cause)

/** PostgreSQL in WebAssembly fails with little more than "Aborted()" and a stack trace. */
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
      throw new DataFolderError(`The folder ${dataDir} had a shop, but its database, ${cluster}, has no PG_VERSION.`)
    return { cluster, isNew: false, made }
  }
  if (existsSync(cluster)) {
    if (!existsSync(begun)) {
      throw new DataFolderError(
        `The folder ${dataDir} has a database, ${cluster}, but not the file "postgres-made" that says it is whole.`,
      )
    }
    // A first start was killed, so no client could have used that database yet. The folder is still moved aside, never deleted.
    const aside = `${cluster}-half-made-${Date.now()}`
    renameSync(cluster, aside)
    console.error(
      `The first start was interrupted; what it had made of a database is in ${aside} now, and it is made anew.`,
    )
  }
  writeFileSync(begun, '')
  mkdirSync(cluster, { mode: 0o700 })
  return { cluster, isNew: true, made }
}
