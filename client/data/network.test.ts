import { ApolloClient, gql, InMemoryCache, type OperationVariables } from '@apollo/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { network } from './network'

afterEach(() => vi.unstubAllGlobals())

/** What reaches the server of a mutation with these variables. */
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
  it('that counts once says so in its headers, so that a proxy may send it to another server', async () => {
    expect(await headersOf({ idempotencyKey: 'one' })).toMatchObject({ 'idempotency-key': 'one' })
    expect(await headersOf({ input: { idempotencyKey: 'two' } })).toMatchObject({ 'idempotency-key': 'two' })
    expect(await headersOf({})).not.toHaveProperty('idempotency-key')
  })
})
