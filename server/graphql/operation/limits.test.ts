import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'

const app = await startTestApp()

const refused = async (query: string, variables?: Record<string, unknown>) => {
  const { status, data, errors } = await ask(app, query, { variables })
  return [status, data, errors?.map(({ extensions }) => extensions.code)]
}

/** `levels` nested fields. */
const deep = (levels: number): string =>
  `{ product(id: "celadon-chai-cup") ${'{ related(first: 1) '.repeat(levels - 2)} { id } ${'}'.repeat(levels - 2)} }`

describe('the depth of a query', () => {
  it('may be 12', async () => {
    expect((await ask(app, deep(12))).errors).toBeUndefined()
  })

  it('may be 12, counted through fragments', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `Level${i}`)
    const fragments = names.map((name, i) => {
      const next = names[i + 1]
      return `fragment ${name} on Product { related(first: 1) { ${next ? `...${next}` : 'id'} } }`
    })
    const query = `{ product(id: "celadon-chai-cup") { ...Level0 } } ${fragments.join(' ')}`
    expect((await ask(app, query)).errors).toBeUndefined()
  })

  it('may not be 13, even through fragments', async () => {
    expect((await refused(deep(13)))[0]).toBe(400)
    const inner = `${'{ related(first: 1) '.repeat(6)} { id } ${'}'.repeat(6)}`
    const outer = `${'{ related(first: 1) '.repeat(5)} { ...Inner } ${'}'.repeat(5)}`
    const query = `{ product(id: "x") { ...Outer } } fragment Outer on Product ${outer} fragment Inner on Product ${inner}`
    expect((await refused(query))[0]).toBe(400)
  })
})

describe('the number of aliases', () => {
  const aliased = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} }`

  it('may be 100', async () => {
    expect(Object.keys((await ask(app, aliased(100))).data)).toHaveLength(100)
  })

  it('may not be 101, even through fragments', async () => {
    expect((await refused(aliased(101)))[0]).toBe(400)
    const fragment = `fragment F on Query ${aliased(60)}`
    expect((await refused(`${fragment} query { ...F products { nodes { id } } ... on Query ${aliased(41)} }`))[0]).toBe(
      400,
    )
  })
})

describe('a query beyond a limit', () => {
  it.each([
    ['depth', deep(13)],
    ['aliases', `{ ${Array.from({ length: 101 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
  ])('is rejected with an error code: %s', async (_, query) => {
    expect(await refused(query)).toEqual([400, undefined, ['GRAPHQL_VALIDATION_FAILED']])
  })
})

describe('the length of a query', () => {
  const long = (characters: number) => '{ __typename }'.padEnd(characters, ' ')

  it('may be 15,000 characters', async () => {
    expect(await ask(app, long(15_000))).toEqual({ status: 200, data: { __typename: 'Query' } })
  })

  it('may not exceed 15,000 characters, even if it is sent by GET or is not a query', async () => {
    for (const query of [long(15_001), 'x'.repeat(100_000), '{'.repeat(200_000)]) {
      expect((await refused(query))[0]).toBe(400)
    }
    expect((await call(app, 'GET', `/graphql?query=${encodeURIComponent(long(15_001))}`)).statusCode).toBe(400)
  })
})

describe('introspection', () => {
  it('supports the full standard query', async () => {
    const { status, data, errors } = await ask(app, getIntrospectionQuery())
    expect([status, errors]).toEqual([200, undefined])
    expect(data.__schema.queryType.name).toBe('Query')
  })
})

describe('an invalid request', () => {
  it.each([
    ['{', 'GRAPHQL_PARSE_FAILED'],
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ products(first: "x") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ me }', 'GRAPHQL_VALIDATION_FAILED'],
    ['subscription { x }', 'BAD_USER_INPUT'],
    ['', 'BAD_REQUEST'],
    ['query A { __typename } query B { __typename }', 'OPERATION_RESOLUTION_FAILURE'],
  ])('%j is rejected with 400 and %s', async (query, code) => {
    expect(await refused(query)).toEqual([400, undefined, [code]])
  })

  it('is rejected with 400 if the document does not contain the requested operation', async () => {
    for (const query of ['{ __typename }', 'query A { __typename }', 'query A { __typename } query B { __typename }']) {
      for (const operationName of ['C', '']) {
        const answer = await call(app, 'POST', '/graphql', { body: { query, operationName } })
        const [{ message, extensions }] = answer.json().errors
        expect([answer.statusCode, message]).toEqual([400, `Unknown operation named "${operationName}".`])
        expect(extensions).toEqual({ code: 'OPERATION_RESOLUTION_FAILURE' })
      }
    }
  })

  it('is rejected with 400 if it is a batch', async () => {
    const body = [{ query: '{ __typename }' }, { query: '{ __typename }' }]
    expect((await call(app, 'POST', '/graphql', { body })).statusCode).toBe(400)
  })

  it('causes errors with only a message, a location and a code', async () => {
    for (const query of [
      '{ nope }',
      '{',
      '{ products(first: 0) { totalCount } }',
      'mutation { clearCart { cart { id } } }',
    ]) {
      const { errors } = await ask(app, query)
      expect(errors).toHaveLength(1)
      expect(Object.keys(errors![0]!.extensions)).toEqual(['code'])
      expect(['extensions', 'locations', 'message', 'path']).toEqual(expect.arrayContaining(Object.keys(errors![0]!)))
      expect(JSON.stringify(errors)).not.toMatch(/node_modules|server\/|\.ts|stack|prisma|SELECT/i)
    }
  })
})
