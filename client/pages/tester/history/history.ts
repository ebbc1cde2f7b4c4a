/** The sent requests, stored on this device without tokens and passwords. */
import * as z from 'zod/mini'
import { newIdempotencyKey } from '../../../data/idempotency'
import { readStored, writeStored } from '../../../data/storage'
import { isSent, newDraft, withToken, type Draft, type TokenOwner } from '../draft'
import { linkedIn, textOf, type Linked } from '../link'
import type { Outcome } from '../useExchange'

const KEY = 'apiTesterHistory'
const MAX_ENTRIES = 25

const entry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The request in the format of a link. */
  text: z.string(),
  /** The account whose token the user filled in with a click. */
  token: z.optional(z.enum(['guest', 'own'])),
  /** True if a secret was removed from the text, so the user must enter it again. */
  incomplete: z.boolean(),
  /** Null if there was no response. */
  status: z.nullable(z.number()),
  ms: z.nullable(z.number()),
})

export type Entry = z.infer<typeof entry>

/** Newest first. Empty if storage contains something else. */
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

/** Reads the stored list first, because another tab may have added to it. */
export const addToHistory = (added: Entry): Entry[] => write([added, ...readHistory()].slice(0, MAX_ENTRIES))

export const clearHistory = (): Entry[] => write([])

/** The parts that are sent to the server, without the tokens that a click filled in. */
const sentParts = ({ headers, ...draft }: Draft): string =>
  JSON.stringify([draft, headers.filter(isSent).map(({ name, value, token }) => [name, token ? '' : value])])

export function newEntry(linked: Linked, outcome: Outcome): Entry {
  const text = textOf(linked)
  const { status, ms } = outcome.phase === 'answered' ? outcome.answer : { status: null, ms: null }
  return {
    id: newIdempotencyKey(),
    at: new Date().toISOString(),
    text,
    token: linked.draft.headers.find(({ on, token }) => on && token)?.token,
    incomplete: sentParts(requestOf({ text }).draft) !== sentParts(linked.draft),
    status,
    ms,
  }
}

export const requestOf = ({ text }: Pick<Entry, 'text'>): Linked => linkedIn(text) ?? { draft: newDraft(), preset: '' }

/** An entry's request, with a fresh token if a click had filled in the original one. */
export async function restore(entry: Entry, tokenOf: (owner: TokenOwner) => Promise<string | null>): Promise<Linked> {
  const { draft, preset } = requestOf(entry)
  const token = entry.token && (await tokenOf(entry.token))
  return { draft: token ? { ...draft, headers: withToken(draft.headers, token, entry.token!) } : draft, preset }
}
