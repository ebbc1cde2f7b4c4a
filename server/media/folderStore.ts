/** Stores the files of assets in a folder on this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UNWATCHED, type Outcomes } from '../external/externalServices'
import { RETRY_AFTER_SECONDS } from '../external/unavailable'
import { FileNotStored, type MediaStore } from './store'

/** How long uploads are refused after a write has failed. */
const REST_MS = RETRY_AFTER_SECONDS * 1000

/** Reports only the outcome of writes, because files on a full disk can still be read. */
export function folderStore(folder: string, outcomes: Outcomes = UNWATCHED): MediaStore {
  /** The last failed write, until a write succeeds. */
  let failed: { error: FileNotStored; at: number } | null = null
  const pathOf = (asset: string, file: string) => join(folder, asset, file)
  return {
    check() {
      if (failed && performance.now() - failed.at < REST_MS) throw failed.error
    },
    async put(asset, file, bytes) {
      const written = pathOf(asset, `.${randomUUID()}.part`)
      try {
        await mkdir(join(folder, asset), { recursive: true, mode: 0o700 })
        // Flushed before the rename, because a file is never written again.
        await writeFile(written, bytes, { mode: 0o600, flush: true })
        await rename(written, pathOf(asset, file))
        failed = null
        outcomes.succeeded()
      } catch (error) {
        outcomes.failed(error)
        // Also fails if the folder cannot be created.
        await rm(written, { force: true }).catch(() => {})
        failed = { error: new FileNotStored(error), at: performance.now() }
        throw failed.error
      }
    },
    async get(asset, file) {
      try {
        return await readFile(pathOf(asset, file))
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
        throw error
      }
    },
    // Also removes temporary files that a crash left behind.
    remove: (asset) => rm(join(folder, asset), { recursive: true, force: true }),
  }
}
