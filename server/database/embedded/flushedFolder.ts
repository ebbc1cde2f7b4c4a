/**
 * Flushes the embedded database's writes to disk: PGlite starts PostgreSQL without fsync, and its file system does not implement it. Each
 * commit flushes the log once, which takes as long as the disk needs. Delete this file when PGlite flushes writes itself.
 */
import fs from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's NODEFS that are used here. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd?: number }) => number }
  tryFSOperation<Result>(work: () => Result): Result
}

export class FlushedFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const addFsync = ({ FS }: { FS: object }) => {
      const { NODEFS } = (FS as { filesystems: { NODEFS: NodeFileSystem } }).filesystems
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        // A failure becomes an error number, which makes PostgreSQL panic, as with any disk.
        if (nfd !== undefined) NODEFS.tryFSOperation(() => fs.fsyncSync(nfd))
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun!, addFsync] } }
  }
}

/** `-F` turns fsync off. `fdatasync`, the default sync method for the log, is a stub in Emscripten that does nothing. */
export const FLUSHING_PARAMS: string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

/** Flushes copied files, because PostgreSQL flushes only files that it has written. */
export async function flushAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(join(entry.parentPath, entry.name)).catch(() => null)
    await file?.sync().finally(() => file.close())
  }
}
