/**
 * ETags for personal responses to GET. A polling client gets 304 while the response stays the same. The operation still runs each time.
 * Comparing the order's version first would save that work, but each new field would have to be added to a list, and no page of the shop
 * polls with an ETag.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    /** True if the operation ran without errors. Other responses get no ETag. */
    isWhole: boolean
  }
}

const tagOf = (payload: string): string => `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`

const isPersonalGet = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization !== undefined

/** Registers the hook for the GraphQL path only. Public responses already have an ETag from the cache. */
export function tagPersonalAnswers(app: FastifyInstance): void {
  app.decorateReply('isWhole', false)
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isPersonalGet(request) || !reply.isWhole || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload
    const tag = tagOf(payload)
    reply.header('etag', `W/${tag}`)
    if (!request.knows(tag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  })
}
