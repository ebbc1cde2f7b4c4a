/** A receiver for order webhooks on loopback. Verifies them with the reference implementation, stores them, and fails on demand. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** 32 bytes. */
export const SECRET = `whsec_${Buffer.from('the secret of order webhooks ...').toString('base64')}`

export interface Attempt {
  id: string
  type: string
  timestamp: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read deep events
  data: any
  headers: Record<string, string>
  /** Counted from 1. */
  nth: number
}

/** A status, with or without headers; no response; a status and half a body; or a closed connection. */
type Answer = number | { status: number; headers: Record<string, string> } | 'silence' | 'half a body' | 'cut'

export async function startReceiver(port = 0) {
  const webhook = new Webhook(SECRET)
  const attempts: Attempt[] = []
  /** The attempts that got 204, in the order of their responses. */
  const received: Attempt[] = []
  let answerTo: (attempt: Attempt) => Answer = () => 204
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    const body = await text(request).catch(() => null)
    if (body === null) return
    const event = webhook.verify(body, headers) as Pick<Attempt, 'type' | 'timestamp' | 'data'>
    const id = headers['webhook-id']!
    const attempt = { ...event, id, headers, nth: 1 + attempts.filter((each) => each.id === id).length }
    attempts.push(attempt)
    const answer = answerTo(attempt)
    if (answer === 'silence') return
    if (answer === 'cut') return void request.socket.destroy()
    if (answer === 'half a body') return void response.writeHead(200, { 'content-length': '100' }).write('so far')
    if (answer === 204) received.push(attempt)
    const { status, headers: more } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
    response.writeHead(status, more).end(status === 204 ? undefined : `status ${status}`)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    port: address.port,
    attempts,
    received,
    /** An order's statuses, in the sequence in which they first arrived. A repeated event counts once. */
    statusesOf(orderId: string): string[] {
      const own = received.filter(({ data }) => data.id === orderId)
      const firsts = own.filter(({ id }, i) => own.findIndex((other) => other.id === id) === i)
      return firsts.map(({ data }) => data.status)
    },
    /** Sets how the receiver responds to later requests. */
    answer(how: (attempt: Attempt) => Answer) {
      answerTo = how
    },
    async close() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
