import { serverAudits } from 'graphql-http'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'

const app = await startTestApp()
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const audits = serverAudits({ url: `${origin}/graphql`, fetchFn: fetch })

/**
 * Apollo Server responds with 400 in these cases, even for application/json. The specification only recommends 200 (a SHOULD), for old
 * clients. Clients that accept application/graphql-response+json get the statuses that the specification requires.
 */
const DECLINED = [
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
]

describe('GraphQL over HTTP', () => {
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (name, audit) => {
    const result = await audit.fn()
    const verdict = result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`
    expect(verdict).toBe(DECLINED.includes(name) ? 'warn: Response status code is not 200' : 'ok')
  })
})

describe('/graphql', () => {
  const send = (payload: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/graphql', headers, payload })
  const json = { 'content-type': 'application/json' }

  it('responds in the requested media type', async () => {
    const body = '{"query":"{ __typename }"}'
    for (const [accept, type] of [
      ['application/json', 'application/json; charset=utf-8'],
      ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
    ] as const) {
      expect((await send(body, { ...json, accept })).headers['content-type']).toBe(type)
    }
  })

  it('responds to a malformed body with 400, in JSON', async () => {
    for (const payload of [
      '{',
      '',
      '7',
      'null',
      '"x"',
      '[]',
      '{"query":7}',
      '{"query":"{ __typename }","variables":"x"}',
    ]) {
      const answer = await send(payload, json)
      expect([payload, answer.statusCode, Object.keys(answer.json())]).toEqual([payload, 400, ['errors']])
      expect(answer.json().errors[0].extensions.code).toBe('BAD_REQUEST')
    }
  })

  it('rejects mutations by GET', async () => {
    const answer = await call(
      app,
      'GET',
      `/graphql?query=${encodeURIComponent('mutation { clearCart { cart { id } } }')}`,
    )
    expect(answer.statusCode).toBe(405)
  })

  it('rejects a body that is nested more than 64 levels deep', async () => {
    const answer = await send(`{"query":"{ shop { name } }","z":${'['.repeat(100)}${']'.repeat(100)}}`, json)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      'The request body is nested more than 64 levels deep.',
    ])
  })

  it('rejects a body above 256 KB', async () => {
    const answer = await send(
      JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(256 * 1024) } }),
      json,
    )
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([413, 'BAD_REQUEST'])
  })
})
