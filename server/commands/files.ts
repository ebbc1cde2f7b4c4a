/** Writes files of commands completely or not at all, readable by this user alone. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command'

/** Replaces an existing file in one step, when all parts are on the disk. */
export async function writeWhole(path: string, parts: AsyncIterable<string | Buffer>): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(parts), createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code && syscall) throw new CommandError(`${path} cannot be written (${code}).`)
    throw error
  }
}
