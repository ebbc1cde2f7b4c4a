/** Makes the embedded database's folder from the package's cluster as initdb leaves it: running initdb itself takes seconds. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/**
 * `finished` is written when all is there. A first start that was killed leaves half a cluster, without a row of anyone's: it is
 * moved aside, never deleted.
 */
export async function makeCluster(cluster: string, finished: string): Promise<void> {
  if (existsSync(finished)) return
  if (existsSync(cluster)) renameSync(cluster, `${cluster}-half-made-${Date.now()}`)
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  const packed = Buffer.from(await (await dataDir()).arrayBuffer())
  unpack(await promisify(gunzip)(packed), cluster)
  writeFileSync(finished, '')
}

/** A tar archive is blocks of this many bytes: one that describes a file, then the file's own, padded. */
const BLOCK = 512

interface Entry {
  path: string
  /** Null for a folder. */
  bytes: Buffer | null
}

/** Nothing is written before the whole archive was found good. */
export function unpack(archive: Buffer, folder: string): void {
  const entries = readEntries(archive, folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const { path, bytes } of entries) {
    mkdirSync(bytes ? dirname(path) : path, { recursive: true, mode: 0o700 })
    if (bytes) writeFileSync(path, bytes, { mode: 0o600 })
  }
}

/** Reads as much of the format as the package's archive has: plain files and folders with short names. */
function readEntries(archive: Buffer, folder: string): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; archive[at] !== 0;) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).split('\0')[0]!
    const [name, size, kind, prefix] = [text(0, 100), parseInt(text(124, 12), 8), text(156, 1), text(345, 155)]
    const start = at + BLOCK
    // A whole archive ends with blocks of zeros, so something follows every file.
    if (!(start + size < archive.length)) throw new Error('The archive is cut off.')
    const path = inside(folder, prefix ? `${prefix}/${name}` : name)
    if (kind === '5') entries.push({ path, bytes: null })
    else if (kind === '0' || kind === '') entries.push({ path, bytes: archive.subarray(start, start + size) })
    else throw new Error(`The archive holds ${name}, which is neither a file nor a folder.`)
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return entries
}

/** A leading slash means the archive's own top, as in the package's. */
function inside(folder: string, name: string): string {
  const path = join(folder, name)
  // With a separator at both ends, so that a neighbour whose name begins alike is none of its own.
  if (!join(path, sep).startsWith(join(folder, sep))) throw new Error(`${name} leads out of its folder.`)
  return path
}
