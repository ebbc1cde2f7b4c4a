/** Which GraphQL answers are the same for everyone: Apollo's own reckoning from the schema's @cacheControl hints decides. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyOfOperation, wordsOf } from '../cache/keys'
import type { Answer, Kept } from '../cache/kept'
import type { Place } from '../cache/publicAnswers'

declare module 'fastify' {
  interface FastifyRequest {
    /** Exactly what was sent; null where it is somebody's own or odd. */
    words: string | null
    /** The answer that was kept already when its body had come. */
    keptAnswer: Kept | undefined
  }
}

/** Looks for a kept answer before a POST's JSON is parsed. */
export function lookBeforeParsing(app: FastifyInstance): void {
  app.decorateRequest('words', null)
  app.decorateRequest('keptAnswer', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET') request.words = wordsOf(request.raw, '')
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (request.method === 'POST') request.words = wordsOf(request.raw, text)
    request.keptAnswer = app.publicAnswers.findByWords(request.words)
    if (request.keptAnswer) done(null)
    else void parseJson(request, text, done)
  })
}

/** Where an answer that anyone may have is kept; null where the request is somebody's own or odd. */
export function placeOf({ words, method, body, query, headers }: FastifyRequest): Place | null {
  if (words === null) return null
  const key = keyOfOperation(method === 'GET' ? operationInUrl(query) : body, headers.accept)
  return key === null ? null : { key, words }
}

/** A parameter that is there twice is a list, and no text. */
function operationInUrl(params: unknown): object {
  const { query, operationName, variables, extensions } = params as Record<string, unknown>
  return { query, operationName, variables: jsonIn(variables), extensions: jsonIn(extensions) }
}

function jsonIn(param: unknown): unknown {
  if (typeof param !== 'string') return param
  try {
    // What is no object is refused; so is null here, unlike in a body.
    return JSON.parse(param) ?? NaN
  } catch {
    return NaN
  }
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
