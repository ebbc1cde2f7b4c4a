import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'

const app = await startTestApp()
const login = JSON.stringify({ email: 'nobody@shopper.example', password: 'whatever 1' })
const operation = JSON.stringify({ query: '{ shop { name } }' })
const MESSAGE = 'Send the request body without compression. This server does not support its Content-Encoding.'

const send = (url: string, encoding: string, payload: Buffer | string) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  })

describe.each([
  ['/api/auth/login', login, [MESSAGE]],
  ['/graphql', operation, [{ message: MESSAGE, extensions: { code: 'BAD_REQUEST' } }]],
] as const)('POST %s with a compressed body', (url, text, errors) => {
  it.each<[string, Buffer | string]>([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['zstd', Buffer.from('28b52ffd', 'hex')],
    ['compress', Buffer.from('1f9d90', 'hex')],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity, gzip', gzipSync(text)],
    ['aes128gcm', Buffer.from('00', 'hex')],
    ['gzip', text],
    ['nonsense', text],
  ])('is 415 for %s, and names the accepted encoding', async (encoding, payload) => {
    const { statusCode, headers, body } = await send(url, encoding, payload)
    expect([statusCode, headers['accept-encoding']]).toEqual([415, 'identity'])
    expect(JSON.parse(body)).toEqual({ errors })
  })

  it.each(['identity', ' Identity ', '', 'identity, identity'])('is read for %j', async (encoding) => {
    const { statusCode, headers } = await send(url, encoding, text)
    expect([200, 404]).toContain(statusCode)
    expect(headers['accept-encoding']).toBeUndefined()
  })
})

it('a compressed body for an unknown path of REST is still a 404', async () => {
  expect((await send('/api/nope', 'gzip', gzipSync(login))).statusCode).toBe(404)
})
