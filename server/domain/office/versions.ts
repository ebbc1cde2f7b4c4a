/** Two of the staff who change one thing: the later one is told, and shown the newer one. */
import { DomainError } from '../../shared/errors'

/** Under the row's lock. `seen` null is whatever there is. Throws STALE_VERSION. */
export function checkVersion(seen: number | null | undefined, current: number): void {
  if (seen != null && seen !== current) throw new DomainError('STALE_VERSION', { field: 'version' })
}

type Json = Record<string, string | number | boolean | null | object>

/** Of two states of one thing only what differs, as the record of changes wants it. */
export function differences(before: object, after: object): { before: Json; after: Json } {
  const [old, now] = [before, after].map((each) => JSON.parse(JSON.stringify(each)) as Json) as [Json, Json]
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
  const pick = (from: Json) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(old), after: pick(now) }
}
