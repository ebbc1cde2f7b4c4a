/**
 * Embedded test databases. Each run creates one migrated and seeded database. Each test process starts a copy of it and resets the copy
 * between test files, because most of an app's startup time is spent on PostgreSQL.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../database/client'
import { beginEmbeddedPostgres, type EmbeddedPostgres } from '../database/embedded/start'
import { parseSettings } from '../settings'
import { contentOf, restoreContent, type Content } from './data/databaseContent'
import { folderForDatabases } from './folderForDatabases'

const templateIn = (folder: string): string => join(folder, 'template')

/** Creates the run's folder with the migrated and seeded database. */
export async function makeEmbeddedTemplate(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(folderForDatabases(), 'cerashop-tests-'))
  const { db, close } = await openDatabase(parseSettings({ DATA_DIR: templateIn(folder) }))
  // Tests never connect to these two databases, which contain half of the cluster's files.
  await db.$executeRaw`UPDATE pg_database SET datistemplate = false`
  await db.$executeRaw`DROP DATABASE template0`
  await db.$executeRaw`DROP DATABASE template1`
  await close()
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * While the module is referenced, V8 shares PostgreSQL's compiled WebAssembly between all threads. This saves a third of the startup time.
 */
let compiledPostgres: Promise<object> | undefined
/** Node's types lack WebAssembly.compile. */
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Buffer): Promise<object> } }
const compilePostgres = async () =>
  WebAssembly.compile(await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))

interface Running {
  folder: string
  /** The database's own files and folders. Tests add emails, photos and secrets next to them. */
  files: string[]
  embedded: EmbeddedPostgres
  seeded: Content
}

/** Databases in this process that are free for the next test file. */
const idle: Running[] = []

async function startCopy(runFolder: string): Promise<Running> {
  await (compiledPostgres ??= compilePostgres())
  const folder = mkdtempSync(join(runFolder, 'copy-'))
  cpSync(templateIn(runFolder), folder, { recursive: true })
  const embedded = await beginEmbeddedPostgres({ dataDir: folder, embeddedFlush: false })
  await embedded.ready
  const socketFolder = embedded.connection.host
  if (socketFolder?.startsWith('/')) process.once('exit', () => rmSync(socketFolder, { recursive: true, force: true }))
  return { folder, files: readdirSync(folder), embedded, seeded: await withClient(embedded, contentOf) }
}

async function withClient<T>({ connection }: EmbeddedPostgres, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Returns a running database with the content of the run's template. `giveBack` resets it for the next test file, or closes it. */
export async function borrowEmbedded(runFolder: string) {
  const running = idle.pop() ?? (await startCopy(runFolder))
  const { folder, files, embedded, seeded } = running
  const giveBack = async () => {
    const isRestored = await withClient(embedded, (client) => restoreContent(client, seeded)).catch(() => false)
    if (isRestored) {
      for (const name of readdirSync(folder))
        if (!files.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
      idle.push(running)
    } else {
      await embedded.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return { folder, embedded, giveBack }
}
