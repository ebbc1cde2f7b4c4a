/** What tells one GraphQL operation from another, however it is sent: its text's hash, its name and the variables that it declares. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type DocumentNode, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import { configure } from 'safe-stable-stringify'
import { z } from 'zod'
import { rememberOperation } from './body'
import { checkRepetitions } from './cost'

/** Of a document; what has more is not parsed to its end. */
export const MOST_TOKENS = 1_000

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What names an operation over HTTP, as far as Apollo takes it. */
const operationSchema = z.object({
  query: z.string().nullish(),
  operationName: z.string().nullish(),
  variables: z.custom<Record<string, unknown>>(isRecord).nullish(),
  extensions: z
    .looseObject({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }).nullish() })
    .nullish(),
})

/** Objects in the order of their keys. Throws where two values would be written alike, as null and a number too large for JavaScript. */
const stringify = configure({ strict: true })

/**
 * By GET or POST, by text or as a persisted query, an operation has the same key. Null for what Apollo must refuse or cannot be named,
 * and with a token: the response may then be the caller's own.
 */
export function operationKey(request: FastifyRequest): string | null {
  const { method, headers } = request
  if (headers['x-cost'] !== undefined || headers['x-cost-only'] !== undefined) return null
  if (headers.authorization !== undefined || (method !== 'GET' && method !== 'POST')) return null
  const operation = request.json?.operation ?? identify(method === 'GET' ? operationInUrl(request.query) : request.body)
  if (operation === null) return null
  rememberOperation(request, operation)
  return `${headers.accept} ${operation}`
}

/** By its text's hash, its name and the variables that it declares. */
function identify(given: unknown): string | null {
  const { success, data } = operationSchema.safeParse(given)
  if (!success) return null
  const { query: text, operationName = null, variables, extensions } = data
  const claimed = extensions?.persistedQuery?.sha256Hash
  const operation = text == null ? named(claimed) : describe(text)
  if (!operation || operation.repeated !== null || (claimed !== undefined && claimed !== operation.hash)) return null
  try {
    return stringify([operation.hash, operationName, declared(variables ?? {}, operation)]) ?? null
  } catch {
    return null
  }
}

interface Operation {
  /** SHA-256 of its text, in hex. */
  hash: string
  /** The names of all that it declares; null where its text is not known here, as after it was sent to another server. */
  variables: Set<string> | null
  /** Why it is refused before it is validated; null where it is not. */
  repeated: string | null
}

const LARGEST_BYTES = 8 * 1024 * 1024
const CHARACTER_BYTES = 2
/** What is remembered of a text beside itself; measured, and rounded up. */
const OVERHEAD_BYTES = 1024

/** Texts that were sent before: hashing and parsing one costs more than the rest of a cached response. */
const byText = new LRUCache<string, Operation>({
  maxSize: LARGEST_BYTES,
  sizeCalculation: (_operation, text) => text.length * CHARACTER_BYTES + OVERHEAD_BYTES,
})
const byHash = new LRUCache<string, Operation>({ max: 5_000 })

/** Undefined for a text that Apollo will refuse. */
export function describe(text: string): Operation | undefined {
  const known = byText.get(text)
  if (known) return known
  const hash = createHash('sha256').update(text).digest('hex')
  try {
    const document = parse(text, { noLocation: true, maxTokens: MOST_TOKENS })
    const { definitions } = document
    const names = definitions.flatMap((each) => ('variableDefinitions' in each ? (each.variableDefinitions ?? []) : []))
    const operation = {
      hash,
      variables: new Set(names.map(({ variable }) => variable.name.value)),
      repeated: repetitionIn(document),
    }
    byText.set(text, operation)
    byHash.set(hash, operation)
    return operation
  } catch {
    return undefined
  }
}

function repetitionIn(document: DocumentNode): string | null {
  try {
    checkRepetitions(document)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const named = (hash: string | undefined): Operation | undefined =>
  hash === undefined ? undefined : (byHash.get(hash) ?? { hash, variables: null, repeated: null })

/** What an operation does not declare changes nothing in its response. */
function declared(given: Record<string, unknown>, { variables }: Operation): Record<string, unknown> {
  return variables === null ? given : Object.fromEntries(Object.entries(given).filter(([name]) => variables.has(name)))
}

/** A parameter that is there twice is a list, and no text. */
function operationInUrl(params: unknown): object {
  const { query, operationName, variables, extensions } = params as Record<string, unknown>
  return { query, operationName, variables: jsonIn(variables), extensions: jsonIn(extensions) }
}

function jsonIn(param: unknown): unknown {
  if (typeof param !== 'string') return param
  try {
    // What is no object is refused; so is null here, unlike in a body.
    return JSON.parse(param) ?? NaN
  } catch {
    return NaN
  }
}
