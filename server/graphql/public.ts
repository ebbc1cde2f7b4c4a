/** Which GraphQL answers are the same for everyone: Apollo's own reckoning from the schema's @cacheControl hints decides. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../public-answers'

interface Operation {
  query?: unknown
  operationName?: unknown
  variables?: unknown
  extensions?: unknown
}

/**
 * What an answer may be kept under, or null where the request is somebody's own or odd. An operation is known by its text or by
 * the hash that a persisted query names it with; Apollo refuses a hash that is not its text's.
 */
export function keyOfPublicAnswer(request: FastifyRequest): string | null {
  const { method, headers, body, query } = request
  if (headers.authorization !== undefined || (method !== 'GET' && method !== 'POST')) return null
  const operation = (method === 'GET' ? query : body) as Operation | null | undefined
  if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) return null
  const { query: document, variables, extensions, operationName } = operation
  return JSON.stringify(['graphql', method, headers.accept, document, operationName, variables, extensions])
}

/** Apollo's answer; the header that it sets says whether every field of the operation is public, and for how long. */
export async function answerOf(
  apollo: (request: FastifyRequest, reply: FastifyReply) => unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const body = String(await apollo(request, reply))
  const publicFor = /^max-age=(\d+), public$/.exec(String(reply.getHeader('cache-control')))
  return {
    status: reply.statusCode,
    contentType: String(reply.getHeader('content-type')),
    body,
    maxAge: publicFor ? Number(publicFor[1]) : null,
  }
}
