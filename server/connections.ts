/** The HTTP server itself: how many connections it takes, and when a request that does not come to its end is given up. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './domain/network'
import type { FastifyServerFactory } from 'fastify'
import type { Settings } from './settings'

/** How often Node looks for requests that take too long, at most. */
const LONGEST_CHECK_MS = 5_000

/** Fastify does not apply its own options to a server that it has not made, so all of them stand here. */
export function serverFactory({ connections, trustProxy }: Settings): FastifyServerFactory {
  const { requestMs, headersMs, most, mostPerAddress } = connections
  const shortest = Math.min(...[requestMs, headersMs].filter((ms) => ms > 0))
  return (fastify, options) => {
    const { keepAliveTimeout, connectionTimeout } = options as { keepAliveTimeout: number; connectionTimeout: number }
    const server = createServer(
      {
        keepAliveTimeout,
        requestTimeout: requestMs,
        headersTimeout: headersMs,
        connectionsCheckingInterval: Math.min(LONGEST_CHECK_MS, Math.ceil(shortest / 4)),
      },
      fastify,
    )
    server.timeout = connectionTimeout
    if (most > 0) server.maxConnections = most
    // All callers of a proxy come from its address.
    if (mostPerAddress > 0 && trustProxy === false) limitPerAddress(server, mostPerAddress)
    return server
  }
}

/** Closes a connection at once where its address has so many already: one visitor must not hold all that there may be. */
function limitPerAddress(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
