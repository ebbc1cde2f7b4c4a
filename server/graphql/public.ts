/** Which GraphQL answers are the same for everyone: Apollo's own reckoning from the schema's @cacheControl hints decides. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyOfOperation } from '../answers/keys'
import type { Answer, Kept } from '../answers/kept'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a public answer to it may be kept under; null where the request is somebody's own or odd. */
    publicKey: string | null
    /** The answer that was kept already when its body had come. */
    keptAnswer: Kept | undefined
  }
}

/**
 * Looks for a kept answer before a POST's JSON is parsed. Where an operation is named by text and by hash, Apollo has checked that
 * they agree before the answer was kept.
 */
export function lookBeforeParsing(app: FastifyInstance): void {
  app.decorateRequest('publicKey', null)
  app.decorateRequest('keptAnswer', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET') request.publicKey = keyOfOperation(request.raw, '')
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (request.method === 'POST') request.publicKey = keyOfOperation(request.raw, text)
    if (request.publicKey !== null) request.keptAnswer = app.publicAnswers.find(request.publicKey)
    if (request.keptAnswer) done(null)
    else void parseJson(request, text, done)
  })
}

type Apollo = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Apollo's answer to somebody with a token: even what anyone may see is kept by their own browser alone. */
export async function answerOneself(apollo: Apollo, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const body = await apollo(request, reply)
  const publicFor = secondsPublic(String(reply.getHeader('cache-control')))
  if (publicFor !== null) reply.header('cache-control', `private, max-age=${publicFor}`)
  reply.header('vary', 'Accept, Authorization')
  return body
}

/** Apollo's answer; the header that it sets says whether every field of the operation is public, and for how long. */
export async function answerOf(apollo: Apollo, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
  const body = String(await apollo(request, reply))
  return {
    status: reply.statusCode,
    contentType: String(reply.getHeader('content-type')),
    body,
    maxAge: secondsPublic(String(reply.getHeader('cache-control'))),
  }
}

/** For how long anyone may have an answer again, by what Apollo says of its fields; null where it is somebody's own. */
export function secondsPublic(cacheControl: string | undefined): number | null {
  const publicFor = /^max-age=(\d+), public$/.exec(cacheControl ?? '')
  return publicFor ? Number(publicFor[1]) : null
}
