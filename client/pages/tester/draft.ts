/** The request in the form, its errors, and the HTTP request that it produces. */
import { isForbiddenHeader } from './forbiddenHeaders'
import { findJsonError, type JsonError } from './jsonError'

export const METHODS = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** The owner of a token that a click filled in. */
export type TokenOwner = 'guest' | 'own'

export interface HeaderRow {
  id: number
  on: boolean
  name: string
  value: string
  token?: TokenOwner | undefined
}

export interface Draft {
  method: Method
  endpoint: string
  headers: HeaderRow[]
  body: string
}

/** The HTTP request that is sent. */
export interface Call {
  method: Method
  url: string
  /** Each header name once, in lower case. */
  headers: [name: string, value: string][]
  body?: string
}

export interface DraftErrors {
  endpoint?: string
  /** Keyed by the row's id. */
  headers: Record<number, string>
  body?: JsonError
  /** True if the only errors are headers that a browser does not send. Other programs can send the request. */
  onlyForbiddenHeaders?: boolean
}

let lastRowId = 0
export const newHeaderRow = (row: Partial<HeaderRow> = {}): HeaderRow => ({
  on: true,
  name: '',
  value: '',
  ...row,
  id: ++lastRowId,
})

export const newDraft = (): Draft => ({
  method: 'GET',
  endpoint: '/api/test-todos',
  headers: [newHeaderRow()],
  body: '{}',
})

export const isSent = (row: HeaderRow): boolean => row.on && row.name.trim() !== ''

export function errorsOf({ endpoint, headers, body }: Draft, origin: string): DraftErrors {
  const errors: DraftErrors = { headers: {} }
  const endpointError = errorOfEndpoint(endpoint, origin)
  if (endpointError) errors.endpoint = endpointError
  for (const row of headers) {
    const error = row.on && errorOfHeader(row)
    if (error) errors.headers[row.id] = error
  }
  const bodyError = body.trim() === '' ? null : findJsonError(body)
  if (bodyError) errors.body = bodyError
  const texts = Object.values(errors.headers)
  if (texts.length > 0 && !endpointError && !bodyError && texts.every((text) => text === NOT_SENT))
    errors.onlyForbiddenHeaders = true
  return errors
}

const NOT_SENT = 'Browsers do not send this header. Use cURL.'

export const isSound = ({ endpoint, headers, body }: DraftErrors): boolean =>
  !endpoint && !body && Object.keys(headers).length === 0

function errorOfEndpoint(endpoint: string, origin: string): string | null {
  const text = endpoint.trim()
  if (text === '') return 'Enter a URL or path, for example /api/products.'
  // The URL parser would turn a pasted command into a path of this shop.
  if (NOT_IN_URLS.test(text)) return 'This is not a URL. Paste only the address, and write a space as %20.'
  if (!/^(\/|https?:\/\/)/i.test(text)) return 'Start with / for this shop, or with http:// or https://.'
  if (!URL.canParse(text, origin)) return 'This is not a valid URL.'
  const { username, password } = new URL(text, origin)
  if (username || password)
    return 'Browsers do not send a user and password in a URL. Use cURL or the Authorization header.'
  return null
}

/** White space, control and invisible characters, and the quotes and brackets around pasted addresses. */
const NOT_IN_URLS = /[\s\p{Cc}\p{Cf}"<>`]/u

function errorOfHeader({ name, value }: HeaderRow): string | null {
  if (name.trim() === '') return value.trim() === '' ? null : "Enter the header's name."
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) return "The header's name contains an invalid character."
  // fetch() sends header values as Latin-1.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return "The header's value contains an invalid character."
  return isForbiddenHeader(name.trim(), value) ? NOT_SENT : null
}

/** GET requests and requests with an empty body field are sent without a body. The form's headers replace the default ones. */
export function callOf(draft: Draft, origin: string): Call {
  const { method } = draft
  const body = method === 'GET' || draft.body.trim() === '' ? undefined : draft.body
  const rows = draft.headers.filter(isSent).map(({ name, value }): [string, string] => [name.trim(), value])
  const headers = new Headers(rows)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return {
    method,
    url: new URL(draft.endpoint.trim(), origin).href,
    headers: [...headers],
    ...(body === undefined ? {} : { body }),
  }
}

/** Sets a header in its row, in an empty row or in a new one. */
export function withHeader(headers: HeaderRow[], name: string, value: string, token?: TokenOwner): HeaderRow[] {
  const row =
    headers.find((each) => each.name.trim().toLowerCase() === name.toLowerCase()) ??
    headers.find((each) => each.name.trim() === '' && each.value.trim() === '')
  const filled = { on: true, name, value, token }
  if (!row) return [...headers, newHeaderRow(filled)]
  return headers.map((each) => (each === row ? { ...each, ...filled } : each))
}

export const withToken = (headers: HeaderRow[], value: string, token: TokenOwner): HeaderRow[] =>
  withHeader(headers, 'authorization', value, token)
