import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from './testing/app'

const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

async function listen(env: Record<string, string>): Promise<FastifyInstance> {
  const app = await startTestApp(env)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** Opens a connection, sends this, and gathers what comes back until it is closed. */
function open(app: FastifyInstance, text: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  sockets.push(socket)
  let said = ''
  socket.on('data', (chunk: string) => (said += chunk)).on('error', () => {})
  socket.write(text)
  return { socket, closed: once(socket, 'close').then(() => said) }
}

/** Sends another byte from time to time, for as long as it can. */
async function drip(socket: Socket): Promise<void> {
  while (socket.writable) {
    socket.write(' ')
    await sleep(50)
  }
}

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n'

describe('a request that drips', () => {
  it.each([
    ['body', `${HEAD}Content-Length: 200000\r\n\r\n{`],
    ['chunked body', `${HEAD}Transfer-Encoding: chunked\r\n\r\nffff\r\n{`],
    ['header', `${HEAD}X-Filler: x`],
  ])('is closed in its %s after the time that a request may take', async (_what, text) => {
    const app = await listen({ REQUEST_TIMEOUT_SECONDS: '0.4' })
    const { socket, closed } = open(app, text)
    void drip(socket)
    expect(await closed).toMatch(/^HTTP\/1.1 408 /)
  })

  it('may take long to arrive where no limit is set, and is answered', async () => {
    const app = await listen({ REQUEST_TIMEOUT_SECONDS: '0', HEADERS_TIMEOUT_SECONDS: '0' })
    const { socket, closed } = open(app, `${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n{`)
    await sleep(300)
    socket.write('}')
    expect(await closed).toMatch(/^HTTP\/1.1 422 /)
  })

  it('has thirty seconds by default, and its headers fifteen, on every interface', async () => {
    const app = await listen({})
    expect(app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 15_000, maxConnections: 10_000 })
  })
})

describe('connections', () => {
  const GET = 'GET /api/categories HTTP/1.1\r\nHost: shop.example\r\n\r\n'
  const answered = async ({ socket }: ReturnType<typeof open>) =>
    String((await once(socket, 'data'))[0]).startsWith('HTTP/1.1 200')

  it.each(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'])('are no more than %s', async (name) => {
    const app = await listen({ [name]: '2' })
    const first = [open(app, GET), open(app, GET)]
    expect(await Promise.all(first.map(answered))).toEqual([true, true])
    expect(await open(app, GET).closed).toBe('')
    first[0]!.socket.destroy()
    await first[0]!.closed
    // The server hears of it a moment later.
    await expect.poll(() => Promise.race([answered(open(app, GET)), sleep(200, false)])).toBe(true)
  })

  it('through a proxy are not counted by its address', async () => {
    const app = await listen({ MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '1' })
    expect(await Promise.all([open(app, GET), open(app, GET)].map(answered))).toEqual([true, true])
  })
})
