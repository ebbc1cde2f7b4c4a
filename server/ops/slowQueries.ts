/**
 * Logs queries that take longer than SLOW_QUERY_MS, with the operations that were running for that whole time. One of those operations sent
 * the query.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { QueryWatch } from '../database/queryWatch'

/** An overloaded server runs many operations, and its log should stay readable. */
const MOST_NAMED = 5
const LONGEST_SQL = 2_000

/** The GraphQL operation's name, or the route. */
function operationOf({ request }: FastifyReply): string {
  const { operationName } = { ...(request.query as object), ...(request.body as object) } as { operationName?: unknown }
  const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  return typeof operationName === 'string' ? `${route} ${operationName.slice(0, 100)}` : route
}

export function logSlowQueries(app: FastifyInstance, queries: QueryWatch, slowQueryMs: number): void {
  queries.add((sql) => {
    const began = performance.now()
    return (error) => {
      const ms = Math.round(performance.now() - began)
      if (ms < slowQueryMs) return
      const during = [...app.inHand].filter(({ elapsedTime }) => elapsedTime >= ms).slice(0, MOST_NAMED)
      const operations = during.map((reply) => ({ requestId: reply.request.id, operation: operationOf(reply) }))
      app.log.warn({ ms, sql: sql.slice(0, LONGEST_SQL), operations, failed: Boolean(error) }, 'a slow query')
    }
  })
}
