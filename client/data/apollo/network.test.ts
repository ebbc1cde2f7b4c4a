import { ApolloClient, gql, InMemoryCache, type OperationVariables } from '@apollo/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { network, noteOfficeChange } from './network'
import { startSession } from '../session/session'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The options of the first `fetch` call that a query makes. */
async function callOf(text: string): Promise<RequestInit & { headers: Record<string, string> }> {
  const calls: RequestInit[] = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    calls.push(init)
    return Response.json({ data: { products: { totalCount: 0 }, me: { id: 'one' } } })
  })
  const client = new ApolloClient({ link: network, cache: new InMemoryCache() })
  await client.query({ query: gql(text) })
  return calls[0] as RequestInit & { headers: Record<string, string> }
}

/** The request headers of a mutation with these variables. */
async function headersOf(variables: OperationVariables): Promise<Record<string, string>> {
  const sent: Record<string, string>[] = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return Response.json({ data: { done: true } })
  })
  const client = new ApolloClient({ link: network, cache: new InMemoryCache() })
  const mutation = gql`
    mutation Change($idempotencyKey: String, $input: Input) {
      done(key: $idempotencyKey, input: $input)
    }
  `
  await client.mutate({ mutation, variables })
  return sent[0]!
}

describe('an operation', () => {
  it('sends its idempotency key in a header, so that a proxy can retry it on another server', async () => {
    expect(await headersOf({ idempotencyKey: 'one' })).toMatchObject({ 'idempotency-key': 'one' })
    expect(await headersOf({ input: { idempotencyKey: 'two' } })).toMatchObject({ 'idempotency-key': 'two' })
    expect(await headersOf({})).not.toHaveProperty('idempotency-key')
  })
})

describe('a request without a response', () => {
  it.each(['mutation { done }', '{ done }'])('is cancelled after a minute: %s', async (text) => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { cookie: '' })
    const signals: AbortSignal[] = []
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      signals.push(init.signal!)
      return new Promise(() => {})
    })
    const client = new ApolloClient({ link: network, cache: new InMemoryCache() })
    const call = text.startsWith('{') ? client.query({ query: gql(text) }) : client.mutate({ mutation: gql(text) })
    const failure = call.catch((error: Error) => error.name)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failure).toBe('TimeoutError')
    expect(signals[0]!.aborted).toBe(true)
  })
})

describe('the session token', () => {
  const PUBLIC = '{ products { totalCount } }'
  startSession('a token', { id: 'one', firstName: '', lastName: '', email: '' }, { signup: false })

  it('is sent with a personal query but not with a public one', async () => {
    expect((await callOf('{ me { id } }')).headers).toMatchObject({ authorization: 'a token' })
    const { method, cache, headers } = await callOf(PUBLIC)
    expect([method, cache]).toEqual(['GET', undefined])
    expect(headers).not.toHaveProperty('authorization')
  })

  it('is sent with every query, bypassing the browser cache, for two minutes after an office change', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    noteOfficeChange()
    const fresh = await callOf(PUBLIC)
    expect([fresh.method, fresh.cache, fresh.headers['authorization']]).toEqual(['GET', 'no-cache', 'a token'])
    vi.setSystemTime(Date.now() + 121_000)
    const later = await callOf(PUBLIC)
    expect([later.cache, later.headers['authorization']]).toEqual([undefined, undefined])
  })
})
