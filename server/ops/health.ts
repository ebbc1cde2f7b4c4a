/** Health checks for a supervisor and a load balancer: the process lives, and it can serve requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { appliedMigrations, readMigrations } from '../database/migrations'
import type { Ops } from './parts'

/** A database that answers later than this is not ready. */
const LONGEST_ANSWER_MS = 2_000

type Check = () => Promise<void>

/** Each check throws an error that describes the problem. */
function checksOf({ app, db, catalogue }: Ops): Record<string, Check> {
  return {
    server: async () => {
      if (app.isClosing()) throw new Error('closing')
    },
    database: async () => {
      const [server] = await db.$queryRaw<{ follows: boolean }[]>`SELECT pg_is_in_recovery() AS follows`
      if (server!.follows) throw new Error('only follows another one')
    },
    listener: async () => {
      if (!catalogue.isWatching) throw new Error('does not hear of changes')
    },
    migrations: async () => {
      const applied = await appliedMigrations(db)
      const missing = readMigrations().filter(({ name }) => !applied.has(name))
      if (missing.length > 0) throw new Error(`not applied: ${missing.map(({ name }) => name).join(', ')}`)
    },
  }
}

async function outcomeOf(check: Check): Promise<string> {
  const timer = new AbortController()
  const tooLate = sleep(LONGEST_ANSWER_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('does not answer')
  })
  tooLate.catch(() => {})
  try {
    await Promise.race([check(), tooLate])
    return 'ok'
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)!
  } finally {
    timer.abort()
  }
}

export async function health(server: FastifyInstance, ops: Ops): Promise<void> {
  const checks = Object.entries(checksOf(ops))
  server.get('/health/live', async () => ({ status: 'ok' }))
  server.get('/health/ready', async (_request, reply) => {
    const outcomes = await Promise.all(checks.map(async ([name, check]) => [name, await outcomeOf(check)] as const))
    const isReady = outcomes.every(([, outcome]) => outcome === 'ok')
    reply.code(isReady ? 200 : 503)
    return { status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(outcomes) }
  })
}
