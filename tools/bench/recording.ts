/** The requests that the built client sends during a session in the shop, from client/e2e/recording.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/settings'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Recorded {
  method: 'GET' | 'POST'
  path: string
  /** The name of a GraphQL operation. */
  operation?: string
  headers: Record<string, string>
  variables: Record<string, unknown>
}

interface Recording {
  documents: Record<string, { sha256: string; text: string }>
  steps: Record<string, Recorded[]>
}

const { documents, steps } = JSON.parse(
  readFileSync(join(projectRoot, 'client/e2e/recording.json'), 'utf8'),
) as Recording

/** Replaces the placeholders in a recorded request: `{token}`, `{orderId}` and so on. */
export type Values = Record<string, string | number>

export function requestsOf(step: string): Recorded[] {
  const requests = steps[step]
  if (!requests) throw new Error(`The recording has no step '${step}'.`)
  return requests
}

/** The request of a step, by GraphQL operation or path. */
export function requestOf(step: string, name: string): Recorded {
  const request = requestsOf(step).find(({ operation, path }) => (operation ?? path) === name)
  if (!request) throw new Error(`In step '${step}' the recording has no request '${name}'.`)
  return request
}

export const nameOf = ({ operation, path }: Recorded): string => operation ?? path

const fill = <Part>(part: Part, values: Values): Part =>
  JSON.parse(JSON.stringify(part), (_, value: unknown) => {
    const placeholder = typeof value === 'string' && /^\{(\w+)\}$/.exec(value)?.[1]
    if (!placeholder) return value
    if (values[placeholder] === undefined) throw new Error(`There is no value for {${placeholder}}.`)
    return values[placeholder]
  }) as Part

/** The same request for another shopper. `withText` adds the query text for a server that does not have its hash. */
export function callOf(request: Recorded, values: Values = {}, withText = false): Call {
  const { method, path, headers, variables } = fill(request, values)
  if (!request.operation) return method === 'GET' ? { method, path, headers } : post(path, headers, variables)
  const { sha256, text } = documents[request.operation]!
  const extensions = { persistedQuery: { version: 1, sha256Hash: sha256 } }
  const operationName = request.operation
  if (withText || method === 'POST')
    return post(path, headers, { operationName, variables, extensions, ...(withText && { query: text }) })
  const parameters = { operationName, variables: JSON.stringify(variables), extensions: JSON.stringify(extensions) }
  return { method, path: `${path}?${new URLSearchParams(parameters).toString()}`, headers }
}

function post(path: string, headers: Call['headers'], content: object): Call {
  const body = JSON.stringify(content)
  return { method: 'POST', path, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body }
}

/** Matches an error in GraphQL or REST, or a refused change. */
export const FAILED = /"errors":|"userErrors":\[\{/

/**
 * Sends a request as the client does. If the server does not have the hash, sends it again with the text. Returns the response's text.
 */
export async function ask(origin: string, request: Recorded, values: Values = {}): Promise<string> {
  const send = async ({ path, ...call }: Call) => (await fetch(origin + path, call)).text()
  let text = await send(callOf(request, values))
  if (text.includes('PersistedQueryNotFound')) text = await send(callOf(request, values, true))
  if (FAILED.test(text)) throw new Error(`${nameOf(request)}: ${text.slice(0, 500)}`)
  return text
}
