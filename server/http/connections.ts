/** Creates the HTTP server, with its limits for connections and for slow requests. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { refuseExpectations, refuseOtherHosts } from './answerHeaders'
import { AtOnce } from '../guards/atOnce'
import type { Limits } from '../guards/limits'
import { networksOf, type Network } from '../guards/network'
import { requestIdsFor } from './logging'
import type { FastifyServerFactory } from 'fastify'
import type { Settings } from '../settings'

/** The longest interval at which Node checks for slow requests. */
const MAX_CHECK_MS = 5_000

/** Fastify does not apply its options to a server that it did not create, so all of them are set here. */
export function serverFactory(settings: Settings, limits: Limits): FastifyServerFactory {
  const { trustProxy } = settings
  const requestIdOf = requestIdsFor(settings)
  const requestMs = limits['connections.requestMs']
  const headersMs = limits['connections.headersMs']
  const sendMs = limits['connections.sendMs']
  const most = limits['connections.inTotal']
  const shortest = Math.min(...[requestMs, headersMs].filter((ms) => ms > 0))
  return (fastify, options) => {
    const { keepAliveTimeout, connectionTimeout } = options as { keepAliveTimeout: number; connectionTimeout: number }
    const server = createServer(
      {
        keepAliveTimeout,
        requestTimeout: requestMs,
        // Node rejects more than `requestMs`.
        headersTimeout: requestMs > 0 ? Math.min(requestMs, headersMs) : headersMs,
        requireHostHeader: false,
        connectionsCheckingInterval: Math.min(MAX_CHECK_MS, Math.ceil(shortest / 4)),
      },
      (request, response) => {
        if (!refuseOtherHosts(request, response, requestIdOf)) fastify(request, response)
      },
    )
    server.timeout = connectionTimeout
    // Emitted if a connection cannot be accepted, for example for lack of file descriptors. Fastify reports a failed start itself.
    server.on('error', () => {})
    refuseExpectations(server, requestIdOf)
    if (sendMs > 0) closeUnread(server, sendMs)
    if (most > 0) server.maxConnections = most
    // Behind a proxy, all clients have the proxy's address.
    if (limits['connections.perNetwork'] > 0 && trustProxy === false) limitPerNetwork(server, limits)
    return server
  }
}

/** Closes a new connection if one of its networks already has its maximum, so that one visitor cannot use up all connections. */
function limitPerNetwork(server: Server, limits: Limits): void {
  const connections = new AtOnce()
  const mostOf = ({ times }: Network) => limits[times > 1 ? 'connections.perWideNetwork' : 'connections.perNetwork']
  server.on('connection', (socket: Socket) => {
    const end = connections.begin(networksOf(socket.remoteAddress ?? ''), mostOf)
    if (end) socket.once('close', end)
    else socket.destroy()
  })
}

/** The longest interval between two checks of the connections. */
const MAX_LOOK_MS = 5_000

/** How much of a connection's responses has been written to the network. Changes whenever data moves. */
interface Progress {
  written: number
  /**
   * The unsent part of the current chunk. No public property exposes this value, and Node's own `socket.setTimeout` reads the same internal
   * one.
   */
  queued: number
  /** When this progress was first seen. */
  since: number
}

/**
 * Closes a connection if a response is waiting and nothing was sent for `sendMs`. `server.timeout` is unsuitable: it also counts received
 * data, and it cuts off requests whose response takes a long time to compute. Linux reports progress only when a third of the connection's
 * send buffer is free, 1.3 MB at most. If a response is larger than the buffer, a client that reads less than that within `sendMs` counts
 * as not reading.
 */
function closeUnread(server: Server, sendMs: number): void {
  const waiting = new Map<Socket, Progress | null>()
  const look = () => {
    const now = performance.now()
    for (const [socket, last] of waiting) {
      const next = progressOf(socket, now)
      if (!next || next.written !== last?.written || next.queued !== last.queued) waiting.set(socket, next)
      else if (now - last.since >= sendMs) socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(MAX_LOOK_MS, sendMs / 4)).unref()
  server.once('close', () => clearInterval(timer))
  server.on('connection', (socket: Socket) => {
    waiting.set(socket, null)
    socket.once('close', () => waiting.delete(socket))
  })
}

/** Null if no data is waiting to be sent. */
function progressOf(socket: Socket, since: number): Progress | null {
  if (socket.writableLength === 0) return null
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null }
  return { written: socket.bytesWritten - socket.writableLength, queued: handle?.writeQueueSize ?? 0, since }
}
