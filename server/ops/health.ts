/** Health checks for a supervisor and a load balancer: whether the process is alive, and whether it can serve requests. */
import type { FastifyInstance } from 'fastify'
import { appliedMigrations, migrationNames } from '../database/migrations'
import type { Ops } from './parts'
import { answerOf, oneAtATime } from './timeLimit'

type Check = () => Promise<void>

/** Each check throws an error that describes the problem. */
function checksOf({ app, db, catalogue }: Ops): Record<string, Check> {
  // Read only once, because a server that has run out of file descriptors can still serve requests but cannot read a folder.
  const migrations = migrationNames()
  return {
    server: async () => {
      if (app.isClosing()) throw new Error('closing')
    },
    database: async () => {
      const [server] = await db.$queryRaw<{ follows: boolean }[]>`SELECT pg_is_in_recovery() AS follows`
      if (server!.follows) throw new Error('is a standby')
    },
    listener: async () => {
      if (!catalogue.isWatching) throw new Error('does not receive catalogue changes')
    },
    migrations: async () => {
      const applied = await appliedMigrations(db)
      const missing = migrations.filter((name) => !applied.has(name))
      if (missing.length > 0) throw new Error(`not applied: ${missing.join(', ')}`)
    },
  }
}

async function outcomeOf(check: Check): Promise<string> {
  try {
    await answerOf(check())
    return 'ok'
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)!
  }
}

export async function health(server: FastifyInstance, ops: Ops): Promise<void> {
  const checks = Object.entries(checksOf(ops)).map(([name, check]) => [name, oneAtATime(check)] as const)
  server.get('/health/live', async () => ({ status: 'ok' }))
  server.get('/health/ready', async (_request, reply) => {
    const outcomes = await Promise.all(checks.map(async ([name, check]) => [name, await outcomeOf(check)] as const))
    const isReady = outcomes.every(([, outcome]) => outcome === 'ok')
    reply.code(isReady ? 200 : 503)
    // For information only: without these services, the shop still serves requests, and another server would do no better.
    const outside = Object.fromEntries(
      [...ops.app.outside.services].map(([service, { why }]) => [service, why ?? 'ok']),
    )
    return { status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(outcomes), outside }
  })
}
