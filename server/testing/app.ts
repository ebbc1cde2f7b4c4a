/** The real app on a database of the test file's own: a copy of the run's template. */
import type { FastifyInstance } from 'fastify'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../app'
import { beginDatabase, openDatabase, type Database } from '../database/client'
import { parseSettings, type Settings } from '../settings'
import { checkAnswers } from './contract'
import { borrowEmbedded } from './embeddedDatabase'
import { copyServerTemplate } from './serverDatabase'

const TEST_ENV = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  JWT_SECRET: 'a secret for tests, of some length',
}

/** Settings as a test has them; `env` as in .env.example. */
export const testSettings = (env: Record<string, string> = {}): Settings => parseSettings({ ...TEST_ENV, ...env })

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
  const { folder, embedded, giveBack } = await borrowEmbedded(template.folder)
  const env = { DATA_DIR: folder, EMBEDDED_FLUSH: '0' }
  const { ready, ...database } = beginDatabase(testSettings(env), { ...embedded, close: giveBack })
  await ready
  return { ...database, env }
}

type Prepare = (app: FastifyInstance) => void

/**
 * Built once per test file and closed after its last test; `prepare` may add hooks before the routes are there. Whatever it answers under
 * /api is compared with its own contract, and what does not fit fails the test.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  prepare?: Prepare,
  logTo?: NodeJS.WritableStream,
): Promise<FastifyInstance> {
  const database = await openTestDatabase()
  afterAll(() => database.close())
  return startOn(database, env, prepare, logTo)
}

const databases = new WeakMap<FastifyInstance, TestDatabase>()

/** The same on the database of another app: half the work, where a test is about settings and not about data. */
export function startBeside(app: FastifyInstance, env: Record<string, string>): Promise<FastifyInstance> {
  const database = databases.get(app)!
  // A shop has one app; so many are no leak here.
  database.catalogue.setMaxListeners(0)
  return startOn(database, env)
}

async function startOn(
  database: TestDatabase,
  env: Record<string, string>,
  prepare?: Prepare,
  logTo?: NodeJS.WritableStream,
): Promise<FastifyInstance> {
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
  databases.set(app, database)
  // Before its database is: what is said last is done first.
  afterAll(() => app.close())
  return app
}
