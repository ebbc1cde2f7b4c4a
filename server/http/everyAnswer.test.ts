/** Checks the headers of all responses, including those that Fastify or Node send directly. */
import { connect, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { sendRaw } from '../testing/socket'

const app = await startTestApp({}, { limits: { 'connections.requestMs': 1000 } })
await app.listen({ host: '127.0.0.1', port: 0 })

const END = 'Connection: close\r\n\r\n'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${headers}${END}`
const post = (path: string, headers: string) => `POST ${path} HTTP/1.1\r\nHost: shop.example\r\n${headers}${END}`
const JSON_BODY = 'Content-Type: application/json\r\n'

function expectHeaders(answer: string, status: number): void {
  const head = answer.split('\r\n\r\n', 1)[0]!
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/^x-content-type-options: nosniff$/im)
  expect(head.match(/^strict-transport-security: max-age=31536000; includeSubDomains$/gim)).toHaveLength(1)
  expect(head).toMatch(/^x-request-id: [\w-]{36}$/im)
  expect(head).toMatch(/^cache-control: ./im)
  const body = answer.slice(head.length + 4)
  // Errors outside GraphQL name their message in `errors`, also those of Node.
  if (body.startsWith('{') && status >= 400) expect(JSON.parse(body)).toMatchObject({ errors: [expect.anything()] })
  if ([400, 408, 417, 431].includes(status)) expect(body).toMatch(/^([0-9a-f]+\r\n)?\{"errors":\[/)
  if (status >= 400) expect(head).toMatch(/^cache-control: (no-store|no-cache)$/im)
}

it.each([
  ['a page', get('/'), 200],
  ['a cached answer', get('/api/products'), 200],
  ['a file', get('/robots.txt'), 200],
  ['an unknown path of the API', get('/api/nope'), 404],
  ['an unknown file', get('/assets/nope.js'), 404],
  ['an unknown photo', get('/photos/nope.webp'), 404],
  ['a path that cannot be decoded', get('/product/%'), 404],
  ['a path of the API that cannot be decoded', get('/api/products/%ff'), 404],
  ['a parameter that is too long', get(`/api/products/${'x'.repeat(5000)}`), 404],
  ['an unknown method', `PROPFIND / HTTP/1.1\r\nHost: shop.example\r\n${END}`, 404],
  ['OPTIONS without a path', `OPTIONS * HTTP/1.1\r\nHost: shop.example\r\n${END}`, 404],
  [
    'a CORS preflight',
    `OPTIONS /api/products HTTP/1.1\r\nHost: shop.example\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n${END}`,
    204,
  ],
  ['a call without a token', get('/api/user/cart'), 401],
  ['a body that is too large', post('/api/auth/login', `${JSON_BODY}Content-Length: 9999999\r\n`), 413],
  ['a body of another type', `${post('/api/auth/login', 'Content-Type: text/x\r\nContent-Length: 1\r\n')}x`, 415],
  ['a body that is not JSON', `${post('/graphql', `${JSON_BODY}Content-Length: 1\r\n`)}{`, 400],
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
  ['a header that is too long', get('/', `X-Long: ${'x'.repeat(20_000)}\r\n`), 431],
  ['two lengths', post('/api/auth/login', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'), 400],
  ['two hosts', get('/', 'Host: other.example\r\n'), 400],
  ['the same host twice', get('/api/products', 'host: shop.example\r\n'), 400],
  ['no Host', `GET / HTTP/1.1\r\n${END}`, 400],
  ['an unknown expectation', get('/', 'Expect: nonsense\r\n'), 417],
  ['half a body', post('/api/auth/login', `${JSON_BODY}Content-Length: 9\r\n`), 408],
])('each answer has the required headers: %s', async (_what, request, status) => {
  expectHeaders(await sendRaw(app, request), status)
})

it('each answer to an HTTP/1.0 client without a Host header has the required headers', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  socket.write('GET /api/categories HTTP/1.0\r\n\r\n')
  expectHeaders((await socket.toArray()).join(''), 200)
})
