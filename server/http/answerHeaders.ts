/** Sets the headers of all responses, including those that Node or Fastify would send without them for invalid HTTP requests. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOT_FOUND_PATH } from '../shared/rendering'

type RequestIdOf = (request: IncomingMessage) => string

export const answerHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  // Browsers ignore it over HTTP, so it needs no setting.
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
})

/** Headers for a response that does not come from a route. */
const errorHeaders = (requestId: string) => ({
  ...answerHeaders(requestId),
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
})

/** The shop's `errors`, and the fields of the first release, which had Fastify's own shape. */
export const clientErrorOf = (status: number, message: string) => ({
  errors: [message],
  error: STATUS_CODES[status],
  message,
  statusCode: status,
})

const bodyOf = (status: number, message: string): string => JSON.stringify(clientErrorOf(status, message))

const IS_API = /^\/(api|graphql)(?![^/?])/

function withoutEndSlashes(url: string): string {
  const query = url.indexOf('?')
  let end = query < 0 ? url.length : query
  const start = end
  while (url[end - 1] === '/') end -= 1
  return end === start ? url : url.slice(0, end) + url.slice(start)
}

/**
 * Turns a page's path that cannot be decoded, such as /%E0, into the path of an unknown page. Removes slashes at the end of a path of the
 * APIs, except for changes in REST: there, the slash precedes an id that is empty, so the path stays unknown.
 */
export function readableUrl({ url = '/', method = 'GET' }: { url?: string; method?: string }): string {
  if (IS_API.test(url) && (method === 'GET' || method === 'HEAD' || url.startsWith('/graphql')))
    return withoutEndSlashes(url)
  if (!url.includes('%') || IS_API.test(url)) return url
  try {
    decodeURI(url.split('?', 1)[0]!)
    return url
  } catch {
    return NOT_FOUND_PATH
  }
}

/** A path of the APIs that cannot be decoded is treated as unknown. Fastify runs no hooks for it. */
export const answerUnreadablePath =
  (handleNotFound: (request: FastifyRequest, reply: FastifyReply) => void) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...answerHeaders(request.id), 'cache-control': 'no-store' })
    handleNotFound(request, reply)
  }

/** Responds to unreadable requests on the raw socket. The error is logged at trace level, as in Fastify. */
export function answerClientError(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  this.log.trace({ err: error }, 'client error')
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'Client Error']
  const body = bodyOf(status, message)
  const headers = { ...errorHeaders(randomUUID()), 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // Responds only if no other response is being written.
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroy(error)
}

const CLIENT_ERRORS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Client Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Exceeded maximum allowed HTTP header size'],
}

/** HTTP/1.1 requires one Host header. By default, Node itself would respond to requests without one. Returns true if it has responded. */
export function refuseOtherHosts(
  request: IncomingMessage,
  response: ServerResponse,
  requestIdOf: RequestIdOf,
): boolean {
  const count = countHosts(request)
  if (count === 1 || (count === 0 && request.httpVersion !== '1.1')) return false
  response.writeHead(400, errorHeaders(requestIdOf(request))).end(bodyOf(400, 'Client Error'))
  return true
}

/** `request.headers` contains only the first of several. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count += 1
  return count
}

/** The shop supports only the expectation 100-continue, which Node handles. */
export function refuseExpectations(server: Server, requestIdOf: RequestIdOf): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, errorHeaders(requestIdOf(request))).end(bodyOf(417, 'Unknown expectation'))
  })
}
