/** Runs PostgreSQL as WebAssembly in a worker thread and serves a cluster over the wire protocol on a private socket. */
import { chmodSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { flushAll, FlushedFolder, FLUSHING_PARAMS } from './flushedFolder'

export interface EmbeddedPostgresPlace {
  /** The cluster's folder. */
  dataDir: string
  /** How a new cluster starts: as a copy of this folder, or 'empty', as initdb leaves it. Null if the cluster exists. */
  beginAs: string | null
  /** True if commits must be on the disk before they return. */
  flush: boolean
  /** The Unix socket to serve on, or null for a TCP port on loopback. */
  socketPath: string | null
}

/** A catalogue is small, and the file system caches it too. PostgreSQL's usual 128 MB would waste memory. */
const SHARED_BUFFERS = '16MB'

/** The engine ignores the startup parameters of connections (connections.ts). */
const SETTINGS = ['-c', `shared_buffers=${SHARED_BUFFERS}`, '-c', 'TimeZone=UTC']

const { dataDir, beginAs, flush, socketPath } = workerData as EmbeddedPostgresPlace

/** Running initdb takes seconds, so its output is loaded from a package. */
async function emptyCluster(): Promise<Blob> {
  const prepopulated = await import('@electric-sql/pglite-prepopulatedfs')
  return prepopulated.dataDir()
}

/** Every user can read the package's files. The copied files get the modes set here. */
function keepFromOthers(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

if (beginAs && beginAs !== 'empty') cpSync(beginAs, dataDir, { recursive: true })
const db = await PGlite.create({
  fs: flush ? new FlushedFolder(dataDir) : new NodeFS(dataDir),
  ...(beginAs === 'empty' && { loadDataDir: await emptyCluster() }),
  extensions: { pg_trgm },
  relaxedDurability: false,
  startParams: [...(flush ? FLUSHING_PARAMS : PGlite.defaultStartParams), ...SETTINGS],
})
if (beginAs === 'empty') keepFromOthers(dataDir)
const address = socketPath ? { path: socketPath } : { host: '127.0.0.1', port: 0 }
const server = new PGLiteSocketServer({ db, maxConnections: 10, ...address })
await server.start()
// Any message from the parent stops the database.
parentPort!.on('message', async () => {
  await server.stop()
  await db.close()
  parentPort!.close()
})
parentPort!.postMessage(server.getServerConn())
// A new cluster is a copy that is not on the disk yet. It is flushed after the message above is sent, so that the start does not wait for
// the flush.
if (beginAs && flush) await flushAll(dataDir)
