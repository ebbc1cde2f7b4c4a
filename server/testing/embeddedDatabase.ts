/** Embedded test databases: one folder for the whole run, with a finished database that each test copies. */
import { accessSync, constants, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../database/client'
import { parseSettings } from '../settings'

/** What a run's databases take together, and much more. */
const ROOM_BYTES = 2 ** 31

/** Linux's folder in memory: a copy there costs a third of one on a disk. In containers it is often too small. */
const IN_MEMORY = '/dev/shm'

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

const templateIn = (folder: string): string => join(folder, 'template')

/** The run's folder, migrated and seeded. */
export async function makeEmbeddedTemplate(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'cerashop-tests-'))
  const { db, close } = await openDatabase(parseSettings({ DATA_DIR: templateIn(folder) }))
  // Nobody connects to them, and they are half of all files.
  await db.$executeRaw`UPDATE pg_database SET datistemplate = false`
  await db.$executeRaw`DROP DATABASE template0`
  await db.$executeRaw`DROP DATABASE template1`
  await close()
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * V8 compiles PostgreSQL's WebAssembly once for all databases' threads, for as long as somebody holds the module: a third of what opening
 * a database costs, which tests do some 250 times.
 */
let compiledPostgres: Promise<object> | undefined
/** Node's types know it by name alone. */
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Buffer): Promise<object> } }
const compilePostgres = async () =>
  WebAssembly.compile(await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))

/** A copy of the run's template, in the folder that is returned. */
export async function copyEmbeddedTemplate(runFolder: string): Promise<{ folder: string; remove(): void }> {
  await (compiledPostgres ??= compilePostgres())
  const folder = mkdtempSync(join(runFolder, 'copy-'))
  cpSync(templateIn(runFolder), folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
