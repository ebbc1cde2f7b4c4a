/**
 * The address at which a running shop receives commands: a Unix socket in a folder that only this user can enter, or a named pipe on
 * Windows.
 */
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from './command'

/** Linux limits a socket's path to 108 bytes and macOS to 104, including the terminating zero. */
const MAX_PATH_LENGTH = 100

/** Returns the same path in every process with the same data folder. */
export function socketOf(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\cerashop-${hash}`
  const path = join(dataDir, 'commands', 'socket')
  if (Buffer.byteLength(path) <= MAX_PATH_LENGTH) return path
  return join(tmpdir(), `cerashop-${userInfo().uid}-${hash}`, 'socket')
}

/** Creates the socket's folder. Throws if it exists and another user can read it, because every user can create folders in /tmp. */
export function makeSocketFolder(socket: string): void {
  if (process.platform === 'win32') return
  const folder = dirname(socket)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  checkSocketFolder(socket)
  chmodSync(folder, 0o700)
}

/** Throws if the folder does not belong to this user. */
export function checkSocketFolder(socket: string): void {
  if (process.platform === 'win32') return
  const folder = dirname(socket)
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid!())
    throw new CommandError(`The folder ${folder} belongs to another user. Run the command as the user of the shop.`)
}
