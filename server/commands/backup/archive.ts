/** A backup file is a gzipped tar, so standard tools can list it. Its parts are small enough to hold in memory. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, constants } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { CommandError } from '../command'
import { temporaryFile, writeFailure } from '../files'

export interface ArchiveWriter {
  add(name: string, content: string | Buffer): Promise<void>
}

/**
 * Replaces the file only after `fill` has written everything to the disk. Until then, any earlier file stays in place. Only this user can
 * read the file.
 */
export async function writeArchive(path: string, fill: (writer: ArchiveWriter) => Promise<void>): Promise<void> {
  const part = await temporaryFile(path)
  const tar = pack()
  // A higher compression level would take up most of a backup's time and save only a few percent of its size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const written = pipeline(tar, gzip, createWriteStream(part, { mode: 0o600, flush: true }))
  const failed = written.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  const add = (name: string, content: string | Buffer) =>
    new Promise<void>((resolve, reject) => {
      const bytes = Buffer.from(content)
      const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
      // If the pipeline fails, tar-stream destroys the open entry with the error. Without a listener, that error would crash the shop.
      entry.on('error', reject)
      entry.end(bytes)
    })
  try {
    await Promise.race([fill({ add }), failed])
    tar.finalize()
    await written
    await rename(part, path)
  } catch (error) {
    tar.destroy()
    await written.catch(() => {})
    await rm(part, { force: true })
    throw writeFailure(path, error)
  }
}

export interface Part {
  name: string
  content: Buffer
}

/** Yields the parts in the order in which they were added. Throws a CommandError if the file is not a backup of the shop, or is damaged. */
export async function* readArchive(path: string): AsyncGenerator<Part> {
  const tar = extract()
  const read = pipeline(createReadStream(path), createGunzip(), tar)
  read.catch(() => {})
  try {
    for await (const entry of tar) yield { name: entry.header.name, content: await buffer(entry) }
    await read
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(`${path} cannot be read as a backup (${code ?? message}).`)
  }
}
