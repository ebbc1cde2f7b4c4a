import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchWithin } from './fetchWithin'

/** `/half` sends the headers and half a body, then nothing more. Other paths send nothing at all. */
const server = createServer((request, response) => {
  if (request.url === '/half') response.writeHead(200, { 'content-length': '10' }).write('half')
})
const text = (response: Response) => response.text()
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Collects garbage continuously, as in a busy shop. */
async function underCollection<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, 20)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

describe('fetchWithin', () => {
  it.each(['/silent', '/half'])('times out on %s despite garbage collection', async (path) => {
    const ended = underCollection(() => fetchWithin({ ms: 500 }, origin + path, {}, text))
    await expect(ended).rejects.toMatchObject({ name: 'TimeoutError', message: 'no answer within 0.5 s' })
  })

  it('times out on a request with a body despite garbage collection', async () => {
    const init = { method: 'PUT', body: new Uint8Array(100_000), headers: { 'x-amz-date': 'today' } }
    const ended = underCollection(() => fetchWithin({ ms: 500 }, `${origin}/silent`, init, text))
    await expect(ended).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('aborts when its signal does, and immediately if the signal is already aborted', async () => {
    const stop = new AbortController()
    const limits = { ms: 60_000, stop: stop.signal }
    const ended = underCollection(() => fetchWithin(limits, `${origin}/silent`, {}, text))
    setTimeout(() => stop.abort(new Error('closing')), 300)
    await expect(ended).rejects.toThrow('closing')
    await expect(fetchWithin(limits, `${origin}/silent`, {}, text)).rejects.toThrow('closing')
  })
})
