/** The files in a folder, without its subfolders. */
import { constants } from 'node:fs'
import { open, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UnreadableFile, type PhotoFile } from '../../domain/office/products/photos/photoFile'
import { CommandError } from '../command'

export const FOLDER_LIMITS = { files: 5_000, bytes: 20_000_000_000 }

interface Limits {
  files: number
  bytes: number
  /** The size limit of one file. */
  fileBytes: number
}

/** Throws a CommandError for a folder that cannot be read or is too large. */
export async function filesIn(path: string, shown: string, limits: Limits): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  let bytes = 0
  for (const name of await namesIn(path, shown, limits.files)) {
    const found = await stat(join(path, name)).catch(() => null)
    const isFile = found?.isFile() ?? false
    const size = isFile ? found!.size : 0
    bytes += Math.min(size, limits.fileBytes)
    files.push({ name, size, read: () => readOne(join(path, name), limits.fileBytes) })
  }
  if (bytes > limits.bytes)
    throw new CommandError(`${shown} has more than ${limits.bytes / 1e9} GB of photos. Use several folders.`)
  return files
}

async function namesIn(path: string, shown: string, most: number): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(path)) {
      names.push(name)
      if (names.length > most) break
    }
  } catch (error) {
    throw new CommandError(`${shown} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (names.length > most) throw new CommandError(`${shown} has more than ${most} files. Use several folders.`)
  return names
}

/** Opening a pipe could block forever, so it is opened in non-blocking mode and then refused. */
async function readOne(path: string, most: number): Promise<Buffer> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const { size, isFile } = await file.stat().then((found) => ({ size: found.size, isFile: found.isFile() }))
      if (!isFile) throw new UnreadableFile('is not a file')
      if (size > most) throw new UnreadableFile('has grown too large')
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
