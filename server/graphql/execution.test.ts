import { makeExecutableSchema } from '@graphql-tools/schema'
import fc from 'fast-check'
import { getOperationAST, parse, validate, type GraphQLError, type OperationDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Context } from './context'
import { executionOf } from './execution'

/** All that the contract's schema has of GraphQL, and resolvers that fail, wait and leave out as they are told to by a thing's number. */
const typeDefs = `
  enum Kind { BOWL CUP }
  input Inner { kind: Kind = CUP, ids: [ID!] }
  input Filter { least: Int! = 2, most: Int, inner: Inner }
  interface Node { id: ID! }
  type Thing implements Node {
    id: ID!
    number: Int
    mustNumber: Int!
    name(prefix: String = "a", filter: Filter): String
    kind: Kind
    other: Thing
    mustOther: Thing!
    things(first: Int! = 2, kind: Kind): [Thing!]
    maybe: [Thing]
    must: [Thing!]!
    node: Node
    nodes: [Node!]!
    either: Either
  }
  type Leaf implements Node { id: ID! size: Float flag: Boolean }
  union Either = Thing | Leaf
  type Query { me: Thing }
  type Mutation { first(input: Filter!): Thing second(by: Int! = 1): Thing! }`

interface Thing {
  n: number
  id: string
  kind: string | null
}
const thing = (n: number): Thing => ({ n, id: `thing ${n}`, kind: n % 3 === 0 ? 'BOWL' : n % 3 === 1 ? 'CUP' : null })
const leaf = (n: number) => ({ id: `leaf ${n}`, size: n / 2, flag: n % 2 === 0, n })

/**
 * Now or later, there or null or an error, all by the number. What is not there is so later: where graphql-js learns of it at once, in a
 * list, it leaves the promises before it to nobody.
 */
function yields<Value>(n: number, value: Value): Value | Promise<Value | null> {
  if (n % 2 === 0 && n % 7 !== 3 && n % 5 !== 4) return value
  return new Promise<void>((done) => setImmediate(done)).then(() => {
    if (n % 7 === 3) throw Object.assign(new Error(`no ${n}`), { extensions: { code: `CODE_${n}` } })
    return n % 5 === 4 ? null : value
  })
}

const next = (n: number, by: number): number => (n * 31 + by) % 101
const several = (n: number) => [1, 2, 3].map((by) => thing(next(n, by)))
const typeOf = { __resolveType: ({ id }: { id: string }) => (id.startsWith('leaf') ? 'Leaf' : 'Thing') }
const resolvers = {
  Node: typeOf,
  Either: typeOf,
  Query: { me: (_: unknown, __: unknown, { seed }: { seed: number }) => thing(seed) },
  Mutation: {
    first: (_: unknown, { input }: { input: { least: number } }, context: { seed: number }) =>
      yields((context.seed += 1), thing(next(context.seed, input.least))),
    second: (_: unknown, { by }: { by: number }, context: { seed: number }) =>
      yields((context.seed += 2), thing(next(context.seed, by))),
  },
  Thing: {
    number: ({ n }: Thing) => yields(n, n),
    mustNumber: ({ n }: Thing) => yields(next(n, 4), n),
    name: ({ n }: Thing, args: object) => yields(n, JSON.stringify({ n, args })),
    other: ({ n }: Thing) => yields(next(n, 5), thing(next(n, 6))),
    mustOther: ({ n }: Thing) => yields(next(n, 7), thing(next(n, 8))),
    things: ({ n }: Thing, { first, kind }: { first: number; kind?: string }) =>
      yields(n, several(n + (kind ?? '').length).slice(0, first)),
    maybe: ({ n }: Thing) => yields(n, [thing(next(n, 1)), null, Promise.resolve(thing(next(n, 3)))]),
    must: ({ n }: Thing) => yields(next(n, 9), several(n)),
    node: ({ n }: Thing) => yields(n, n % 2 ? thing(next(n, 3)) : leaf(n)),
    nodes: ({ n }: Thing) => [thing(next(n, 3)), leaf(n)],
    either: ({ n }: Thing) => yields(next(n, 2), n % 3 ? thing(next(n, 1)) : leaf(n)),
  },
}

const schemaOf = () => makeExecutableSchema({ typeDefs, resolvers })
const schema = schemaOf()

type Executor = NonNullable<Awaited<ReturnType<ReturnType<typeof executionOf>['load']>>['executor']>
const executorOf = async (compileAfter: number): Promise<Executor> =>
  (await executionOf(schemaOf, compileAfter).load({ apollo: { key: '', keyHash: '', graphRef: '' } })).executor!

const [plain, compiling] = [await executorOf(0), await executorOf(1)]

interface Asked {
  text: string
  variables?: Record<string, unknown>
  seed?: number
  operationName?: string
}

/** What each of them sends, the second time: as JSON. */
async function both({ text, variables = {}, seed = 1, operationName }: Asked) {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  const operation = getOperationAST(document, operationName) as OperationDefinitionNode
  const run = (executor: Executor) =>
    executor({
      document,
      operation,
      context: { seed } as unknown as Context,
      request: { variables, operationName },
    } as unknown as Parameters<Executor>[0])
  await run(compiling)
  const [byGraphql, compiled] = [await run(plain), await run(compiling)]
  return { byGraphql, compiled }
}

interface Said {
  data?: unknown
  errors?: readonly GraphQLError[]
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
/** Of a field that is asked for twice at once, compiled code says both names. */
const inWords = (message: string): string => message.replace(/\((\w+)(,\1)+\)/g, '$1')

/** Where the null stands that an error led to. */
function placeOf(data: unknown, path: readonly (string | number)[] = []): string {
  let value = asJson(data)
  const depth = path.findIndex((key) => value === null || ((value = (value as Record<string, unknown>)[key]), false))
  return path.slice(0, depth < 0 ? path.length : depth).join('.')
}

/** By place. A field's own null has one error; of several that lead to one null above them, GraphQL leaves open how many are told, and which. */
function errorsOf({ data, errors = [] }: Said): Record<string, string> {
  const ofField = ({ path, ...error }: GraphQLError) =>
    placeOf(data, path) === path?.join('.') ? inWords(JSON.stringify(error)) : 'one below'
  return Object.fromEntries(errors.map((error) => [placeOf(data, error.path), ofField(error)]))
}

async function expectSame(asked: Asked) {
  const { byGraphql, compiled } = await both(asked)
  expect(asJson(compiled.data)).toEqual(asJson(byGraphql.data))
  expect(errorsOf(compiled)).toEqual(errorsOf(byGraphql))
  return compiled
}

/** graphql-js gives objects without a prototype. */
const isOfCompiledCode = ({ data }: { data?: unknown }): boolean =>
  data == null || Object.getPrototypeOf(data) === Object.prototype

const LEAVES = ['id', 'number', 'mustNumber', 'kind', '__typename', 'name', 'name(prefix: "b")', 'name(filter: {})']
const WITH_VARIABLES = ['name(filter: $filter)', 'name(prefix: $prefix)']
const BRANCHES = ['other', 'mustOther', 'things', 'things(first: $first)', 'things(kind: BOWL)', 'maybe', 'must']

/** What may be asked of a thing, `depth` levels deep; what has arguments has an alias of its own for each way to ask. */
const selection = (depth: number): fc.Arbitrary<string> => {
  const aliased = (field: string, i: number) => (/[(@]/.test(field) ? `a${i}: ${field}` : field)
  const leaves = fc.subarray([...LEAVES, ...WITH_VARIABLES].map(aliased), { minLength: 1, maxLength: 4 })
  if (depth === 0) return leaves.map((all) => `{ ${all.join(' ')} }`)
  const below = selection(depth - 1)
  const branch = fc.oneof(
    fc.tuple(fc.nat(BRANCHES.length - 1), below).map(([i, all]) => aliased(BRANCHES[i]!, 20 + i) + all),
    below.map((all) => `node { id ... on Thing ${all} ... on Leaf { size flag } }`),
    below.map((all) => `nodes { __typename id ... on Thing ${all} }`),
    below.map((all) => `either { ... on Leaf { id size } ... on Thing ${all} }`),
    below.map((all) => `... on Thing ${all}`),
    fc.constant('...Rest'),
  )
  return fc.tuple(leaves, fc.array(branch, { maxLength: 3 })).map(([own, more]) => `{ ${[...own, ...more].join(' ')} }`)
}

const VARIABLES = '($first: Int! = 1, $filter: Filter, $prefix: String = "c")'
const REST = 'fragment Rest on Thing { number other { mustNumber } kind }'
const variables = fc.record(
  {
    first: fc.nat(3),
    filter: fc.record(
      { least: fc.nat(5), inner: fc.constantFrom({}, { ids: 'x' }, { kind: 'BOWL' }) },
      { requiredKeys: [] },
    ),
    prefix: fc.constantFrom('x', null),
  },
  { requiredKeys: [] },
)

/** Each spreads the next one twice. */
const doubling = (levels: number): string =>
  Array.from(
    { length: levels },
    (_, i) => `fragment F${i} on Thing { a: other { ...F${i + 1} } b: mustOther { ...F${i + 1} } }`,
  ).join(' ')

describe('a compiled operation', () => {
  it('says what graphql-js would, errors and their places included, whatever is asked', async () => {
    let [failed, compiledOnes] = [0, 0]
    await fc.assert(
      fc.asyncProperty(selection(3), variables, fc.nat(100), fc.boolean(), async (all, values, seed, isChange) => {
        // Everything that is declared is used, by fields that do not collide with the rest.
        const used = '{ z1: things(first: $first) { id } z2: name(prefix: $prefix, filter: $filter) ...Rest }'
        const text = isChange
          ? `mutation M${VARIABLES} { first(input: { most: $first }) ${all} second ${all} used: second(by: 2) ${used} }`
          : `query Q${VARIABLES} { me ${all} used: me ${used} }`
        const result = await expectSame({ text: `${text} ${REST}`, variables: values, seed })
        if (result.errors) failed += 1
        if (isOfCompiledCode(result)) compiledOnes += 1
      }),
      { numRuns: 300 },
    )
    // Else nothing was tried.
    expect(failed).toBeGreaterThan(50)
    expect(compiledOnes).toBeGreaterThan(250)
  })

  it.each([
    ['a wrong variable', { prefix: 1 }],
    ['a wrong one deep inside', { filter: { inner: { kind: 'PLATE' } } }],
    ['one that is too much', { filter: { nothing: 1 } }],
    ['null for what must not be', { first: null }],
  ])('refuses %s in the words of graphql-js', async (_, values) => {
    const text = `query Q${VARIABLES} { me { things(first: $first) { id } name(prefix: $prefix, filter: $filter) } }`
    const { errors, data } = await expectSame({ text, variables: values })
    expect([errors?.length, data]).toEqual([1, undefined])
  })

  it('has errors that can be told more about, with what went wrong', async () => {
    const { compiled } = await both({ text: '{ me { number } }', seed: 3 })
    const [error] = compiled.errors!
    expect(error!.path).toEqual(['me', 'number'])
    expect(error!.extensions).toEqual({ code: 'CODE_3' })
    Object.assign(error!.extensions, { requestId: 'x' })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      ...{ message: 'no 3', path: ['me', 'number'], locations: [{ line: 1, column: 8 }] },
      extensions: { code: 'CODE_3', requestId: 'x' },
    })
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__context',
    'parent',
    'then',
    'arguments',
    'await',
  ])('may call a field %s', async (alias) => {
    const { byGraphql, compiled } = await both({ text: `{ me { ${alias}: id other { ${alias}: kind id } } }`, seed: 2 })
    expect(JSON.stringify(compiled)).toBe(JSON.stringify(byGraphql))
    expect(JSON.stringify(compiled)).toContain(`"${alias}":"thing 2"`)
  })

  it('takes texts as they are', async () => {
    const text = (nasty: string) => `{ me { name(prefix: ${JSON.stringify(nasty)}) } }`
    for (const nasty of ['"', '`${1}`', '\\', '\u2028', "'; throw 1; '", '*/', '\u0000'])
      await expectSame({ text: text(nasty), seed: 2 })
  })

  it('is one of those that the document has', async () => {
    const text = 'query A { me { id } } query B { me { kind } }'
    expect((await expectSame({ text, operationName: 'A' })).data).toEqual({ me: { id: 'thing 1' } })
    expect((await expectSame({ text, operationName: 'B' })).data).toEqual({ me: { kind: 'CUP' } })
  })

  it.each([
    [
      'a field left out',
      'query ($yes: Boolean = true) { me { id @skip(if: $yes) kind ... on Thing { id @include(if: $yes) } } }',
    ],
    [
      'a fragment left out',
      'query ($yes: Boolean = false) { me { ...A @include(if: $yes) id } } fragment A on Thing { kind }',
    ],
    ['the name of the prototype', '{ me { __proto__: id } }'],
    ['a fragment spread a thousand times', `{ me { ...F0 } } ${doubling(10)} fragment F10 on Thing { id }`],
    ['nothing personal', '{ __schema { queryType { name } } }'],
  ])('is none that has %s', async (_, text) => {
    const result = await expectSame({ text, seed: 2 })
    expect(isOfCompiledCode(result)).toBe(false)
  })
})
