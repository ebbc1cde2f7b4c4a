/** What a public answer is kept under. Whoever looks for one reckons its key here, so that all mean the same. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { configure } from 'safe-stable-stringify'
import { z } from 'zod'
import type { Settings } from '../settings'

/** No query string changes what a public route of the REST contract answers. */
export function keyOfRoute(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? `rest ${url}` : `rest ${url.slice(0, end)}`
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What names an operation over HTTP, as far as Apollo takes it. */
const operationSchema = z.object({
  query: z.string().nullish(),
  operationName: z.string().nullish(),
  variables: z.custom<object>(isRecord).nullish(),
  extensions: z
    .looseObject({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }).nullish() })
    .nullish(),
})

/** Objects in the order of their keys. Throws where two values would be written alike, as null and a number too large for JavaScript. */
const stringify = configure({ strict: true })

/**
 * By the hash of its text, its name and its variables, and by the kinds of answer that are accepted: whether it came by GET or POST, by
 * text or as a persisted query, it is the same. Null for what Apollo must refuse or cannot be named.
 */
export function keyOfOperation(operation: unknown, accept = ''): string | null {
  const { success, data } = operationSchema.safeParse(operation)
  if (!success) return null
  const { query, operationName = null, variables, extensions } = data
  const claimed = extensions?.persistedQuery?.sha256Hash
  const hash = query == null ? claimed : createHash('sha256').update(query).digest('hex')
  if (hash === undefined || (claimed !== undefined && claimed !== hash)) return null
  try {
    return `graphql ${stringify([accept, hash, operationName, variables ?? {}])}`
  } catch {
    return null
  }
}

/** Exactly what was sent, to find a key without reading it again. Null with a token: what comes then is somebody's own. */
export function wordsOf({ method, headers, url }: IncomingMessage, body: string): string | null {
  if (headers.authorization !== undefined) return null
  // Neither a header nor a URL can hold a line break.
  return `${method}\n${headers.accept ?? ''}\n${url}\n${body}`
}

export const keyOfPage = (origin: string, path: string): string => `page ${origin}${path}`

/** Whether whoever sends this Accept header would take a page. */
export const acceptsPage = (accept = '*/*'): boolean =>
  accept.split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

/** For a GET of a route or a page; null where its head does not tell which answer is meant. */
export function keyOfHead(
  { headers, url }: IncomingMessage,
  where: Pick<Settings, 'publicOrigin' | 'trustProxy'>,
): string | null {
  if (url!.startsWith('/api/')) return keyOfRoute(url!)
  if (!acceptsPage(headers.accept)) return null
  // What a proxy says of the origin is Fastify's to read.
  const origin = where.publicOrigin ?? (where.trustProxy ? null : `http://${headers.host}`)
  return origin && keyOfPage(origin, url!)
}
