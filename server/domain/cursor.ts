/**
 * Opaque cursors. Each contains the position where a page ended and a hash of the query, so it works only for the list that it came from.
 */
import { createHash } from 'node:crypto'
import { DomainError, invalidInput } from '../shared/errors'
import { isStorable, isUuid } from '../shared/validation'

export interface Page<Node> {
  edges: { cursor: string; node: Node }[]
  hasNextPage: boolean
  hasPreviousPage: boolean
}

interface PageRequest {
  first: number
  after?: string | null | undefined
}

/**
 * The page of a list that has read one row more than `first`, so that it knows whether there are more. If a list reads its nodes in a second
 * statement, `hasNextPage` is that of its first one.
 */
export const pageOf = <Node>(
  found: readonly Node[],
  { first, after }: PageRequest,
  cursorOf: (node: Node) => string,
  hasNextPage = found.length > first,
): Page<Node> => ({
  edges: found.slice(0, first).map((node) => new Edge(node, cursorOf)),
  hasNextPage,
  hasPreviousPage: after != null,
})

/** Computes the cursor only on request. It is a class because V8 makes a hidden class for each object literal with a getter. */
class Edge<Node> {
  readonly node: Node
  readonly #cursorOf: (node: Node) => string

  constructor(node: Node, cursorOf: (node: Node) => string) {
    this.node = node
    this.#cursorOf = cursorOf
  }

  get cursor(): string {
    return this.#cursorOf(this.node)
  }
}

export type CursorValue = string | number | boolean

/** `serial` is a 32-bit integer, like the database's row numbers. */
type CursorType = 'string' | 'number' | 'boolean' | 'serial' | 'uuid'

const MAX_SERIAL = 2 ** 31 - 1

const hashOf = (question: unknown): string =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12)

export const encodeCursor = (question: unknown, values: CursorValue[]): string =>
  Buffer.from(JSON.stringify([hashOf(question), ...values])).toString('base64url')

/**
 * Returns a cursor's values, one per given type. Throws STALE_CURSOR for a cursor from another query, and INVALID_INPUT for invalid text.
 */
export function decodeCursor(question: unknown, cursor: string, types: readonly CursorType[]): CursorValue[] {
  const [hash, ...values] = parse(cursor)
  if (hash !== hashOf(question)) throw new DomainError('STALE_CURSOR', { field: 'after' })
  if (values.length !== types.length || !values.every((value, i) => isOf(types[i]!, value))) throw notACursor()
  return values as CursorValue[]
}

/** Accepts only values that the column can hold, because comparing with any other value fails in the database. */
function isOf(type: CursorType, value: unknown): boolean {
  if (type === 'serial') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SERIAL
  if (type === 'uuid') return typeof value === 'string' && isUuid(value)
  if (typeof value !== type) return false
  // A position may be negative, and so is a time before 1970.
  if (type === 'number') return Number.isSafeInteger(value)
  return type !== 'string' || isStorable(value as string)
}

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && typeof parts[0] === 'string') return parts
  } catch {
    // For invalid JSON, the statement below throws.
  }
  throw notACursor()
}

export const notACursor = (): DomainError => invalidInput('after', '`after` is not a cursor.')

const MAX_PER_PAGE = 100

/** Throws INVALID_INPUT for a value outside 1 to 100. */
export const checkFirst = (first: number): number => checkCount('first', first, MAX_PER_PAGE)

/** Throws INVALID_INPUT for a value outside 1 to `maximum`. */
export function checkCount(field: string, count: number, maximum: number): number {
  if (count >= 1 && count <= maximum) return count
  throw invalidInput(field, `\`${field}\` must be between 1 and ${maximum}.`)
}
