/** Stores photos in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoStore } from './store'

export function folderStore(folder: string): PhotoStore {
  const pathOf = (photo: string, file: string) => join(folder, photo, file)
  return {
    async put(photo, file, bytes) {
      await mkdir(join(folder, photo), { recursive: true, mode: 0o700 })
      const written = pathOf(photo, `.${randomUUID()}.part`)
      try {
        // Flushed before the rename: a photo is never written again.
        await writeFile(written, bytes, { mode: 0o600, flush: true })
        await rename(written, pathOf(photo, file))
      } catch (error) {
        await rm(written, { force: true })
        throw error
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
    // Also removes temporary files that a crash left.
    remove: (photo) => rm(join(folder, photo), { recursive: true, force: true }),
  }
}
