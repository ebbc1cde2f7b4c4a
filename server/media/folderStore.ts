/** Stores the files of assets in a folder on this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UNWATCHED, type Outcomes } from '../external/externalServices'
import { FileNotStored, type MediaStore } from './store'

/** Reports only the outcome of writes, because files on a full disk can still be read. */
export function folderStore(folder: string, outcomes: Outcomes = UNWATCHED): MediaStore {
  const pathOf = (asset: string, file: string) => join(folder, asset, file)
  return {
    async put(asset, file, bytes) {
      const written = pathOf(asset, `.${randomUUID()}.part`)
      try {
        await mkdir(join(folder, asset), { recursive: true, mode: 0o700 })
        // Flushed before the rename, because a file is never written again.
        await writeFile(written, bytes, { mode: 0o600, flush: true })
        await rename(written, pathOf(asset, file))
        outcomes.succeeded()
      } catch (error) {
        outcomes.failed(error)
        // Also fails if the folder cannot be created.
        await rm(written, { force: true }).catch(() => {})
        throw new FileNotStored(error)
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
