/** Identifies a GraphQL operation by the hash of its text, its name and the variables that it declares, however it is sent. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type DocumentNode, parse, visit } from 'graphql'
import { LRUCache } from 'lru-cache'
import { configure } from 'safe-stable-stringify'
import { z } from 'zod'
import { RULES } from '../../guards/rules'
import { checkRepetitions } from './cost'
import { isPersonalDocument } from './cachePolicy'

/** Parsing stops after this many tokens. */
export const MAX_TOKENS = RULES['operations.tokens'].most

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a GraphQL request over HTTP that Apollo reads. */
const operationSchema = z.object({
  query: z.string().nullish(),
  operationName: z.string().nullish(),
  variables: z.custom<Record<string, unknown>>(isRecord).nullish(),
  extensions: z
    .looseObject({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }).nullish() })
    .nullish(),
})

/** Sorts the keys of objects. Throws if two different values would look the same, such as null and a number too large for JavaScript. */
const stringify = configure({ strict: true })

/**
 * The key is the same for GET and POST, for text and persisted queries, and with or without a token. It is null if the response may be
 * personal, or if Apollo must reject the operation. If the response may contain absolute URLs, the key includes the host.
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
  /** The variables as the client sent them. */
  variables: Record<string, unknown>
}

/** Null for a request that Apollo must reject, and for methods other than GET and POST. */
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
  /** SHA-256 of the text, in hex. */
  hash: string
  /** The names of all declared variables. Null if the text is unknown to this server, for example because another server received it. */
  variables: Set<string> | null
  /** True if the response may contain absolute URLs, or if the text is unknown to this server. */
  hasAbsoluteUrls: boolean
  /** True if the operation reads or changes the viewer's data. False if the text is unknown to this server. */
  isPersonal: boolean
  /** The reason why the text is rejected before validation, or null if it is not. */
  repeated: string | null
}

const MAX_BYTES = 8 * 1024 * 1024
const CHARACTER_BYTES = 2
/** The memory that an entry takes in addition to its text. Measured, and rounded up. */
const OVERHEAD_BYTES = 1024

/** Caches known texts, because hashing and parsing a text costs more than the rest of a cached response. */
const byText = new LRUCache<string, Operation>({
  maxSize: MAX_BYTES,
  sizeCalculation: (_operation, text) => text.length * CHARACTER_BYTES + OVERHEAD_BYTES,
})
const byHash = new LRUCache<string, Operation>({ max: 5_000 })

/** Undefined for a text that Apollo will reject. */
export function describe(text: string): Operation | undefined {
  const known = byText.get(text)
  if (known) return known
  const hash = createHash('sha256').update(text).digest('hex')
  try {
    const document = parse(text, { noLocation: true, maxTokens: MAX_TOKENS })
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

/** Checks only the argument's name: its value may be a variable, and no other argument has this name. */
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

/** Finds an operation by its hash alone. */
function named(hash: string | undefined): Operation | undefined {
  if (hash === undefined) return undefined
  return byHash.get(hash) ?? { hash, variables: null, hasAbsoluteUrls: true, isPersonal: false, repeated: null }
}

/** Keeps only the declared variables, because others do not affect the response. */
function declared(given: Record<string, unknown>, { variables }: Operation): Record<string, unknown> {
  return variables === null ? given : Object.fromEntries(Object.entries(given).filter(([name]) => variables.has(name)))
}

/** A repeated parameter is a list, not a string. */
function operationInUrl(params: unknown): object {
  const { query, operationName, variables, extensions } = params as Record<string, unknown>
  return { query, operationName, variables: jsonIn(variables), extensions: jsonIn(extensions) }
}

function jsonIn(param: unknown): unknown {
  if (typeof param !== 'string') return param
  try {
    // Only objects are accepted. Unlike in a request body, null is rejected here.
    return JSON.parse(param) ?? NaN
  } catch {
    return NaN
  }
}
