/** What the log says: JSON in production, readable in development; never a header, a body or a query string. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Settings } from './settings'

export function loggerFor({ logLevel, mode }: Pick<Settings, 'logLevel' | 'mode'>): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    serializers: { req: describeRequest },
    ...(mode === 'development'
      ? {
          transport: {
            target: 'pino-pretty',
            options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true },
          },
        }
      : {}),
  }
}

/** The path alone: a query string may hold the variables of a GraphQL operation. */
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  path: request.url.split('?', 1)[0],
  remoteAddress: request.ip,
})

/** Tells this process's requests from those of all others; a random id for each would be a noticeable part of a cached response's cost. */
const PROCESS = randomBytes(9).toString('base64url')
let requests = 0

const newRequestId = (): string => `${PROCESS}-${(requests += 1)}`

/** What a proxy may name a request by. */
const GIVEN_ID = /^[\w.:-]{1,128}$/

/** The id that a proxy gave the request, where the settings trust it; else a new one. */
export const requestIdsFor =
  ({ trustProxy }: Pick<Settings, 'trustProxy'>) =>
  ({ headers }: IncomingMessage): string => {
    const given = trustProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && GIVEN_ID.test(given) ? given : newRequestId()
  }

/** Of responses from the cache one in so many is logged: a line for each would cost more than the response. */
const SAMPLE = 1000
let cached = 0

function logCached(log: FastifyBaseLogger, request: object): void {
  cached += 1
  if (cached % SAMPLE === 0) log.info({ req: request, sampled: SAMPLE }, 'answered from the cache')
}

/** For a request that Fastify does not see. */
export const logRepeated = (log: FastifyBaseLogger, id: string, url: string): void =>
  logCached(log, { id, method: 'GET', url })

/** One line per response. */
export class ResponseLog extends LogController {
  override incomingRequest(): void {}

  /** It would name the query string. */
  override routeNotFound(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (request.isCached && !error) return logCached(request.log, request)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ req: request, status: reply.statusCode, ms, ...(error ? { err: error } : {}) }, 'answered')
  }
}
