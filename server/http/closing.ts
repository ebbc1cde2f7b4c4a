/**
 * Closes the app in steps. First, each response closes its connection, so clients and proxies use other servers. A moment later, the app
 * accepts no new connections, closes idle ones, and responds to requests that are in progress or still arrive. After SHUTDOWN_SECONDS, it
 * ends all connections.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify'
import fp from 'fastify-plugin'
import { UnavailableError } from '../external/unavailable'

declare module 'fastify' {
  interface FastifyInstance {
    isClosing(): boolean
    /** Requests without a response yet. */
    pending: ReadonlySet<FastifyReply>
  }
}

/**
 * For this long, keep-alive connections stay open for one last response with `connection: close`. Otherwise a proxy may send a request at
 * the moment the connection closes, and it must not resend a POST.
 */
const LEAVE_MS = 500
/** The interval of the check for closed and idle connections. */
const ROUND_MS = 50
/** The time for responses sent at the deadline to reach their clients. */
const LAST_WORD_MS = 250
/** The time to wait for a connection that has not sent a request; browsers open some in advance. */
const UNUSED_MS = 1_000

/**
 * With `shutdownMs` of 0, the app waits for all clients without limit. Returns the server factory for the app, and the plugin to register
 * first.
 */
export function gracefulClosing(shutdownMs: number) {
  // For `localhost`, Fastify starts one server per address, but closing waits only for the first server.
  const servers = new Set<Server>()
  /** The open connections, each with its requests that have no response yet. */
  const sockets = new Map<Socket, Set<FastifyReply>>()
  const pending = new Set<FastifyReply>()
  let isClosing = false

  const watch =
    (factory: FastifyServerFactory): FastifyServerFactory =>
    (handler, options) => {
      const server = factory(handler, options)
      servers.add(server)
      server.on('connection', (socket: Socket) => {
        const unanswered = new Set<FastifyReply>()
        sockets.set(socket, unanswered)
        socket.once('close', () => {
          sockets.delete(socket)
          // If a response waits behind another one on its connection, Node never finishes it, so onResponse does not run for it.
          for (const reply of unanswered) pending.delete(reply)
        })
      })
      return server
    }

  /** Resolves when the last connection is closed, after at most LEAVE_MS. */
  async function tellToLeave(): Promise<void> {
    for (const server of servers) {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
    }
    for (const { raw } of pending) raw.shouldKeepAlive = false
    const end = Date.now() + LEAVE_MS
    while (sockets.size > 0 && Date.now() < end) await sleep(ROUND_MS)
  }

  /** Resolves when the last connection is closed. */
  async function closeConnections(): Promise<void> {
    const closed = [...servers].map((server) => new Promise((resolve) => server.close(resolve)))
    const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), ROUND_MS)
    const unused = setTimeout(
      () => sockets.forEach((_, socket) => socket.bytesRead === 0 && socket.destroy()),
      UNUSED_MS,
    )
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
    for (const reply of pending) if (!reply.sent) reply.send(new UnavailableError('the server closes'))
    await sleep(LAST_WORD_MS, undefined, { signal })
    for (const server of servers) server.closeAllConnections()
  }

  const plugin = fp(
    async (app: FastifyInstance) => {
      servers.add(app.server)
      app.decorate('isClosing', () => isClosing)
      app.decorate('pending', pending)
      app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
        pending.add(reply)
        sockets.get(socket)?.add(reply)
        done()
      })
      app.addHook('onResponse', ({ raw: { socket } }, reply, done) => {
        pending.delete(reply)
        sockets.get(socket)?.delete(reply)
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
