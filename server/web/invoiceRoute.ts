/**
 * GET /office/invoices.csv?from=2026-04-01&to=2026-04-30: the invoices of both days and those between, for the accountant. Staff need
 * `read_reports`. The path is not under /api, because it is not part of the REST contract. A token in the header is required, so a link
 * from another site cannot start the work.
 */
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance } from 'fastify'
import { invoiceFile } from '../domain/office/sales/invoiceFile'
import { periodOf } from '../domain/office/sales/period'
import { Actor } from '../domain/staff/actor'
import { TooManyRequests } from '../http/tooManyRequests'
import { DomainError } from '../shared/errors'
import { sendStaffError } from './staffErrors'

/** The cost in the same points as operations. */
const POINTS = 500

export async function invoiceRoute(app: FastifyInstance): Promise<void> {
  const { shop } = app
  app.limitRequests()
  app.setErrorHandler((error: FastifyError, request, reply) => sendStaffError(error, request, reply))
  // Without HEAD, which would do all the work for a length that is unknown before.
  app.get('/office/invoices.csv', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const caller = await request.findCaller()
    if (!caller) throw new DomainError('UNAUTHENTICATED')
    const actor = await Actor.authorize(shop, caller, 'read_reports')
    const { from, to } = request.query as Record<string, unknown>
    const days = { from: textOf(from), to: textOf(to) }
    const period = periodOf(days)
    const { retryAfterSeconds } = await app.drawCost(request, POINTS)
    if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
    /** The file ends when the client hangs up or loses the permission. */
    const check = async () => {
      if (reply.raw.destroyed) throw new Error('The client hung up.')
      await actor.check(shop, shop.db)
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="invoices-${days.from}-to-${days.to}.csv"`)
      .send(Readable.from(invoiceFile(shop, period, { check })))
  })
}

/** A repeated parameter is an array. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
