/** What the log says: JSON in production, readable in development; never a header, a body or a query string. */
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
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

/** One line per answer, but for those that were kept ready: a line would cost more than the answer. */
export class AnswerLog extends LogController {
  override incomingRequest(): void {}

  /** It would name the query string. */
  override routeNotFound(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.isKept && !error) return
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ req: request, status: reply.statusCode, ms, ...(error ? { err: error } : {}) }, 'answered')
  }
}
