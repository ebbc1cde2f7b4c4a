/** Starts the real app on the test file's own database, which is a copy of the run's template. */
import type { FastifyInstance } from 'fastify'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../app'
import { beginDatabase, openDatabase, type Database } from '../database/client'
import type { Shop } from '../domain/shop'
import type { LimitChanges } from '../guards/limits'
import { RULE_NAMES, type RuleName } from '../guards/rules'
import { parseSettings, SETTING_NAMES, type Settings } from '../settings'
import { checkAnswers } from './contract/contract'
import { borrowEmbedded } from './embeddedDatabase'
import { copyServerTemplate } from './serverDatabase'
import './queryPlans'

const TEST_ENV = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  JWT_SECRET: 'a secret for tests, of some length',
}

const TEST_LIMITS = {
  // On a slow machine, fifty concurrent transactions wait long for one of the connections.
  connectMs: 60_000,
  // Heartbeats would be counted among the statements of a test.
  heartbeatMs: 0,
}

/** Settings for a test. `env` contains settings as in .env.example. Throws for a name that is not a setting. */
export function testSettings(env: Record<string, string> = {}): Settings {
  const [unknown] = Object.keys(env).filter((name) => !SETTING_NAMES.includes(name))
  if (unknown) throw new Error(`${unknown} is not a setting.`)
  return parseSettings({ ...TEST_ENV, ...env })
}

interface TestDatabase extends Database {
  /** The environment for an app on this database. */
  env: Record<string, string>
}

export async function openTestDatabase(given: Record<string, string> = {}): Promise<TestDatabase> {
  const template = inject('template')
  if ('url' in template) {
    const copy = await copyServerTemplate(template.url, template.name)
    const env = { DATABASE_URL: copy.url }
    const database = await openDatabase(testSettings({ ...env, ...given }), TEST_LIMITS)
    return { ...database, env, close: () => database.close().then(copy.drop) }
  }
  const { folder, embedded, giveBack } = await borrowEmbedded(template.folder)
  const env = { DATA_DIR: folder }
  const { ready, ...database } = beginDatabase(testSettings(env), { ...embedded, close: giveBack })
  await ready
  return { ...database, env }
}

type Prepare = (app: FastifyInstance) => void

interface Options {
  limits?: LimitChanges
  /** Adds hooks before the routes. */
  prepare?: Prepare
  logTo?: NodeJS.WritableStream
}

/**
 * Starts the app once per test file and closes it after the last test. All responses under /api are checked against the contract. A mismatch
 * fails the test.
 */
export async function startTestApp(env: Record<string, string> = {}, options: Options = {}): Promise<FastifyInstance> {
  const database = await openTestDatabase(env)
  afterAll(() => database.close())
  return startOn(database, env, options)
}

type Group = RuleName extends `${infer Name}.${string}` ? Name : never

/** Turns off the rules whose names begin like this. */
export const without = (...groups: Group[]): LimitChanges =>
  Object.fromEntries(
    RULE_NAMES.filter((name) => (groups as string[]).includes(name.split('.')[0]!)).map((name) => [name, 0]),
  )

/** The same shop with other limits. */
export const withLimits = (shop: Shop, changes: LimitChanges): Shop => ({
  ...shop,
  limits: { ...shop.limits, ...changes },
})

const databases = new WeakMap<FastifyInstance, TestDatabase>()

/** Starts another app on the database of `app`. This takes half as long, so it suits tests of settings rather than data. */
export function startBeside(
  app: FastifyInstance,
  env: Record<string, string>,
  limits?: LimitChanges,
): Promise<FastifyInstance> {
  const database = databases.get(app)!
  // A real shop has one app per database, so many listeners are not a leak here.
  database.catalogue.setMaxListeners(0)
  return startOn(database, env, limits ? { limits } : {})
}

/** Starts an app on an open database, which the caller closes. */
export async function startOn(
  database: TestDatabase,
  env: Record<string, string>,
  { limits, prepare, logTo }: Options,
): Promise<FastifyInstance> {
  const app = await buildApp({
    ...database,
    settings: testSettings({ ...database.env, ...env }),
    limits,
    prepare(unrouted) {
      checkAnswers(unrouted)
      prepare?.(unrouted)
    },
    logTo,
  })
  await app.ready()
  databases.set(app, database)
  // Runs before its database closes, because the last registered hook runs first.
  afterAll(() => app.close())
  return app
}
