/** Sends requests to an app over a socket, as browsers do. `app.inject` would skip everything before Fastify. */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { startTestApp } from './app'

export interface SocketResponse {
  statusCode: number
  headers: IncomingHttpHeaders
  rawPayload: Buffer
  body: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read deep responses
  json(): any
}

interface Options {
  method?: string
  headers?: Record<string, string>
  payload?: string
}

export type Ask = (path: string, options?: Options) => Promise<SocketResponse>

/** Makes the app listen. A test file's app is closed after the file's last test. */
export async function overSocket(app: FastifyInstance): Promise<Ask> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return async (path, { method = 'GET', headers = {}, payload } = {}) => {
    const asking = request(origin + path, { method, headers, agent: false }).end(payload)
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    const rawPayload = await buffer(response)
    const body = rawPayload.toString()
    return {
      statusCode: response.statusCode!,
      headers: response.headers,
      rawPayload,
      body,
      json: () => JSON.parse(body),
    }
  }
}

/** Sends exactly this text as a request and returns everything that is received. The request must close its connection. */
export async function sendRaw(app: FastifyInstance, request: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(request)
  return (await socket.toArray()).join('')
}

/** The usual ways to send a GraphQL operation. */
export const graphqlOver = (ask: Ask) => ({
  post: (query: string, headers: Record<string, string> = {}) =>
    ask('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ query }),
    }),
  get: (params: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(`/graphql?${new URLSearchParams(params).toString()}`, { headers }),
})

/** Starts a test file's app, with functions to send requests to it. */
export async function startOverSocket() {
  const app = await startTestApp()
  const ask = await overSocket(app)
  return { app, ask, ...graphqlOver(ask) }
}
