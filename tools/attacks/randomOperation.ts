/** Generates random operations from the schema, to find the most expensive one that the server accepts. */
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** A random number generator. The same seed returns the same numbers. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const DEEPEST = 6
/** Search texts that are likely to be expensive. */
const TEXTS = ['bowl', 'tera kota boul plat', 'celdon', 'e', 'cup plate vase planter']

/** Uses only query fields, because mutations are measured separately. `ids` are product ids. */
export function randomQuery(schema: GraphQLSchema, random: (below: number) => number, ids: string[], tokens: number) {
  let left = tokens
  let aliases = 0
  let text = 0

  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!

  function valueOf(type: GraphQLInputType, name: string): string {
    if (isNonNullType(type)) return valueOf(type.ofType, name)
    if (isListType(type)) return `[${valueOf(type.ofType, name)}]`
    if (isEnumType(type)) return pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(() => random(3) === 0)
      return `{${fields.map((field) => `${field.name}: ${valueOf(field.type, field.name)}`).join(', ')}}`
    }
    if (type.name === 'Int')
      return String(name === 'page' ? 1 + random(3) : name === 'buckets' ? 50 : pick([1, 4, 20, 100]))
    if (type.name === 'Boolean') return pick(['true', 'false'])
    if (name === 'categoryIds') return '"cups"'
    if (type.name === 'ID') return `"${pick(ids)}"`
    // A different text each time, so that no cache has the response.
    return JSON.stringify(`${pick(TEXTS)} ${(text += 1)}`)
  }

  function argumentsOf(field: GraphQLField<unknown, unknown>): string {
    const given = field.args.filter(({ name, type }) => isNonNullType(type) || (name !== 'after' && random(2) === 0))
    left -= 6 * given.length
    return given.length === 0 ? '' : `(${given.map(({ name, type }) => `${name}: ${valueOf(type, name)}`).join(', ')})`
  }

  function selectionOf(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields())
    const isLeaf = (field: GraphQLField<unknown, unknown>) => isLeafType(getNamedType(field.type))
    const chosen = depth >= DEEPEST ? fields.filter(isLeaf) : fields
    if (chosen.length === 0) return '{ __typename }'
    const count = depth === 0 ? 1 + random(98) : 1 + random(5)
    // Prefers one field, because an expensive field is more expensive when repeated.
    const favourite = pick(chosen)
    const parts: string[] = []
    for (let i = 0; i < count && left > 10; i += 1) {
      const field = random(3) > 0 ? favourite : pick(chosen)
      const alias = aliases < 98 ? `a${(aliases += 1)}: ` : ''
      left -= 5
      const below = getNamedType(field.type)
      const selection = selectionBelow(below, depth + 1)
      if (alias || !parts.some((part) => part.startsWith(field.name)))
        parts.push(`${alias}${field.name}${argumentsOf(field)} ${selection}`)
    }
    return `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`
  }

  function selectionBelow(type: GraphQLNamedType, depth: number): string {
    if (isObjectType(type)) return selectionOf(type, depth)
    if (!isInterfaceType(type)) return ''
    const one = pick(schema.getPossibleTypes(type))
    return `{ ... on ${one.name} ${selectionOf(one, depth)} }`
  }

  return selectionOf(schema.getQueryType()!, 0)
}
