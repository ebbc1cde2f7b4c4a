/** Makes the embedded database's folder from the package's cluster as initdb leaves it: running initdb itself takes seconds. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
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

/** Reads as much of the format as the package's archive has: plain files and folders with short names. */
export function unpack(archive: Buffer, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).split('\0')[0]!
    const [name, size, kind, prefix] = [text(0, 100), parseInt(text(124, 12), 8), text(156, 1), text(345, 155)]
    const path = inside(folder, join(prefix, name))
    if (kind === '5') {
      mkdirSync(path, { recursive: true, mode: 0o700 })
    } else if (kind === '0' || kind === '') {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(path, archive.subarray(at + BLOCK, at + BLOCK + size), { mode: 0o600 })
    } else {
      throw new Error(`The archive holds ${name}, which is neither a file nor a folder.`)
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

function inside(folder: string, name: string): string {
  const path = resolve(folder, `.${sep}${name}`)
  if (path !== resolve(folder) && !path.startsWith(resolve(folder) + sep))
    throw new Error(`${name} leads out of its folder.`)
  return path
}
