/** What a public response is cached under. */
import type { FastifyRequest } from 'fastify'

/**
 * By what the request's route says of it, else by its path: no query string changes what a public REST route answers. Null where the
 * response may be the caller's own.
 */
export function cacheKey(request: FastifyRequest): string | null {
  const { url, config } = request.routeOptions
  const identity = config.cache?.key ? config.cache.key(request) : pathOf(request.url)
  return identity === null ? null : `${url} ${identity}`
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
