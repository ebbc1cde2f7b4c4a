/** PostgreSQL as WebAssembly, in a thread of its own: serves a cluster over the wire protocol on a private socket. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export interface EmbeddedPostgresPlace {
  dataDir: string
  /** To serve on: a Unix socket, or null for a TCP port on loopback. */
  socketPath: string | null
}

/** A catalogue is small, and the file system caches too: PostgreSQL's usual 128 MB would only be memory that is not there. */
const SHARED_BUFFERS = '16MB'

const { dataDir, socketPath } = workerData as EmbeddedPostgresPlace

const db = await PGlite.create({
  dataDir,
  extensions: { pg_trgm },
  relaxedDurability: false,
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
})
const address = socketPath ? { path: socketPath } : { host: '127.0.0.1', port: 0 }
const server = new PGLiteSocketServer({ db, maxConnections: 10, ...address })
await server.start()
// Any message from the parent ends it.
parentPort!.on('message', async () => {
  await server.stop()
  await db.close()
  parentPort!.close()
})
parentPort!.postMessage(server.getServerConn())
