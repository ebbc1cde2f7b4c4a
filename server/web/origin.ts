/** Where the shop is reached, e.g. https://shop.example, for links that must be absolute. */
import { isIPv6, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A name or an address, with a port or without. */
const HOST = /^(?:[a-z0-9]+(?:[.-]+[a-z0-9]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** What `app.inject` asks for has no socket. */
const DEFAULT_PORT = 80

/**
 * PUBLIC_ORIGIN, else the request's own where that is this server: localhost, HOST, or the address that the connection came to. Null for
 * every other host, which anyone may write. X-Forwarded-Host is never read, since most proxies pass on whatever a caller writes there.
 */
export function originOf({ protocol, headers, raw, server }: FastifyRequest): string | null {
  const { publicOrigin, host: boundTo } = server.shop.settings
  if (publicOrigin) return publicOrigin
  if (headers.host === undefined || !HOST.test(headers.host)) return null
  const url = new URL(`${protocol === 'https' ? 'https' : 'http'}://${headers.host}`)
  const isOwn = ['localhost', boundTo, localAddress(raw.socket)].includes(url.hostname)
  // Whoever asks by HTTPS asks a proxy, which has a port of its own.
  const isOwnPort =
    url.protocol === 'https:' ? url.port === '' : Number(url.port || 80) === (raw.socket.localPort ?? DEFAULT_PORT)
  return isOwn && isOwnPort ? url.origin : null
}

/** As it stands in a URL. */
function localAddress({ localAddress: address = '' }: Socket): string {
  const plain = address.replace(/^::ffff:/, '')
  return isIPv6(plain) ? `[${plain}]` : plain
}
