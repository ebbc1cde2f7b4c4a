/** Random variables as JSON text. Most are invalid, and they are large, deep, long or numerous. */
import type { GraphQLInputObjectType } from 'graphql'
import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql'

type Random = (below: number) => number

/** Just below the body limit of 256 KB. */
const LARGEST = 240_000
/** The maximum depth of JSON that the parser accepts. */
const DEEPEST = 4_000

const repeat = (characters: number, piece: (i: number) => string): string => {
  const pieces: string[] = []
  for (let length = 0, i = 0; length < characters; i += 1) {
    const next = piece(i)
    pieces.push(next)
    length += next.length + 1
  }
  return pieces.join(',')
}
const nested = (characters: number, open: string, close: string): string => {
  const depth = Math.min(DEEPEST, Math.floor(characters / (open.length + close.length)))
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}
const WORDS = ['bowl', 'tera kota', 'celdon', 'ß', 'İ', 'ﬃ', 'é', '𝒳', '%', '_', "'", ' ']

/** Each function returns a JSON value of about the given length. */
const SHAPES: Record<string, (characters: number, random: Random) => string> = {
  'unknown fields': (n) => `{${repeat(n, (i) => `"x${i}":{}`)}}`,
  'nested objects': (n) => nested(n, '{"a":', '}'),
  'nested lists': (n) => nested(n, '[', ']'),
  'a long string': (n, random) => JSON.stringify(WORDS[random(WORDS.length)]!.repeat(n).slice(0, n)),
  'a list of wrong items': (n, random) => `[${repeat(n, () => ['{}', 'null', '[]', '1.5', '"x"'][random(5)]!)}]`,
  'numbers as strings': (n) => `[${repeat(n, (i) => `"${i}"`)}]`,
  'thousands of ids': (n) => `[${repeat(n, (i) => `"01a209eb-616d-759c-b55c-${String(i).padStart(12, '0')}"`)}]`,
  'a number': (_n, random) => ['1e999', '-0', '1.5', '99999999999999999999', '"7"', '-1'][random(6)]!,
  'a boolean': () => 'true',
}

/** From a hundred characters to the largest body. Small and large sizes are equally frequent. */
const sizeOf = (random: Random, most: number): number => Math.min(most, Math.floor(100 * 2 ** (random(1_130) / 100)))

/** A value for a variable of this type, and a description of its kind. */
export function randomValue(type: GraphQLInputType, random: Random, most = LARGEST): { kind: string; json: string } {
  const named = getNamedType(type)
  if (isInputObjectType(named) && random(2) === 0) return randomObject(named, random, most)
  const kinds = Object.keys(SHAPES)
  const kind = kinds[random(kinds.length)]!
  return { kind, json: SHAPES[kind]!(sizeOf(random, most), random) }
}

/** An object with the type's fields, each with a random value. */
function randomObject(type: GraphQLInputObjectType, random: Random, most: number) {
  const fields = Object.values(type.getFields()).filter(() => random(3) > 0)
  const values = fields.map((field) => ({ field, ...randomValue(field.type, random, most / fields.length) }))
  const json = values.map(({ field, json }) => `"${field.name}":${json}`).join(',')
  return { kind: values.map(({ field, kind }) => `${field.name}: ${kind}`).join(', '), json: `{${json}}` }
}
