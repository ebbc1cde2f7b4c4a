/** Writes a command's files completely or not at all. Only this user can read them. */
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command'

/** Writes to this temporary file next to `path`. First removes temporary files of killed commands, because they may hold personal data. */
export async function temporaryFile(path: string): Promise<string> {
  const folder = dirname(path)
  const start = `${basename(path)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(start) ? /^(\d+)\.part$/.exec(name.slice(start.length))?.[1] : undefined
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
  return `${path}.${process.pid}.part`
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A sentence that explains a disk error, such as a full disk. Other errors are returned as they are. */
export function writeFailure(path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code && syscall ? new CommandError(`${path} cannot be written (${code}).`) : error
}

/** Replaces an existing file in one step once all parts are on the disk. */
export async function writeWhole(path: string, parts: AsyncIterable<string | Buffer>): Promise<void> {
  const part = await temporaryFile(path)
  try {
    await pipeline(Readable.from(parts), createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw writeFailure(path, error)
  }
}
