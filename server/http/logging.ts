/** The log, written as JSON in production and as readable text in development. It never contains a header, a body or a query string. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Settings } from '../settings'

export function loggerFor(
  { logLevel, mode }: Pick<Settings, 'logLevel' | 'mode'>,
  stream?: NodeJS.WritableStream,
): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    serializers: { req: describeRequest, err: describeError },
    ...(mode === 'development'
      ? {
          transport: {
            target: 'pino-pretty',
            options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true },
          },
        }
      : { stream: stream ?? standardOutput() }),
  }
}

/**
 * A log that cannot be written must not stop the shop. By default, pino writes to the file itself and repeats a failed write without end,
 * for example on a full disk. Here, lines are lost until there is space again.
 */
function standardOutput(): NodeJS.WritableStream {
  if (!process.stdout.listeners('error').includes(ignoreError)) process.stdout.on('error', ignoreError)
  return process.stdout
}

const ignoreError = (): void => {}

/** Logs only the path, because a query string may contain the variables of a GraphQL operation. */
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  path: request.url.split('?', 1)[0],
  remoteAddress: request.ip,
})

interface LoggedError {
  [field: string]: unknown
  type: string
  message: string
  stack: string
  cause?: LoggedError
}

/** Logs only these fields, because some errors contain a raw request, or an operation with its variables. */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error', stack: '' }
  const { name, message, stack = '', cause } = error
  const { code } = error as { code?: unknown }
  return { type: name, message, stack, code, ...(cause instanceof Error && { cause: describeError(cause) }) }
}

/** The allowed format of a proxy's request id. */
const GIVEN_ID = /^[\w.:-]{1,128}$/

/** Returns a trusted proxy's request id, or a random one. A random id does not reveal the number of requests. */
export const requestIdsFor =
  ({ trustProxy }: Pick<Settings, 'trustProxy'>) =>
  ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !GIVEN_ID.test(given)) return randomUUID()
    return trustProxy && trustProxy(socket.remoteAddress ?? '', 0) ? given : randomUUID()
  }

/** One in 1,000 cached responses is logged, because a line for each would cost more than the response. */
const SAMPLE = 1000
let cached = 0

function logCached(request: FastifyRequest): void {
  cached += 1
  if (cached % SAMPLE === 0) request.log.info({ req: request, sampled: SAMPLE }, 'answered from the cache')
}

/** Logs one line per response. */
export class ResponseLog extends LogController {
  override incomingRequest(): void {}

  /** Fastify's message would contain the query string. */
  override routeNotFound(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (request.isCached && !error) return logCached(request)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ req: request, status: reply.statusCode, ms, ...(error ? { err: error } : {}) }, 'answered')
  }
}
