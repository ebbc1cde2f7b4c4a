/** The requests of the shop's client: its own GraphQL documents, persisted as its links send them (client/data/apollo), and its pages. */
import { createHash } from 'node:crypto'
import { addTypenameToDocument } from '@apollo/client/utilities'
import { parse, print } from 'graphql'
import { readOwnOperations } from '../../server/testing'

export interface Call {
  /** The name of a GraphQL operation or page. */
  name: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** The same request with the document's text, for a server that does not have its hash. */
  withText?: Omit<Call, 'name' | 'withText'>
}

const documents = new Map(
  readOwnOperations().map(({ name, operation, text }) => {
    const sent = print(addTypenameToDocument(parse(text)))
    const sha256Hash = createHash('sha256').update(sent).digest('hex')
    return [name, { isQuery: operation.operation === 'query', text: sent, persistedQuery: { version: 1, sha256Hash } }]
  }),
)

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' }

/** A request with an operation of the client. `token` is that of a shopper's session. */
export function operation(operationName: string, variables: object = {}, token?: string): Call {
  const document = documents.get(operationName)
  if (!document) throw new Error(`The client has no operation ${operationName}.`)
  const { isQuery, text, persistedQuery } = document
  const { idempotencyKey: key } = variables as { idempotencyKey?: string }
  const headers = { ...JSON_HEADERS, ...(token && { authorization: token }), ...(key && { 'idempotency-key': key }) }
  const hashed = { operationName, variables, extensions: { persistedQuery } }
  const post = (content: object) =>
    ({ method: 'POST', path: '/graphql', headers, body: JSON.stringify(content) }) as const
  const withText = post({ ...hashed, query: text })
  if (!isQuery) return { name: operationName, ...post(hashed), withText }
  const parameters = new URLSearchParams({
    operationName,
    variables: JSON.stringify(variables),
    extensions: JSON.stringify(hashed.extensions),
  })
  return { name: operationName, method: 'GET', path: `/graphql?${parameters.toString()}`, headers, withText }
}

export const page = (name: string, path: string): Call => ({
  name,
  method: 'GET',
  path,
  headers: { accept: 'text/html' },
})

export const restPost = (path: string, body: object, headers: Record<string, string> = {}): Call => ({
  name: path,
  method: 'POST',
  path,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(body),
})

/** An error in GraphQL or REST, or a refused change. */
const FAILED = /"errors":|"userErrors":\[\{/

/** Sends a request as the client does. Throws if the response is an error, because results with errors would be meaningless. */
export async function send(origin: string, { name, path, withText, ...init }: Call): Promise<string> {
  const response = await fetch(origin + path, init)
  const text = await response.text()
  if (withText && text.includes('PersistedQueryNotFound')) return send(origin, { name, ...withText })
  if (!response.ok || FAILED.test(text)) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`)
  return text
}
