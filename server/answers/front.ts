/** What stands before Fastify: a request whose answer is kept costs a look-up and a write to the socket, and nothing else. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Settings } from '../settings'
import { write } from './kept'
import { keyOfHead } from './keys'
import type { PublicAnswers } from './publicAnswers'

export const newRequestId = (): string => randomUUID()

/** Fastify's own server, with the kept answers before it. What must be packed first, or is asked for while it closes, is Fastify's. */
export const withKeptAnswersInFront =
  (answers: PublicAnswers, settings: Settings): FastifyServerFactory =>
  (fastify, options) => {
    const server = createServer((request, response) => {
      const key = server.listening ? keyOfHead(request, settings) : null
      const reply = key === null ? null : answers.find(key)?.replyAtOnce(request)
      if (reply) write(reply, newRequestId(), response)
      else fastify(request, response)
    })
    return Object.assign(server, limitsOf(options))
  }

/** As Fastify sets them on a server of its own making; it counts on them when it closes. */
function limitsOf({ keepAliveTimeout, requestTimeout, connectionTimeout }: Record<string, unknown>) {
  return { keepAliveTimeout, requestTimeout, timeout: connectionTimeout }
}
