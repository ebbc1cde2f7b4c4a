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
const app = await startTestApp({ DATA_DIR: folder, PHOTO_MAX_MB: '1' })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const staff = await newStaff(app)

const CHUNK = Buffer.alloc(64 * 1024, ' ')
/** More than any of the limits. */
const CHUNKS = 40

/**
 * Sends a body without a declared length, as a browser does that streams a file. Returns null if the server closed the connection before the
 * client had sent the body, so that the client did not see the response.
 */
async function upload(agent: Agent, path: string, token: string): Promise<number | null> {
  const headers = {
    'content-type': path.startsWith('/office') ? 'image/jpeg' : 'application/json',
    'transfer-encoding': 'chunked',
    ...(token && { authorization: token }),
  }
  const sending = request(origin + path, { method: 'POST', agent, headers })
  const answered = (once(sending, 'response') as Promise<[IncomingMessage]>).catch(() => null)
  sending.on('error', () => {})
  for (let i = 0; i < CHUNKS && !sending.destroyed; i += 1) {
    sending.write(CHUNK)
    await sleep(1)
  }
  sending.end()
  const [response] = (await answered) ?? [null]
  if (!response) return null
  response.on('error', () => {}).resume()
  await once(response, 'close')
  return response.statusCode!
}

it.each([
  // Fastify closes the connection after these.
  ['/office/photos', staff.token, [413, null]],
  ['/office/photos', '', [401, null]],
  ['/graphql', '', [413, null]],
  ['/api/user/cart', staff.token, [413, null]],
])('an answer before the end of the body, from %s, does not delay the next request', async (path, token, statuses) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(statuses).toContain(await upload(agent, path, token))
  const next = request(`${origin}/api/categories`, { agent, timeout: 10_000 }).end()
  next.once('timeout', () => next.destroy(new Error('no response within 10 s')))
  const [response] = (await once(next, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  agent.destroy()
})
