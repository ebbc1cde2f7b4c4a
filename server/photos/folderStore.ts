/** Stores photos in a folder on this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UNWATCHED, type Outcomes } from '../external/externalServices'
import { PhotoNotStored, type PhotoStore } from './store'

/** Reports only the outcome of writes, because files on a full disk can still be read. */
export function folderStore(folder: string, outcomes: Outcomes = UNWATCHED): PhotoStore {
  const pathOf = (photo: string, file: string) => join(folder, photo, file)
  return {
    async put(photo, file, bytes) {
      const written = pathOf(photo, `.${randomUUID()}.part`)
      try {
        await mkdir(join(folder, photo), { recursive: true, mode: 0o700 })
        // Flushed before the rename, because a photo is never written again.
        await writeFile(written, bytes, { mode: 0o600, flush: true })
        await rename(written, pathOf(photo, file))
        outcomes.succeeded()
      } catch (error) {
        outcomes.failed(error)
        // Also fails if the folder cannot be created.
        await rm(written, { force: true }).catch(() => {})
        throw new PhotoNotStored(error)
      }
    },
    async get(photo, file) {
      try {
        return await readFile(pathOf(photo, file))
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
        throw error
      }
    },
    // Also removes temporary files that a crash left behind.
    remove: (photo) => rm(join(folder, photo), { recursive: true, force: true }),
  }
}
