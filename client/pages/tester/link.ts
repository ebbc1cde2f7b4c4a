/** Converts a request to a query string, for links and the history, and back. Leaves out tokens and passwords. */
import { METHODS, newDraft, newHeaderRow, type Draft, type HeaderRow, type Method } from './draft'
import { entriesOf, replaceAt, treeOf, type JsonNode, type Replacement } from './jsonText'
import { draftOfPreset, findPreset } from './presets'
import { isSecretHeader, SECRET_NAME, withoutSecrets } from './secrets'

export interface Linked {
  draft: Draft
  /** '' if no preset is chosen. */
  preset: string
}

/** Browsers support URLs of at least this length. */
const MAX_HASH_LENGTH = 60_000

function startOf(preset: string): Draft {
  const found = findPreset(preset)
  return found ? draftOfPreset(found, newDraft()) : newDraft()
}

/** Contains only the differences from the preset; '' for the initial request. */
export function textOf({ draft, preset }: Linked): string {
  const start = startOf(preset)
  const parts = new URLSearchParams()
  if (preset) parts.set('preset', preset)
  if (draft.method !== start.method) parts.set('method', draft.method)
  if (draft.endpoint !== start.endpoint) parts.set('endpoint', withoutSecrets(withoutUser(draft.endpoint)))
  for (const row of draft.headers)
    if (row.name.trim() || row.value.trim()) parts.append(row.on ? 'header' : 'off', lineOf(row))
  if (draft.body !== start.body) parts.set('body', publicBody(draft.body))
  return parts.toString()
}

/** The URL hash of a request. '' for the initial request and for a request that is too long. */
export function hashOf(linked: Linked): string {
  const text = textOf(linked)
  return text === '' || text.length >= MAX_HASH_LENGTH ? '' : `#${text}`
}

/** Null if the text contains no request. Ignores unknown parts. */
export function linkedIn(text: string): Linked | null {
  const parts = new URLSearchParams(text.replace(/^#/, ''))
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

/** `https://user:password@host` without user and password. */
const withoutUser = (endpoint: string): string => endpoint.replace(/^(\w+:\/\/)[^/?#]*@/, '$1')

/** '' for a body that is not valid JSON and mentions a secret. Only the secrets' values change. */
function publicBody(body: string): string {
  const text = withoutSecrets(body)
  const root = treeOf(text)
  if (!root) return SECRET_NAME.test(text) ? '' : text
  return replaceAt(text, secretsIn(root))
}

/** The values of fields with a secret's name, also in a list. */
function secretsIn(node: JsonNode, isSecret = false): Replacement[] {
  if (node.type === 'string' || node.type === 'number' || node.type === 'boolean')
    return isSecret ? [{ offset: node.offset, length: node.length, content: '""' }] : []
  const isList = node.type === 'array'
  return entriesOf(node).flatMap(({ name, value }) => secretsIn(value, isList ? isSecret : SECRET_NAME.test(name)))
}
