/** Creates the HTTP server, with its limits for connections and for slow requests. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { refuseExpectations, refuseOtherHosts } from './answerHeaders'
import { networksOf } from '../domain/network'
import { requestIdsFor } from './logging'
import type { FastifyServerFactory } from 'fastify'
import type { Settings } from '../settings'

/** For each of these, 0 means no limit. */
export const CONNECTION_LIMITS = {
  /** How long a client may take to send a request. */
  requestMs: 30_000,
  /** How long a client may take to send a request's headers. Node rejects more than `requestMs`. */
  headersMs: 15_000,
  /** How long a client may take to read the next part of a response. */
  sendMs: 30_000,
  most: 10_000,
  mostPerAddress: 1_000,
}

/** The longest interval at which Node checks for slow requests. */
const MAX_CHECK_MS = 5_000

/** Fastify does not apply its options to a server that it did not create, so all of them are set here. */
export function serverFactory(settings: Settings, limits: typeof CONNECTION_LIMITS): FastifyServerFactory {
  const { trustProxy } = settings
  const requestIdOf = requestIdsFor(settings)
  const { requestMs, headersMs, sendMs, most, mostPerAddress } = limits
  const shortest = Math.min(...[requestMs, headersMs].filter((ms) => ms > 0))
  return (fastify, options) => {
    const { keepAliveTimeout, connectionTimeout } = options as { keepAliveTimeout: number; connectionTimeout: number }
    const server = createServer(
      {
        keepAliveTimeout,
        requestTimeout: requestMs,
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
    if (mostPerAddress > 0 && trustProxy === false) limitPerAddress(server, mostPerAddress, most)
    return server
  }
}

/**
 * Closes a new connection if one of its networks already has the maximum number of connections, so that one visitor cannot use up all
 * connections. A wide network has a higher maximum, but at most half of all connections.
 */
function limitPerAddress(server: Server, mostPerAddress: number, most: number): void {
  const open = new Map<string, number>()
  const countOf = (key: string) => open.get(key) ?? 0
  const share = most > 0 ? Math.max(mostPerAddress, most / 2) : Infinity
  server.on('connection', (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? '')
    if (networks.some(({ key, times }) => countOf(key) >= Math.min(mostPerAddress * times, share)))
      return socket.destroy()
    for (const { key } of networks) open.set(key, countOf(key) + 1)
    socket.once('close', () => {
      for (const { key } of networks)
        if (countOf(key) > 1) open.set(key, countOf(key) - 1)
        else open.delete(key)
    })
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
