/** Starts the embedded PostgreSQL in a worker thread, on a socket that only this user can reach. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { projectRoot, type Settings } from '../../settings'
import { damaged, prepareFolder } from './folder'
import { lockDataFolder } from './lock'
import type { EmbeddedPostgresPlace } from './worker'

export interface EmbeddedPostgres {
  connection: PoolConfig
  /** Rejects if the database does not start. Until it resolves, the address is known but does not accept connections. */
  ready: Promise<unknown>
  /** Rejects if the running database ends although nobody closed it. It cannot start again in the same process. */
  lost: Promise<never>
  close(): Promise<void>
}

/** True if this is the built server, in dist. */
const IS_BUILT = import.meta.url.endsWith('.js')

/** The build creates this database with all migrations and the catalogue. Starting from a copy of it leaves little to do. */
const MADE_BY_BUILD = join(projectRoot, 'dist/database/postgres')

const newShop = (): string => (IS_BUILT && existsSync(MADE_BY_BUILD) ? MADE_BY_BUILD : 'empty')

const BUILT_WORKER = join(
  IS_BUILT ? import.meta.dirname : join(projectRoot, 'dist/server'),
  'embeddedPostgresWorker.js',
)
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * In development and tests, the worker is TypeScript, and Node 20 needs tsx to run it. Loading tsx takes longer than starting the database.
 */
function startWorker(place: EmbeddedPostgresPlace): Worker {
  const folder = import.meta.dirname
  const sources = () => readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
  const isFresh = () => sources().every((name) => changedAt(join(folder, name)) < changedAt(BUILT_WORKER))
  if (IS_BUILT || isFresh()) return new Worker(BUILT_WORKER, { workerData: place })
  const source = join(folder, 'worker.ts')
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}) })`
  return new Worker(load, { eval: true, workerData: place })
}

interface Place extends Pick<Settings, 'dataDir'>, Partial<Pick<Settings, 'sampleGoods'>> {
  /** False if commits need not wait for the disk, for tests. */
  embeddedFlush?: boolean | undefined
  /** True if a new cluster starts empty, without the data that the build prepared. */
  isBare?: boolean
}

/** Resolves when the database responds. Throws DataFolderInUseError if another process holds the folder. */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await beginEmbeddedPostgres({ dataDir })
  await embedded.ready
  return embedded
}

/** Like startEmbeddedPostgres, but returns before the database responds, so that the caller can do other work meanwhile. */
export async function beginEmbeddedPostgres({
  dataDir,
  embeddedFlush = true,
  isBare = false,
  sampleGoods = true,
}: Place): Promise<EmbeddedPostgres> {
  const unlock = lockDataFolder(dataDir)
  const folder = process.platform === 'win32' ? null : mkdtempSync(join(tmpdir(), 'cerashop-'))
  const release = () => {
    if (folder) rmSync(folder, { recursive: true, force: true })
    unlock()
  }
  const socketPath = folder && join(folder, '.s.PGSQL.5432')
  // The build's database has the sample goods.
  const beginAs = isBare || !sampleGoods ? 'empty' : newShop()
  const serving = serve({ dataDir, flush: embeddedFlush, socketPath, beginAs }).catch((error: unknown) => {
    release()
    throw error
  })
  const lost = serving.then((running) => running.lost)
  // Callers that await a promise get its failure. If no one awaits it yet, a rejection must not end the process.
  serving.catch(() => {})
  lost.catch(() => {})
  return {
    connection: {
      user: 'postgres',
      database: 'postgres',
      ...(folder ? { host: folder } : { host: '127.0.0.1', port: (await serving).port }),
      // One connection costs no throughput, because the engine runs one transaction at a time anyway. With several connections, its socket
      // server mixes up their protocol messages as soon as one fails.
      max: 1,
    },
    ready: serving,
    lost,
    async close() {
      const running = await serving.catch(() => null)
      if (!running) return
      await running.stop()
      release()
    },
  }
}

/** Resolves with the address of the database. Rejects if the thread fails or ends without sending a message. */
async function firstMessage(worker: Worker): Promise<string> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the database thread exited')
  })
  ended.catch(() => {})
  const [address] = (await Promise.race([once(worker, 'message'), ended])) as [string]
  return address
}

interface Serving {
  port: number
  lost: Promise<never>
  stop(): Promise<void>
}

async function serve(place: EmbeddedPostgresPlace): Promise<Serving> {
  const { cluster, isNew, made } = prepareFolder(place.dataDir)
  const worker = startWorker({ ...place, dataDir: cluster, beginAs: isNew ? place.beginAs : null })
  let [isStopping, cause] = [false, undefined as unknown]
  worker.on('error', (error) => (cause = error))
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const address = await firstMessage(worker).catch((cause: unknown) => {
    throw isNew ? cause : damaged(cluster, cause)
  })
  if (isNew) made()
  return {
    port: Number(address.split(':').at(-1)),
    lost: new Promise((_resolve, reject) => {
      void ended.then(() => {
        if (!isStopping) reject(new Error('the embedded database ended', { cause }))
      })
    }),
    async stop() {
      isStopping = true
      worker.postMessage('close')
      await ended
    },
  }
}
