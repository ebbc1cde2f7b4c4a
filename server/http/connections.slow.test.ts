import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import type { LimitChanges } from '../guards/limits'
import { startTestApp } from '../testing/app'

const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

async function listen(env: Record<string, string>, limits: LimitChanges = {}): Promise<FastifyInstance> {
  const app = await startTestApp(env, { limits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** Opens a connection, sends the text, and collects everything received until it closes. */
function open(app: FastifyInstance, text: string, localAddress = '127.0.0.1') {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('utf8')
  sockets.push(socket)
  let said = ''
  socket.on('data', (chunk: string) => (said += chunk)).on('error', () => {})
  socket.write(text)
  return { socket, closed: once(socket, 'close').then(() => said) }
}

/** Sends one byte at a time until the connection closes. */
async function drip(socket: Socket): Promise<void> {
  while (socket.writable) {
    socket.write(' ')
    await sleep(50)
  }
}

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n'

describe('a slow request', () => {
  it.each([
    ['body', `${HEAD}Content-Length: 200000\r\n\r\n{`],
    ['chunked body', `${HEAD}Transfer-Encoding: chunked\r\n\r\nffff\r\n{`],
    ['header', `${HEAD}X-Filler: x`],
  ])('is ended with 408 if its %s exceeds the time limit for requests', async (_what, text) => {
    const app = await listen({}, { 'connections.requestMs': 400 })
    const { socket, closed } = open(app, text)
    void drip(socket)
    expect(await closed).toMatch(/^HTTP\/1.1 408 /)
  })

  it('may take any amount of time if no limit is set', async () => {
    const app = await listen({}, { 'connections.requestMs': 0, 'connections.headersMs': 0 })
    const { socket, closed } = open(app, `${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n{`)
    await sleep(300)
    socket.write('}')
    expect(await closed).toMatch(/^HTTP\/1.1 422 /)
  })

  it('may take thirty seconds by default, including fifteen for its headers', async () => {
    const app = await listen({})
    expect(app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 15_000, maxConnections: 10_000 })
  })
})

describe('a connection whose client does not read', () => {
  const LARGE = 'GET /api/openapi.json HTTP/1.1\r\nHost: shop.example\r\n'
  const MANY = `${LARGE}\r\n`.repeat(99) + `${LARGE}Connection: close\r\n\r\n`

  /** Sends the text, and reads nothing. */
  function openUnread(app: FastifyInstance, text: string): Socket {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
    sockets.push(socket)
    socket.on('error', () => {}).write(text)
    return socket
  }
  const openOn = (app: FastifyInstance) =>
    new Promise<number>((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  it('is closed if nothing could be sent for the configured time', async () => {
    const app = await listen({}, { 'connections.sendMs': 1000 })
    let opened = 0
    app.server.on('connection', () => (opened += 1))
    for (let i = 0; i < 30; i += 1) openUnread(app, MANY)
    // On a busy machine, some connections close before the last one opens.
    await expect.poll(() => opened).toBe(30)
    await expect.poll(() => openOn(app)).toBe(0)
  })

  it('is closed even if the client keeps sending', async () => {
    const app = await listen({}, { 'connections.sendMs': 1000 })
    const socket = openUnread(app, MANY)
    const timer = setInterval(() => socket.write('\r\n'), 50)
    await expect.poll(() => openOn(app)).toBe(1)
    await expect.poll(() => openOn(app)).toBe(0)
    clearInterval(timer)
  })

  it('stays open if the client reads slowly, and gets all responses', async () => {
    const app = await listen({}, { 'connections.sendMs': 2000 })
    const one = (await app.inject('/api/openapi.json')).rawPayload.length
    const socket = openUnread(app, MANY)
    let ended = false
    socket.once('end', () => (ended = true))
    let bytes = 0
    const start = Date.now()
    while (!ended) {
      await sleep(30)
      // Reads at most 64 KB.
      bytes += (socket.read() as Buffer | null)?.length ?? 0
    }
    expect(bytes).toBeGreaterThan(100 * one)
    expect(Date.now() - start).toBeGreaterThan(2_500)
  })

  it('stays open while the shop computes a response, while a request arrives, and while it is idle', async () => {
    const app = await startTestApp(
      {},
      {
        limits: { 'connections.sendMs': 200, 'connections.requestMs': 0 },
        prepare: (unrouted) =>
          unrouted.addHook('onRequest', async ({ headers }) => {
            if (headers['x-slow']) await sleep(1_000)
          }),
      },
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    const slow = open(app, 'GET /api/nope HTTP/1.1\r\nHost: x\r\nX-Slow: 1\r\nConnection: close\r\n\r\n')
    const upload = open(app, `${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n{`)
    const idle = open(app, 'GET /api/nope HTTP/1.1\r\nHost: x\r\n\r\n')
    await sleep(1_000)
    upload.socket.write('}')
    idle.socket.write('GET /api/nope HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await slow.closed).toMatch(/^HTTP\/1.1 404 /)
    expect(await upload.closed).toMatch(/^HTTP\/1.1 422 /)
    expect((await idle.closed).match(/HTTP\/1.1 404 /g)).toHaveLength(2)
  })

  it('stays open if the setting is 0', async () => {
    const app = await listen({}, { 'connections.sendMs': 0 })
    openUnread(app, MANY)
    await sleep(500)
    expect(await openOn(app)).toBe(1)
  })
})

describe('connections', () => {
  const GET = 'GET /api/categories HTTP/1.1\r\nHost: shop.example\r\n\r\n'
  const answered = async ({ socket }: ReturnType<typeof open>) =>
    String((await once(socket, 'data'))[0]).startsWith('HTTP/1.1 200')

  it.each(['connections.inTotal', 'connections.perNetwork'] as const)('are limited (%s)', async (name) => {
    const app = await listen({}, { [name]: 2 })
    const first = [open(app, GET), open(app, GET)]
    expect(await Promise.all(first.map(answered))).toEqual([true, true])
    expect(await open(app, GET).closed).toBe('')
    first[0]!.socket.destroy()
    await first[0]!.closed
    // The server notices the closed connection a moment later.
    await expect
      .poll(() => {
        const connection = open(app, GET)
        return Promise.race([answered(connection), connection.closed.then(() => false)])
      })
      .toBe(true)
  })

  // Linux accepts connections from each address of 127.0.0.0/8.
  it.runIf(process.platform === 'linux')('leave half to others if one network has many addresses', async () => {
    const app = await listen({}, { 'connections.perNetwork': 1, 'connections.perWideNetwork': 4 })
    const isAnswered = (address: string) => {
      const connection = open(app, GET, address)
      return Promise.race([answered(connection), connection.closed.then(() => false)])
    }
    for (let i = 2; i < 6; i += 1) expect(await isAnswered(`127.0.0.${i}`)).toBe(true)
    expect(await isAnswered('127.0.0.9')).toBe(false)
    expect(await isAnswered('127.0.9.1')).toBe(true)
  })

  it('through a proxy do not count towards the limit per address', async () => {
    const app = await listen({ TRUST_PROXY: '1' }, { 'connections.perNetwork': 1 })
    expect(await Promise.all([open(app, GET), open(app, GET)].map(answered))).toEqual([true, true])
  })
})
