/** The requests that were sent, stored on this device without tokens and passwords. */
import * as z from 'zod/mini'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { readStored, writeStored } from '../../data/storage'
import { METHODS, newHeaderRow, type Draft, type TokenOwner } from './draft'
import { isSecretHeader, withoutSecrets } from './secrets'

const KEY = 'apiTesterHistory'
const LONGEST = 25

const storedRow = z.object({
  on: z.boolean(),
  name: z.string(),
  value: z.string(),
  token: z.optional(z.enum(['guest', 'own'])),
})

const entry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  method: z.enum(METHODS),
  endpoint: z.string(),
  headers: z.array(storedRow),
  body: z.string(),
  /** Whether something was left out that only a person can fill in again. */
  incomplete: z.boolean(),
  /** Null where there was no answer. */
  status: z.nullable(z.number()),
  ms: z.nullable(z.number()),
})

export type Entry = z.infer<typeof entry>

/** Newest first; nothing where storage holds something else. */
export function readHistory(): Entry[] {
  try {
    return z.array(entry).parse(JSON.parse(readStored(KEY) ?? '[]'))
  } catch {
    return []
  }
}

function write(entries: Entry[]): Entry[] {
  writeStored({ [KEY]: JSON.stringify(entries) })
  return entries
}

/** Adds to what is stored, as another tab may have added too. Returns the list as it is now. */
export const addToHistory = (added: Entry): Entry[] => write([added, ...readHistory()].slice(0, LONGEST))

export const clearHistory = (): Entry[] => write([])

export function newEntry(draft: Draft, outcome: Pick<Entry, 'id' | 'at' | 'status' | 'ms'>): Entry {
  let incomplete = false
  const hide = (text: string): string => {
    const hidden = withoutSecrets(text, PUBLIC)
    incomplete ||= hidden !== text
    return hidden
  }
  const headers = draft.headers.map(({ on, name, value, token }) => {
    if (token) return { on, name, value: '', token }
    const kept = isSecretHeader(name) ? '' : hide(value)
    incomplete ||= on && kept !== value
    return { on, name, value: kept }
  })
  const { method } = draft
  return { ...outcome, method, endpoint: hide(draft.endpoint), headers, body: hide(draft.body), incomplete }
}

/** Passwords of the presets are printed on this page: they may stay. */
const PUBLIC = new Set(
  ENDPOINTS.flatMap(({ sample }) => (sample?.body as { password?: string } | undefined)?.password ?? []),
)

/** The draft that an entry was, with a fresh token wherever one had been filled in by a click. */
export async function draftOfEntry(
  { method, endpoint, headers, body }: Entry,
  tokenOf: (owner: TokenOwner) => Promise<string | null>,
): Promise<Draft> {
  const rows = headers.map(async (row) =>
    newHeaderRow({ ...row, value: row.token ? ((await tokenOf(row.token)) ?? '') : row.value }),
  )
  return { method, endpoint, headers: await Promise.all(rows), body }
}
