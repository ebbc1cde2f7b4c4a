import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../../server/settings'
import { isPublic, PUBLIC_FIELDS } from './publicOperation'

const client = join(projectRoot, 'client')
const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))

/** Every operation in the client's .graphql files, each as a separate document. */
const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.graphql'))
const operations = files.flatMap((file) =>
  parse(readFileSync(join(client, file), 'utf8')).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [
          {
            name: definition.name!.value,
            document: { kind: Kind.DOCUMENT, definitions: [definition] } satisfies DocumentNode,
          },
        ]
      : [],
  ),
)

const isPrivate = (directives: readonly ConstDirectiveNode[] = []): boolean =>
  directives.some(({ arguments: given = [] }) =>
    given.some(({ name, value }) => name.value === 'scope' && value.kind === Kind.ENUM && value.value === 'PRIVATE'),
  )

/** The names of all private types and fields that are reachable from this type. */
function privateParts(type: GraphQLNamedType, seen = new Set<GraphQLNamedType>()): string[] {
  if (seen.has(type)) return []
  seen.add(type)
  const own = isPrivate(type.astNode?.directives) ? [type.name] : []
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
  return [
    ...own,
    ...fields.filter(({ astNode }) => isPrivate(astNode?.directives)).map(({ name }) => `${type.name}.${name}`),
    ...[...possible, ...fields.map((field) => getNamedType(field.type))].flatMap((each) => privateParts(each, seen)),
  ]
}

describe('a public field of Query', () => {
  it.each([...PUBLIC_FIELDS])('%s exposes no private type or field', (name) => {
    const field = schema.getQueryType()!.getFields()[name]!
    expect(isPrivate(field.astNode?.directives)).toBe(false)
    expect(privateParts(getNamedType(field.type))).toEqual([])
  })

  it('is checked by a function that detects the private fields of other queries', () => {
    for (const name of ['me', 'office', 'orderByLink', 'node'])
      expect([name, privateParts(getNamedType(schema.getQueryType()!.getFields()[name]!.type))]).not.toEqual([name, []])
  })
})

describe('a client operation', () => {
  const PUBLIC_OPERATIONS = [
    'ReviewsPageQuery',
    'BestsellersQuery',
    'CardVariantsQuery',
    'HomePageQuery',
    'ProductPageQuery',
    'ProductsPageQuery',
    'RecentlyViewedQuery',
    'SearchBarQuery',
    'SecondPhotoQuery',
    'ShopQuery',
  ]

  it.each(operations)('$name is sent with the token unless it is listed as public', ({ name, document }) => {
    expect(isPublic(document)).toBe(PUBLIC_OPERATIONS.includes(name))
  })

  it.each([
    '{ products { totalCount } me { id } }',
    'mutation { clearCart { cart { id } } }',
    'subscription { products { totalCount } }',
    '{ ...Parts } fragment Parts on Query { products { totalCount } }',
    '{ ... on Query { products { totalCount } } }',
    '{ node(id: "x") { id } }',
    '{ nodes(ids: ["x"]) { id } }',
    '{ notYetKnown { id } }',
    '{ products: me { id } }',
    'query OfficeList { products { totalCount } }',
    'query A { shop { name } } query B { me { id } }',
    'fragment Alone on Query { shop { name } }',
  ])('is sent with the token if it may select private data: %s', (text) => {
    expect(isPublic(parse(text))).toBe(false)
  })
})
