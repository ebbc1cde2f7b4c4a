/** Clients that keep connections open: they never read the responses, or send a body byte by byte. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getIntrospectionQuery } from 'graphql'
import { expect, it } from 'vitest'
import { NO_LIMITS } from '../../server/testing'
import { expectAtMost } from './findings'
import { ask, SMALL_HEAP, startTarget, type Target } from './target'

const CONNECTIONS = 20
const ANSWERS = 20
const MAX_MORE_MB = 100

function openUnread({ port }: Target, requests: string) {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause()
  socket.write(requests)
  return socket
}

/** Opens all connections, and waits until the server has closed them. */
async function wave(target: Target): Promise<void> {
  const open = target.connections()
  const body = JSON.stringify({ query: getIntrospectionQuery() })
  const request = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const sockets = Array.from({ length: CONNECTIONS }, () => openUnread(target, request.repeat(ANSWERS)))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // The server may also close the connection of an earlier request.
  await expect.poll(() => Math.max(0, target.connections() - open), { timeout: 240_000 }).toBe(0)
  for (const socket of sockets) socket.destroy()
}

it('the server closes connections that read nothing, and keeps none of their memory', async () => {
  const target = await startTarget({ ...NO_LIMITS, ...SMALL_HEAP })
  await ask(target, getIntrospectionQuery())
  // The first waves also make the heap grow to its usual size.
  for (let i = 0; i < 2; i += 1) await wave(target)
  const memory = target.memoryMb()
  await wave(target)
  expectAtMost('Memory that a third wave of unread answers adds', target.memoryMb() - memory, MAX_MORE_MB, 'MB')
})

const DRIPPING = 200
const HEADERS =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{'

it('the server closes connections that send a byte from time to time', async () => {
  const target = await startTarget()
  const sockets: Socket[] = []
  let open = 0
  for (let i = 0; i < DRIPPING; i += 1) {
    const socket = connect(target.port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    sockets.push(socket)
    await once(socket, 'connect')
    open += 1
    socket.once('close', () => (open -= 1))
    socket.write(HEADERS)
  }
  const drip = () => {
    for (const socket of sockets) if (socket.writable) socket.write(' ')
    return open
  }
  await expect.poll(drip, { interval: 250, timeout: 60_000 }).toBe(0)
})
