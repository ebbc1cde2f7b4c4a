/** Finds the shop's origin, such as https://shop.example, for absolute links. */
import { isIPv6, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A host name or an IP address, with or without a port. */
const HOST = /^(?:[a-z0-9]+(?:[.-]+[a-z0-9]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** The port for `app.inject`, which has no socket. */
const DEFAULT_PORT = 80

/**
 * PUBLIC_ORIGIN, or the request's origin if its host is this server: localhost, HOST, or the address of the connection. Null for all other
 * hosts, because clients can send any Host header. X-Forwarded-Host is never read, because most proxies pass on any value that the client
 * sent.
 */
export function originOf({ protocol, headers, raw, server }: FastifyRequest): string | null {
  const { publicOrigin, host: boundTo } = server.shop.settings
  if (publicOrigin) return publicOrigin
  if (headers.host === undefined || !HOST.test(headers.host)) return null
  const url = new URL(`${protocol === 'https' ? 'https' : 'http'}://${headers.host}`)
  const isOwn = ['localhost', boundTo, localAddress(raw.socket)].includes(url.hostname)
  // HTTPS requests come through a proxy, which uses the default port.
  const isOwnPort =
    url.protocol === 'https:' ? url.port === '' : Number(url.port || 80) === (raw.socket.localPort ?? DEFAULT_PORT)
  return isOwn && isOwnPort ? url.origin : null
}

/** The IP address in the format that a URL needs. */
function localAddress({ localAddress: address = '' }: Socket): string {
  const plain = address.replace(/^::ffff:/, '')
  return isIPv6(plain) ? `[${plain}]` : plain
}
