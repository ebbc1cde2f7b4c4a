/**
 * GET /office/sales.csv?table=products&from=2026-04-01&to=2026-04-30: a table of the Sales page. Like invoiceRoute.ts, it needs
 * `read_reports` and a token in the header.
 */
import type { FastifyError, FastifyInstance } from 'fastify'
import { salesTable } from '../domain/office/sales/salesFile'
import { periodOf } from '../domain/office/sales/period'
import { Actor } from '../domain/staff/actor'
import { TooManyRequests } from '../http/tooManyRequests'
import { DomainError } from '../shared/errors'
import { textOf } from './invoiceRoute'
import { sendStaffError } from './staffErrors'

/** The cost in the same points as operations: up to 100,000 rows. */
const POINTS = 15_000

export async function salesRoute(app: FastifyInstance): Promise<void> {
  const { shop } = app
  app.limitRequests()
  app.setErrorHandler((error: FastifyError, request, reply) => sendStaffError(error, request, reply))
  app.get('/office/sales.csv', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const caller = await request.findCaller()
    if (!caller) throw new DomainError('UNAUTHENTICATED')
    await Actor.authorize(shop, caller, 'read_reports')
    const query = request.query as Record<string, unknown>
    const span = { from: textOf(query['from']), to: textOf(query['to']) }
    const name = textOf(query['table'])
    const table = salesTable(name)
    periodOf(span)
    const { retryAfterSeconds } = await app.drawCost(request, POINTS)
    if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="sales-${name}-${span.from}-to-${span.to}.csv"`)
      .send(await table(shop, span))
  })
}
