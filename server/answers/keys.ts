/** What a public answer is kept under. Whoever looks for one reckons its key here, so that all mean the same. */
import type { IncomingMessage } from 'node:http'
import type { Settings } from '../settings'

/** No query string changes what a public route of the REST contract answers. */
export function keyOfRoute(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? `rest ${url}` : `rest ${url.slice(0, end)}`
}

/**
 * By exactly what was sent, so that the same operation in other words or spaces is another one. Null with a token: what comes
 * then is somebody's own.
 */
export function keyOfOperation({ method, headers, url }: IncomingMessage, body: string): string | null {
  if (headers.authorization !== undefined) return null
  // Neither a header nor a URL can hold a line break.
  return `graphql ${method}\n${headers.accept ?? ''}\n${url}\n${body}`
}

export const keyOfPage = (origin: string, path: string): string => `page ${origin}${path}`

/** Whether whoever sends this Accept header would take a page. */
export const acceptsPage = (accept = '*/*'): boolean =>
  accept.split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

/** For a request of which only the head is known; null where that does not tell which answer is meant. */
export function keyOfHead(
  request: IncomingMessage,
  where: Pick<Settings, 'publicOrigin' | 'trustProxy'>,
): string | null {
  const { method, headers } = request
  const url = request.url!
  if (method !== 'GET') return null
  if (url.startsWith('/api/')) return keyOfRoute(url)
  if (url.startsWith('/graphql')) return keyOfOperation(request, '')
  if (!acceptsPage(headers.accept)) return null
  // What a proxy says of the origin is Fastify's to read.
  const origin = where.publicOrigin ?? (where.trustProxy ? null : `http://${headers.host}`)
  return origin && keyOfPage(origin, url)
}
