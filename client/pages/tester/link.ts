/** The request as an address's hash, which can be shared and outlives a reload. It never holds a token or a password. */
import { METHODS, newDraft, newHeaderRow, type Draft, type HeaderRow, type Method } from './draft'
import { draftOfPreset, findPreset } from './presets'
import { isSecretHeader, withoutSecrets } from './secrets'

export interface Linked {
  draft: Draft
  /** '' where none is chosen. */
  preset: string
}

/** Browsers keep addresses of at least this length. */
const LONGEST = 60_000

/** What a preset, or none, starts with: only what differs has to be told. */
function startOf(preset: string): Draft {
  const found = findPreset(preset)
  return found ? draftOfPreset(found, newDraft()) : newDraft()
}

/** '' for the tester as it starts. */
export function hashOf({ draft, preset }: Linked): string {
  const start = startOf(preset)
  const parts = new URLSearchParams()
  if (preset) parts.set('preset', preset)
  if (draft.method !== start.method) parts.set('method', draft.method)
  if (draft.endpoint !== start.endpoint) parts.set('endpoint', withoutSecrets(withoutUser(draft.endpoint)))
  for (const row of draft.headers)
    if (row.name.trim() || row.value.trim()) parts.append(row.on ? 'header' : 'off', lineOf(row))
  if (draft.body !== start.body) parts.set('body', publicBody(draft.body))
  const hash = parts.toString()
  return hash === '' || hash.length > LONGEST ? '' : `#${hash}`
}

/** Null where a hash tells of no request. What is not as this module writes it is left out. */
export function linkedIn(hash: string): Linked | null {
  const parts = new URLSearchParams(hash.slice(1))
  if (!['preset', 'method', 'endpoint', 'header', 'off', 'body'].some((name) => parts.has(name))) return null
  const preset = findPreset(parts.get('preset') ?? '')?.id ?? ''
  const start = startOf(preset)
  const headers = [...parts].flatMap(([name, line]) => (name === 'header' || name === 'off' ? rowOf(line, name) : []))
  const method = parts.get('method') as Method | null
  return {
    preset,
    draft: {
      method: method && METHODS.includes(method) ? method : start.method,
      endpoint: parts.get('endpoint') ?? start.endpoint,
      headers: headers.length > 0 ? headers : start.headers,
      body: parts.get('body') ?? start.body,
    },
  }
}

const lineOf = ({ name, value, token }: HeaderRow): string =>
  `${name}: ${token || isSecretHeader(name) ? '' : withoutSecrets(value)}`

function rowOf(line: string, kind: 'header' | 'off'): HeaderRow {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
  return newHeaderRow({ on: kind === 'header', name, value })
}

/** `https://user:password@host` without the two. */
const withoutUser = (endpoint: string): string => endpoint.replace(/^(\w+:\/\/)[^/?#]*@/, '$1')

const SECRET_FIELD = /password|token|secret/i

/** A body that cannot be read and speaks of secrets stays here. */
function publicBody(body: string): string {
  const text = withoutSecrets(body)
  let hid = false
  const hide = (name: string, value: unknown): unknown => {
    if (!SECRET_FIELD.test(name) || typeof value === 'object' || value === '') return value
    hid = true
    return ''
  }
  try {
    const json = JSON.stringify(JSON.parse(text, hide), null, 2)
    return hid ? json : text
  } catch {
    return SECRET_FIELD.test(text) ? '' : text
  }
}
