/** Clients that request long responses and never read them. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getIntrospectionQuery } from 'graphql'
import type { Finding } from './findings'
import { ask, NO_LIMITS, startTarget, type Target } from './server'

const CONNECTIONS = 30
const ANSWERS = 45
const SEND_TIMEOUT_SECONDS = 2
/** The server checks four times within its send timeout. */
const LATEST_END_MS = SEND_TIMEOUT_SECONDS * 1_000 * 1.25
const IDLE_MS = 1_000
/** The server counts as idle if it uses at most this CPU time in a second. */
const IDLE_CPU_MS = 100

/** Waits until the server is idle. */
async function untilIdle(target: Target): Promise<void> {
  for (let used = Infinity; used > IDLE_CPU_MS;) {
    const before = target.cpuMs()
    await sleep(IDLE_MS)
    used = target.cpuMs() - before
  }
}

function openUnread({ port }: Target, requests: string) {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause()
  socket.write(requests)
  return socket
}

/** Opens all connections, and destroys them after the server should have closed them. Returns how many the server left open. */
async function wave(target: Target): Promise<number> {
  const open = target.connections()
  const body = JSON.stringify({ query: getIntrospectionQuery() })
  const request = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const sockets = Array.from({ length: CONNECTIONS }, () => openUnread(target, request.repeat(ANSWERS)))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await untilIdle(target)
  await sleep(LATEST_END_MS)
  // The server may also have closed the connection of an earlier request.
  const left = Math.max(0, target.connections() - open)
  for (const socket of sockets) socket.destroy()
  return left
}

export async function unreadAnswers(): Promise<Finding[]> {
  const target = await startTarget({ ...NO_LIMITS, SEND_TIMEOUT_SECONDS: String(SEND_TIMEOUT_SECONDS) })
  await ask(target, getIntrospectionQuery())
  // The first wave also makes the heap grow to its usual size.
  const left = [await wave(target)]
  const memory = target.memoryMb()
  left.push(await wave(target))
  const grown = target.memoryMb() - memory
  await target.stop()
  return [
    { name: 'Connections open that read nothing', value: Math.max(...left), unit: `of ${CONNECTIONS}`, most: 0 },
    { name: 'Memory that a second wave of them adds', value: grown, unit: 'MB', most: 100 },
  ]
}
