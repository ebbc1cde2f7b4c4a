/** Starts the embedded PostgreSQL in a worker thread, on a socket that only this user can reach. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { lockDataFolder } from './data-lock'
import type { EmbeddedPostgresTask } from './embedded-postgres-worker'

export interface EmbeddedPostgres {
  connection: PoolConfig
  close(): Promise<void>
}

/** dist has the worker as JavaScript; in development and tests it is TypeScript, which Node 20 reads with the help of tsx. */
function startWorker(task: EmbeddedPostgresTask): Worker {
  if (import.meta.url.endsWith('.js')) {
    return new Worker(new URL('./embedded-postgres-worker.js', import.meta.url), { workerData: task })
  }
  const source = new URL('./embedded-postgres-worker.ts', import.meta.url).href
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}) })`
  return new Worker(load, { eval: true, workerData: task })
}

/** Throws DataFolderInUseError where another process has the folder. */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const unlock = lockDataFolder(dataDir)
  try {
    const cluster = join(dataDir, 'postgres')
    await makeCluster(cluster, join(dataDir, 'postgres-made'))
    const folder = process.platform === 'win32' ? null : mkdtempSync(join(tmpdir(), 'cerashop-'))
    const socketPath = folder && join(folder, '.s.PGSQL.5432')
    const worker = startWorker({ task: 'serve', dataDir: cluster, socketPath })
    const [address] = (await once(worker, 'message')) as [string]
    const stopped = once(worker, 'exit')
    return {
      connection: {
        user: 'postgres',
        database: 'postgres',
        ...(folder ? { host: folder } : { host: '127.0.0.1', port: Number(address.split(':').at(-1)) }),
        // One connection, not fewer transactions: the engine runs one at a time anyway, and its socket server mixes up the
        // protocol messages of several connections as soon as one of them fails.
        max: 1,
      },
      async close() {
        worker.postMessage('close')
        await stopped
        if (folder) rmSync(folder, { recursive: true, force: true })
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * In a thread of its own, whose memory is given back when it ends. A first start that was killed leaves half a cluster, without
 * a row of anyone's: it is moved aside, never deleted.
 */
async function makeCluster(cluster: string, finished: string): Promise<void> {
  if (existsSync(finished)) return
  if (existsSync(cluster)) renameSync(cluster, `${cluster}-half-made-${Date.now()}`)
  const [code] = (await once(startWorker({ task: 'make', dataDir: cluster, socketPath: null }), 'exit')) as [number]
  if (code !== 0) throw new Error(`The embedded database could not be made in ${cluster}.`)
  writeFileSync(finished, '')
}
