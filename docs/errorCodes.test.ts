import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../server/testing/app'
import { newShopper } from '../server/testing/data/factories'
import { statementsOf } from '../server/testing/statements'

const app = await startTestApp()
const poor = await startBeside(app, {}, { 'cost.perOperation': 300, 'responses.bytes': 1000 })
const busy = await startBeside(app, {}, { 'requests.perNetwork': 1 })
const broken = await startTestApp()
await broken.shop.db.$executeRawUnsafe('ALTER TABLE coupon RENAME TO coupon_away')
const { token } = await newShopper(app)
// Uses up the limit of one request per minute.
await busy.inject('/graphql?query={__typename}')

interface Call extends Omit<InjectOptions, 'body'> {
  at?: typeof app
  /** The body, as JSON. */
  body?: unknown
}

const post = (query: string, more: Record<string, unknown> = {}): Call => ({ body: { query, ...more } })
const json = { 'content-type': 'application/json' }

/** Calls that fail, grouped by cause. */
const CALLS: Record<string, Call> = {
  'no document': { body: {} },
  'a batch': { body: [{ query: '{ __typename }' }] },
  'no JSON': { payload: '{', headers: json },
  'another content type': { payload: 'x', headers: { 'content-type': 'text/plain' } },
  'a method other than GET and POST': { ...post('{ __typename }'), method: 'PUT' },
  'a mutation by GET': {
    url: `/graphql?query=${encodeURIComponent('mutation { clearCart { cart { id } } }')}`,
    method: 'GET',
  },
  'a body that is too large': { payload: `"${'x'.repeat(300_000)}"`, headers: json },
  'a document that is too long': post(`{ __typename ${' '.repeat(15_000)} }`),
  'a hash that is not the document’s': post('{ __typename }', {
    extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } },
  }),
  'an unknown hash': { body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } } } },
  'bad syntax': post('{'),
  'an unknown field': post('{ nothing }'),
  'an unknown operation name': post('query A { __typename }', { operationName: 'B' }),
  'several operations without a name': post('query A { __typename } query B { __typename }'),
  'a bad variable': post('query ($n: Int!) { products(first: $n) { totalCount } }', { variables: { n: 'x' } }),
  'a bad argument': post('{ products(first: 0) { totalCount } }'),
  'a stale cursor': post('{ products(after: "W10") { totalCount } }'),
  'too many levels': post(`{ products { nodes { ${'related { '.repeat(12)} id ${'} '.repeat(12)} } } }`),
  'a subscription': post('subscription { x }'),
  'no token': post('mutation { clearCart { cart { id } } }'),
  'no staff': { ...post('{ office { today { toPack } } }'), headers: { authorization: token } },
  'a cost above the limit': { ...post('{ products(first: 100) { nodes { id } } }'), at: poor },
  'a response that is too large': {
    ...post('{ shop { pageSize } categories { id image { alt url } name title description } }'),
    at: poor,
  },
  'too many requests': { ...post('{ me { id } }'), at: busy },
  'a broken table': { ...post('{ coupons { code } }'), at: broken },
}

interface CodedError {
  code: string
  status: string
}

async function errorOf({ at = app, body, ...options }: Call): Promise<CodedError> {
  const given = { method: 'POST', url: '/graphql', ...options } as const
  const response = await at.inject({
    ...given,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: { ...json, ...options.headers } }),
  })
  const [error] = response.json<{ errors: [{ extensions: { code: string } }] }>().errors
  return { code: error.extensions.code, status: String(response.statusCode) }
}

/** The database refuses connections during the call. */
async function failWithoutDatabase(): Promise<CodedError> {
  let error: CodedError | undefined
  await statementsOf(
    async () => void (error = await errorOf(post('{ coupons { code description } }'))),
    () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
  )
  return error!
}

describe('the table of errors in docs/graphql.md', () => {
  const rows = readFileSync('docs/graphql.md', 'utf8').matchAll(/^\| (`[A-Z_`, ]+`) +\| ([\d, or]+?) +\|/gm)
  const table = new Map(
    [...rows].flatMap(([, codes, statuses]) => codes!.split(', ').map((code) => [code.replaceAll('`', ''), statuses!])),
  )

  it('has exactly the codes and statuses that GraphQL returns', async () => {
    const found = new Map<string, Set<string>>()
    const note = ({ code, status }: CodedError) => found.set(code, (found.get(code) ?? new Set()).add(status))
    for (const each of Object.values(CALLS)) note(await errorOf(each))
    note(await failWithoutDatabase())
    // A failure before the operation runs. No client request can cause it.
    note({ code: 'INTERNAL_SERVER_ERROR', status: '500' })
    const statusesOf = (text: string) => [...text.matchAll(/\d+/g)].map(([status]) => status).sort()
    expect(Object.fromEntries([...found].map(([code, statuses]) => [code, [...statuses].sort()]))).toEqual(
      Object.fromEntries([...table].map(([code, statuses]) => [code, statusesOf(statuses)])),
    )
  })
})
