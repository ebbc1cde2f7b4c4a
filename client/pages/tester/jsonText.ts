/**
 * Reads and formats JSON by its tokens. `JSON.parse` and `JSON.stringify` would round large numbers, rewrite `1.0` and escapes, and lose
 * repeated names.
 */
import { format, parseTree, type Node } from 'jsonc-parser'
import { findJsonError } from './jsonError'

/** `offset` and `length` are its place in the text. */
export type JsonNode = Node

export interface Replacement {
  offset: number
  length: number
  content: string
}

/** Null if the text is not JSON, or if its nesting is deeper than the stack allows. */
export function treeOf(text: string): JsonNode | null {
  if (findJsonError(text)) return null
  try {
    return parseTree(text) ?? null
  } catch {
    return null
  }
}

/** The entries of a list or the fields of an object, in the order of the text. */
export function entriesOf({ type, children = [] }: JsonNode): { name: string; value: JsonNode }[] {
  if (type === 'array') return children.map((value, at) => ({ name: String(at), value }))
  return children.map(({ children: [name, value] = [] }) => ({ name: String(name!.value), value: value! }))
}

/** Indents a valid JSON text by two spaces. Only white space between the tokens changes. */
export const formatJson = (text: string): string =>
  replaceAt(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' })).trim()

/** The replacements must not overlap, and must be in the order of the text. */
export function replaceAt(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = []
  let end = 0
  for (const { offset, length, content } of replacements) {
    parts.push(text.slice(end, offset), content)
    end = offset + length
  }
  return parts.join('') + text.slice(end)
}
