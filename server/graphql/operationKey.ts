/** What tells one GraphQL operation from another, however it is sent: its text's hash, its name and the variables that it declares. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type DocumentNode, parse, visit } from 'graphql'
import { LRUCache } from 'lru-cache'
import { configure } from 'safe-stable-stringify'
import { z } from 'zod'
import { checkRepetitions } from './cost'
import { isPersonalDocument } from './cachePolicy'

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
 * By GET or POST, by text or as a persisted query, an operation has the same key, with a token and without. Null where the response may
 * be personal, and where Apollo must refuse the operation. Absolute URLs differ by the host that is asked.
 */
export function operationKey(request: FastifyRequest): string | null {
  const { headers } = request
  if (headers['x-cost'] !== undefined || headers['x-cost-only'] !== undefined) return null
  const operation = identify(request)
  return operation === null ? null : `${headers.accept} ${operation}`
}

function identify(request: FastifyRequest): string | null {
  const sent = readOperation(request)
  if (!sent) return null
  const { operation, operationName, variables } = sent
  if (operation.isPersonal || (operation.variables === null && request.headers.authorization !== undefined)) return null
  const origin = operation.hasAbsoluteUrls ? request.findOrigin() : null
  try {
    return stringify([operation.hash, operationName, declared(variables, operation), origin]) ?? null
  } catch {
    return null
  }
}

interface SentOperation {
  operation: Operation
  operationName: string | null
  /** As they were sent. */
  variables: Record<string, unknown>
}

/** Null for what Apollo must refuse, and for what is sent neither by GET nor by POST. */
function readOperation({ method, body, query }: FastifyRequest): SentOperation | null {
  if (method !== 'GET' && method !== 'POST') return null
  const { success, data } = operationSchema.safeParse(method === 'GET' ? operationInUrl(query) : body)
  if (!success) return null
  const { query: text, operationName, variables, extensions } = data
  const claimed = extensions?.persistedQuery?.sha256Hash
  const operation = text == null ? named(claimed) : describe(text)
  if (!operation || operation.repeated !== null || (claimed !== undefined && claimed !== operation.hash)) return null
  return { operation, operationName: operationName ?? null, variables: variables ?? {} }
}

interface Operation {
  /** SHA-256 of its text, in hex. */
  hash: string
  /** The names of all that it declares; null where its text is not known here, as after it was sent to another server. */
  variables: Set<string> | null
  /** Whether its response may name the site that it comes from; true where its text is not known here. */
  hasAbsoluteUrls: boolean
  /** Whether it reads or changes something of the viewer's; false where its text is not known here. */
  isPersonal: boolean
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
      hasAbsoluteUrls: asksForAbsoluteUrls(document),
      isPersonal: isPersonalDocument(document),
      repeated: whyRepeated(document),
    }
    byText.set(text, operation)
    byHash.set(hash, operation)
    return operation
  } catch {
    return undefined
  }
}

/** By the argument's name alone: no other field has one like it, and a variable may decide. */
function asksForAbsoluteUrls(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Argument: ({ name }) => {
      found ||= name.value === 'absolute'
    },
  })
  return found
}

function whyRepeated(document: DocumentNode): string | null {
  try {
    checkRepetitions(document)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** By the hash alone. */
function named(hash: string | undefined): Operation | undefined {
  if (hash === undefined) return undefined
  return byHash.get(hash) ?? { hash, variables: null, hasAbsoluteUrls: true, isPersonal: false, repeated: null }
}

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
