/** What stands before Fastify: a request whose answer is kept costs a look-up and a write to the socket, and nothing else. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Settings } from '../settings'
import type { Kept } from './kept'
import { keyOfHead } from './keys'
import type { PublicAnswers } from './publicAnswers'

/** What every answer of the server says, names and values by turns. */
export const headOfEveryAnswer = (requestId: string): string[] => [
  'x-request-id',
  requestId,
  'x-content-type-options',
  'nosniff',
]

export const newRequestId = (): string => randomUUID()

/** Fastify's own server, with the kept answers before it. What must be packed first, or is asked for while it closes, is Fastify's. */
export const withKeptAnswersInFront =
  (answers: PublicAnswers, settings: Settings): FastifyServerFactory =>
  (fastify, options) => {
    const server = createServer((request, response) => {
      const key = server.listening ? keyOfHead(request, settings) : null
      const kept = key === null ? undefined : answers.find(key)
      if (!kept || !sendAtOnce(kept, request, response)) fastify(request, response)
    })
    return Object.assign(server, limitsOf(options))
  }

function sendAtOnce(kept: Kept, request: IncomingMessage, response: ServerResponse): boolean {
  const reply = kept.replyAtOnce(request)
  if (!reply) return false
  response.writeHead(reply.status, [...headOfEveryAnswer(newRequestId()), ...reply.head])
  response.end(reply.bytes)
  return true
}

/** As Fastify sets them on a server of its own making; it counts on them when it closes. */
function limitsOf({ keepAliveTimeout, requestTimeout, connectionTimeout }: Record<string, unknown>) {
  return { keepAliveTimeout, requestTimeout, timeout: connectionTimeout }
}
