/** Limits the size of private responses, because each takes up memory while it is sent. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { textOf } from '../guards/refusal'

/**
 * `errorOf` makes the JSON to send instead. Public responses, such as the whole catalogue over REST, have no limit, because each is
 * computed once and cached.
 */
export function limitResponses(app: FastifyInstance, errorOf: (message: string) => object): void {
  const most = app.limits['responses.bytes']
  if (most === 0) return
  app.addHook('onSend', async (request, reply: FastifyReply, payload) => {
    if (typeof payload !== 'string' || isWithin(payload, most)) return payload
    if (request.method === 'GET' && reply.routeOptions.config.cache?.maxAge !== undefined) return payload
    request.log.warn({ bytes: Buffer.byteLength(payload) }, 'response too large to send')
    reply.code(400).header('cache-control', 'no-store').type('application/json; charset=utf-8')
    reply.cacheable = null
    return JSON.stringify(errorOf(textOf('responses.bytes', { most })))
  })
}

/** A character takes at most three bytes. */
const isWithin = (text: string, most: number): boolean => text.length * 3 <= most || Buffer.byteLength(text) <= most
