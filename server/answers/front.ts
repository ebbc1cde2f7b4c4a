/** What stands before Fastify: a request whose answer is kept costs a look-up and a write to the socket, and nothing else. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
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
  (answers: PublicAnswers): FastifyServerFactory =>
  (fastify, options) => {
    const server = createServer((request, response) => {
      if (!server.listening || !sendAtOnce(answers, request, response)) fastify(request, response)
    })
    return Object.assign(server, limitsOf(options))
  }

function sendAtOnce(answers: PublicAnswers, request: IncomingMessage, response: ServerResponse): boolean {
  const key = keyOfHead(request)
  const reply = key === null ? null : answers.find(key)?.replyAtOnce(request)
  if (!reply) return false
  response.writeHead(reply.status, [...headOfEveryAnswer(newRequestId()), ...reply.head])
  response.end(reply.bytes)
  return true
}

/** As Fastify sets them on a server of its own making; it counts on them when it closes. */
function limitsOf({ keepAliveTimeout, requestTimeout, connectionTimeout }: Record<string, unknown>) {
  return { keepAliveTimeout, requestTimeout, timeout: connectionTimeout }
}
