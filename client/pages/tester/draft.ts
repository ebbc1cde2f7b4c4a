/** A request as it stands in the form, what is wrong with it, and the call that it becomes. */
import { findJsonFault, type JsonFault } from './jsonFault'

export const METHODS = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Whose token a header's value is, where it was filled in by a click. */
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

/** What goes over the wire. */
export interface Call {
  method: Method
  url: string
  /** Each name once. */
  headers: [name: string, value: string][]
  body?: string
}

export interface Faults {
  endpoint?: string
  /** By the row's id. */
  headers: Record<number, string>
  body?: JsonFault
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

const isSent = (row: HeaderRow): boolean => row.on && row.name.trim() !== ''

export function faultsOf({ endpoint, headers, body }: Draft, origin: string): Faults {
  const faults: Faults = { headers: {} }
  const endpointFault = faultOfEndpoint(endpoint, origin)
  if (endpointFault) faults.endpoint = endpointFault
  for (const row of headers) {
    const fault = row.on && faultOfHeader(row)
    if (fault) faults.headers[row.id] = fault
  }
  const bodyFault = body.trim() === '' ? null : findJsonFault(body)
  if (bodyFault) faults.body = bodyFault
  return faults
}

export const isSound = ({ endpoint, headers, body }: Faults): boolean =>
  !endpoint && !body && Object.keys(headers).length === 0

function faultOfEndpoint(endpoint: string, origin: string): string | null {
  if (endpoint.trim() === '') return 'Where should it go? For example /api/products.'
  if (!URL.canParse(endpoint.trim(), origin)) return 'This is no address.'
  const url = new URL(endpoint.trim(), origin)
  return /^https?:$/.test(url.protocol) ? null : 'Only http and https addresses can be called.'
}

function faultOfHeader({ name, value }: HeaderRow): string | null {
  if (name.trim() === '') return value.trim() === '' ? null : 'This value has no name.'
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) return 'This name has a character that a header cannot have.'
  // Header values are bytes: what lies beyond Latin-1 cannot be sent.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? null : 'This value has a character that a header cannot have.'
}

/** A GET has no body, and an empty one is none. The form's headers win over those that every call has. */
export function callOf(draft: Draft, origin: string): Call {
  const { method } = draft
  const body = method === 'GET' || draft.body.trim() === '' ? undefined : draft.body
  const headers = new Map([['accept', ['accept', 'application/json']]])
  if (body !== undefined) headers.set('content-type', ['content-type', 'application/json'])
  const own = new Map<string, string[]>()
  for (const { name, value } of draft.headers.filter(isSent)) {
    const key = name.trim().toLowerCase()
    const before = own.get(key)
    own.set(key, before ? [before[0]!, `${before[1]}, ${value.trim()}`] : [name.trim(), value.trim()])
  }
  for (const [key, header] of own) headers.set(key, header)
  return {
    method,
    url: new URL(draft.endpoint.trim(), origin).href,
    headers: [...headers.values()] as [string, string][],
    ...(body === undefined ? {} : { body }),
  }
}

/** Puts a header where it is already, or on an empty row, or on a new one. */
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
