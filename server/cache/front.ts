/** What stands before Fastify: a request whose answer is kept costs a look-up and a write to the socket, and nothing else. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Settings } from '../settings'
import { write, type Kept } from './kept'
import { keyOfHead, wordsOf } from './keys'
import type { PublicAnswers } from './publicAnswers'

/** Tells this process's requests from those of all others; a random id for each would be a noticeable part of a kept answer's cost. */
const PROCESS = randomBytes(9).toString('base64url')
let requests = 0

export const newRequestId = (): string => `${PROCESS}-${(requests += 1)}`

function findKept(answers: PublicAnswers, request: IncomingMessage, settings: Settings): Kept | undefined {
  if (request.method !== 'GET') return undefined
  if (request.url!.startsWith('/graphql')) return answers.findByWords(wordsOf(request, ''))
  const key = keyOfHead(request, settings)
  return key === null ? undefined : answers.find(key)
}

/** Fastify's own server, with the kept answers before it. What must be packed first, or is asked for while it closes, is Fastify's. */
export const withKeptAnswersInFront =
  (answers: PublicAnswers, settings: Settings): FastifyServerFactory =>
  (fastify, options) => {
    const server = createServer((request, response) => {
      const reply = server.listening ? findKept(answers, request, settings)?.replyAtOnce(request) : null
      if (reply) write(reply, newRequestId(), response)
      else fastify(request, response)
    })
    return Object.assign(server, limitsOf(options))
  }

/** As Fastify sets them on a server of its own making; it counts on them when it closes. */
function limitsOf({ keepAliveTimeout, requestTimeout, connectionTimeout }: Record<string, unknown>) {
  return { keepAliveTimeout, requestTimeout, timeout: connectionTimeout }
}
