/**
 * How the app closes: from now on every answer ends its connection, so that callers and proxies go elsewhere; a moment later it takes no
 * new connection and ends idle ones, answers what is in hand and what still arrives, and after SHUTDOWN_SECONDS ends every connection,
 * whatever it is in the middle of.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify'
import fp from 'fastify-plugin'
import { UnavailableError } from './unavailable'

declare module 'fastify' {
  interface FastifyInstance {
    isClosing(): boolean
    /** Requests that are not answered yet. */
    inHand: ReadonlySet<FastifyReply>
  }
}

/**
 * How long kept connections stay open for the one answer more that tells their owner to leave: else a proxy sends a request over one at
 * the moment it is closed, and must not send a POST again.
 */
const LEAVE_MS = 500
/** How often is looked for connections that are gone or have become idle. */
const ROUND_MS = 50
/** How long the answers that are given at the deadline have to reach their callers. */
const LAST_WORD_MS = 250
/** How long a connection over which nothing was asked yet is waited for: browsers open some in advance. */
const UNUSED_MS = 1_000

/** `shutdownMs` of 0 waits for every caller, however long. Gives the factory to build the app with, and the plugin to register first. */
export function gracefulClosing(shutdownMs: number) {
  // On `localhost` Fastify listens with a server for each of its addresses, and waits for the first alone.
  const servers = new Set<Server>()
  const sockets = new Set<Socket>()
  const inHand = new Set<FastifyReply>()
  let isClosing = false

  const watch =
    (factory: FastifyServerFactory): FastifyServerFactory =>
    (handler, options) => {
      const server = factory(handler, options)
      servers.add(server)
      server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
      return server
    }

  /** Resolves once the last connection is gone, or LEAVE_MS later. */
  async function tellToLeave(): Promise<void> {
    for (const server of servers) {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
    }
    for (const { raw } of inHand) raw.shouldKeepAlive = false
    const end = Date.now() + LEAVE_MS
    while (sockets.size > 0 && Date.now() < end) await sleep(ROUND_MS)
  }

  /** Resolves once the last connection is gone. */
  async function closeConnections(): Promise<void> {
    const closed = [...servers].map((server) => new Promise((resolve) => server.close(resolve)))
    const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), ROUND_MS)
    const unused = setTimeout(() => sockets.forEach((socket) => socket.bytesRead === 0 && socket.destroy()), UNUSED_MS)
    const ended = new AbortController()
    const deadline = shutdownMs > 0 ? endAll(ended.signal).catch(() => {}) : null
    await Promise.all(closed)
    clearInterval(idle)
    clearTimeout(unused)
    ended.abort()
    await deadline
  }

  async function endAll(signal: AbortSignal): Promise<void> {
    await sleep(shutdownMs, undefined, { signal })
    for (const reply of inHand) if (!reply.sent) reply.send(new UnavailableError('the server closes'))
    await sleep(LAST_WORD_MS, undefined, { signal })
    for (const server of servers) server.closeAllConnections()
  }

  const plugin = fp(
    async (app: FastifyInstance) => {
      servers.add(app.server)
      app.decorate('isClosing', () => isClosing)
      app.decorate('inHand', inHand)
      app.addHook('onRequest', (_request, reply, done) => {
        inHand.add(reply)
        done()
      })
      app.addHook('onResponse', (_request, reply, done) => {
        inHand.delete(reply)
        done()
      })
      app.addHook('preClose', async () => {
        isClosing = true
        await tellToLeave()
        await closeConnections()
      })
    },
    { name: 'closing' },
  )
  return { watch, plugin }
}
