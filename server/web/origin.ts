/** Where the shop is reached, e.g. https://shop.example, for links that must be absolute. */
import type { FastifyRequest } from 'fastify'

/** A name or an address, with a port or without. */
const HOST = /^(?:[a-z0-9]+(?:[.-]+[a-z0-9]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The origin that was configured or is asked for; null where a request has no Host header, or one that cannot be trusted in a page. */
export function originOf({ protocol, headers, host, server }: FastifyRequest): string | null {
  const { publicOrigin } = server.shop.settings
  if (publicOrigin) return publicOrigin
  return headers.host !== undefined && HOST.test(host) ? new URL(`${protocol}://${host}`).origin : null
}
