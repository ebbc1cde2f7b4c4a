import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { newStaff } from '../testing/data/factories'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-early-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startTestApp({ DATA_DIR: folder, PHOTO_MAX_MB: '1', PHOTO_ZIP_MAX_MB: '1' })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const staff = await newStaff(app)

const CHUNK = Buffer.alloc(64 * 1024, ' ')
const TOO_MANY_CHUNKS = 40

/** Sends a body without a declared length, as a browser does that streams a file. */
async function upload(agent: Agent, path: string, token: string): Promise<IncomingMessage> {
  const headers = {
    'content-type': path.startsWith('/office') ? 'application/zip' : 'application/json',
    'transfer-encoding': 'chunked',
    ...(token && { authorization: token }),
  }
  const sending = request(origin + path, { method: 'POST', agent, headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  // The server may close the connection while the rest of the body is being sent.
  sending.on('error', () => {})
  for (let i = 0; i < TOO_MANY_CHUNKS && !sending.destroyed; i += 1) {
    sending.write(CHUNK)
    await sleep(1)
  }
  sending.end()
  const [response] = await answered
  response.on('error', () => {}).resume()
  await once(response, 'close')
  return response
}

it.each([
  ['/office/photos/zip', staff.token, 413],
  ['/office/photos', staff.token, 413],
  ['/office/photos/zip', '', 401],
  ['/graphql', '', 413],
  ['/api/user/cart', staff.token, 413],
])('an answer before the end of the body, from %s, does not delay the next request', async (path, token, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await upload(agent, path, token)).statusCode).toBe(status)
  const next = request(`${origin}/api/categories`, { agent, timeout: 10_000 }).end()
  next.once('timeout', () => next.destroy(new Error('no response within 10 s')))
  const [response] = (await once(next, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  agent.destroy()
})
