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

/** `levels` nested fields, most of them in fragments. */
function deepInFragments(levels: number): string {
  const names = Array.from({ length: levels - 2 }, (_, i) => `Level${i}`)
  const fragments = names.map((name, i) => {
    const next = names[i + 1]
    return `fragment ${name} on Product { related(first: 1) { ${next ? `...${next}` : 'id'} } }`
  })
  return `{ product(id: "celadon-chai-cup") { ...Level0 } } ${fragments.join(' ')}`
}

/** 13 levels in two fragments of several levels each. */
const NESTED_FRAGMENTS = `{ product(id: "x") { ...Outer } }
  fragment Outer on Product ${'{ related(first: 1) '.repeat(5)} { ...Inner } ${'}'.repeat(5)}
  fragment Inner on Product ${'{ related(first: 1) '.repeat(6)} { id } ${'}'.repeat(6)}`

const aliased = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} }`

const long = (characters: number): string => '{ __typename }'.padEnd(characters, ' ')

describe('a query', () => {
  it.each([
    ['12 levels', deep(12), 1],
    ['12 levels, counted through fragments', deepInFragments(12), 1],
    ['100 aliases', aliased(100), 100],
    ['15,000 characters', long(15_000), 1],
  ])('may have %s', async (_, query, fields) => {
    const { status, data, errors } = await ask(app, query)
    expect([status, Object.keys(data).length, errors]).toEqual([200, fields, undefined])
  })

  it.each([
    ['13 levels', deep(13), 'GRAPHQL_VALIDATION_FAILED'],
    ['13 levels, counted through fragments', NESTED_FRAGMENTS, 'GRAPHQL_VALIDATION_FAILED'],
    ['101 aliases', aliased(101), 'GRAPHQL_VALIDATION_FAILED'],
    [
      '101 aliases, counted through fragments',
      `fragment F on Query ${aliased(60)} query { ...F products { nodes { id } } ... on Query ${aliased(41)} }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['15,001 characters', long(15_001), 'BAD_REQUEST'],
    ['100,000 characters, even if it is no query', 'x'.repeat(100_000), 'BAD_REQUEST'],
    ['200,000 characters, even if it is no query', '{'.repeat(200_000), 'BAD_REQUEST'],
  ])('may not have %s', async (_, query, code) => {
    expect(await refused(query)).toEqual([400, undefined, [code]])
  })

  it('may not have 15,001 characters by GET', async () => {
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
