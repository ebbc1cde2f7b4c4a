/** Computes the key under which a public response is cached. */
import type { FastifyRequest } from 'fastify'

/**
 * Uses the route's key function, or the path if it has none, because public REST routes ignore query strings. Null if the response may
 * be personal.
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
