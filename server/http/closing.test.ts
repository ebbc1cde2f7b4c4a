import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { openTestDatabase, testSettings } from '../testing/app'

/** Starts a listening app in which `/slow` and `/api/slow` respond only after letGo(). */
async function startSlow(env: Record<string, string> = {}, host = '127.0.0.1') {
  const database = await openTestDatabase()
  let letGo = () => {}
  const allowed = new Promise<void>((resolve) => (letGo = resolve))
  const app = await buildApp({
    ...database,
    settings: testSettings({ ...database.env, ...env }),
    prepare: (unready) =>
      void unready.addHook('preHandler', async (request) => {
        if (request.headers['x-slow']) await allowed
      }),
  })
  await app.listen({ host, port: 0 })
  return { app, letGo, close: () => app.close().then(() => database.close()) }
}

/** Sends text over a connection. `answer` contains everything received until the connection closes. */
async function send(
  app: FastifyInstance,
  text: string,
  host = '127.0.0.1',
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, host).setEncoding('utf8')
  const answer = socket.toArray().then(
    (chunks) => chunks.join(''),
    (error: Error) => String(error),
  )
  await once(socket, 'connect')
  socket.write(text)
  // Long enough for the server to read the text, even on a busy machine.
  await sleep(300)
  return { socket, answer }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
const HALF_A_BODY =
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"email":'
const HALF_A_HEAD = 'GET /api/products HTTP/1.1\r\nhost: x\r\nacc'

describe('a connection that closes before it receives its responses', () => {
  it('leaves no pending requests that keep responses in memory', async () => {
    const { app, letGo, close } = await startSlow()
    // The other responses wait behind the first one.
    const { socket } = await send(app, get('/api/products', 'x-slow: 1\r\n') + get('/api/categories').repeat(9))
    await expect.poll(() => app.pending.size).toBe(10)
    socket.destroy()
    letGo()
    await expect.poll(() => app.pending.size).toBe(0)
    await close()
  })
})

describe('a server that is closing', () => {
  it('responds to requests in progress with `connection: close`', async () => {
    const { app, letGo, close } = await startSlow()
    const { answer } = await send(app, get('/api/products', 'x-slow: 1\r\n'))
    const closed = close()
    letGo()
    expect(await answer).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close[^]*"products"/i)
    await closed
  })

  it('closes kept-alive connections, even after a cached response', async () => {
    const { app, close } = await startSlow()
    const { answer, socket } = await send(app, get('/api/products') + get('/api/products'))
    // Both requests get their responses now, however busy the machine is.
    await expect.poll(() => [app.cacheCounts.hits + app.cacheCounts.misses, app.pending.size]).toEqual([2, 0])
    await close()
    expect((await answer).match(/HTTP\/1.1 200 OK/g)).toHaveLength(2)
    expect(socket.destroyed).toBe(true)
  })

  it('initially still responds on open and new connections, closing each after its response', async () => {
    const { app, close } = await startSlow()
    const kept = await send(app, get('/api/products'))
    // The request got its response, and its connection stays open.
    await expect.poll(() => app.pending.size).toBe(0)
    const { socket: waiting, answer } = await send(app, '')
    const closed = close()
    await expect.poll(() => app.isClosing()).toBe(true)
    kept.socket.write(get('/api/products'))
    waiting.write(get('/api/categories'))
    const late = await send(app, get('/graphql?query={shop{name}}', 'apollo-require-preflight: 1\r\n'))
    const answers = (await kept.answer).split(/(?=HTTP)/)
    expect(answers).toHaveLength(2)
    expect(answers[0]).not.toMatch(/^connection: close/im)
    for (const each of [answers[1], await answer, await late.answer]) {
      expect(each).toMatch(/^HTTP\/1.1 200/)
      expect(each).toMatch(/^connection: close/im)
    }
    await closed
  })

  it('then responds only on open connections, and accepts no new ones', async () => {
    const { app, letGo, close } = await startSlow()
    const slow = await send(app, get('/api/products', 'x-slow: 1\r\n'))
    const open = await send(app, HALF_A_HEAD)
    const closed = close()
    await expect.poll(() => app.server.listening).toBe(false)
    await expect(send(app, get('/api/products'))).rejects.toThrow()
    open.socket.write('ept: */*\r\n\r\n')
    expect(await open.answer).toMatch(/^HTTP\/1.1 200[^]*connection: close/i)
    letGo()
    expect(await slow.answer).toMatch(/^HTTP\/1.1 200[^]*connection: close/i)
    await closed
  })

  it('does not wait for a connection that never sent a request', async () => {
    const { app, close } = await startSlow({ SHUTDOWN_SECONDS: '0' })
    const { answer } = await send(app, '')
    await close()
    expect(await answer).toBe('')
  })

  it('ends unfinished requests after SHUTDOWN_SECONDS, with 503 if their headers are complete', async () => {
    const { app, close } = await startSlow({ SHUTDOWN_SECONDS: '1' })
    const [body, head, never] = [
      await send(app, HALF_A_BODY),
      await send(app, HALF_A_HEAD),
      await send(app, get('/api/categories', 'x-slow: 1\r\n')),
    ]
    await close()
    for (const { answer } of [body, never]) {
      expect(await answer).toMatch(/^HTTP\/1.1 503[^]*retry-after: 5[^]*"requestId":"[^"]+"/i)
    }
    expect(await head.answer).not.toContain('200')
  })

  it('waits for requests on both addresses of localhost', async () => {
    const { app, letGo, close } = await startSlow({}, 'localhost')
    const hosts = (app.addresses() as AddressInfo[]).map(({ address }) => address)
    const sent = await Promise.all(hosts.map((host) => send(app, get('/api/products', 'x-slow: 1\r\n'), host)))
    const closed = close()
    await sleep(50)
    letGo()
    for (const { answer } of sent) expect(await answer).toMatch(/^HTTP\/1.1 200/)
    await closed
  })
})
