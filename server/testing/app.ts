/** The real app on a database of the test file's own: a copy of the run's template. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../app'
import { openDatabase, type Database } from '../database/client'
import { parseSettings, type Settings } from '../settings'
import { checkAnswers } from './contract'
import { copyServerTemplate } from './serverDatabase'

/** Settings as a test has them; `env` as in .env.example. */
export const testSettings = (env: Record<string, string> = {}): Settings =>
  parseSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', JWT_SECRET: 'a secret for tests, of some length', ...env })

/**
 * V8 compiles PostgreSQL's WebAssembly once for all databases' threads, for as long as somebody holds the module: a third of what opening
 * a database costs, which tests do some 250 times.
 */
let compiledPostgres: Promise<object> | undefined
/** Node's types know it by name alone. */
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Buffer): Promise<object> } }
const compilePostgres = async () =>
  WebAssembly.compile(await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))

interface TestDatabase extends Database {
  /** What an app on this database is started with. */
  env: Record<string, string>
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  if ('url' in template) {
    const copy = await copyServerTemplate(template.url, template.name)
    const env = { DATABASE_URL: copy.url }
    const database = await openDatabase(testSettings(env))
    return { ...database, env, close: () => database.close().then(copy.drop) }
  }
  await (compiledPostgres ??= compilePostgres())
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-test-'))
  cpSync(template.folder, folder, { recursive: true })
  const env = { DATA_DIR: folder, EMBEDDED_FLUSH: '0' }
  const database = await openDatabase(testSettings(env))
  return {
    ...database,
    env,
    close: () => database.close().then(() => rmSync(folder, { recursive: true, force: true })),
  }
}

/**
 * Built once per test file and closed after its last test; `prepare` may add hooks before the routes are there. Whatever it answers under
 * /api is compared with its own contract, and what does not fit fails the test.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  prepare?: (app: FastifyInstance) => void,
  logTo?: NodeJS.WritableStream,
): Promise<FastifyInstance> {
  const database = await openTestDatabase()
  const app = await buildApp({
    ...database,
    settings: testSettings({ ...database.env, ...env }),
    prepare(unrouted) {
      checkAnswers(unrouted)
      prepare?.(unrouted)
    },
    logTo,
  })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  return app
}
