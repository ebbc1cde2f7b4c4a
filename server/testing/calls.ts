/** Calls the shop from outside: over REST, as JSON, and over GraphQL. */
import type { FastifyInstance, InjectOptions } from 'fastify'

/**
 * The text of /metrics. A scrape has no figures from the database if they take many seconds, as on a busy machine. Then this function
 * repeats the scrape.
 */
export async function scrape({ opsServer }: FastifyInstance): Promise<string> {
  for (;;) {
    const { body } = await opsServer.inject('/metrics')
    if (body.includes('\nshop_held_orders ')) return body
  }
}

interface CallOptions {
  token?: string
  headers?: Record<string, string>
}

type Method = Extract<InjectOptions['method'], string>

/** Sends one REST request. A given `body` is always sent as JSON. */
export const call = (
  app: FastifyInstance,
  method: Method,
  url: string,
  { token, headers, body }: CallOptions & { body?: unknown } = {},
) =>
  app.inject({
    method,
    url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

export interface GraphQLResponse {
  status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read deep responses
  data: any
  errors?: { message: string; path?: string[]; extensions: { code: string; reason?: string; requestId?: string } }[]
}

/** One GraphQL operation. */
export async function ask(
  app: FastifyInstance,
  query: string,
  {
    token,
    headers,
    variables,
    operationName,
  }: CallOptions & { variables?: Record<string, unknown>; operationName?: string } = {},
): Promise<GraphQLResponse> {
  const response = await call(app, 'POST', '/graphql', { token, headers, body: { query, variables, operationName } })
  return { status: response.statusCode, ...response.json<Omit<GraphQLResponse, 'status'>>() }
}
