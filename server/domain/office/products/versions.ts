/** Detects conflicting staff changes. The later change is refused, and the newer record is returned. */
import { DomainError } from '../../../shared/errors'

/** The caller holds the row's lock. If `seen` is null, accepts any version. Throws STALE_VERSION. */
export function checkVersion(seen: number | null | undefined, current: number): void {
  if (seen != null && seen !== current) throw new DomainError('STALE_VERSION', { field: 'version' })
}

type Json = Record<string, string | number | boolean | null | object>

/** Only the fields that differ between two states, for the audit log. */
export function differences(before: object, after: object): { before: Json; after: Json } {
  const [old, now] = [before, after].map((each) => JSON.parse(JSON.stringify(each)) as Json) as [Json, Json]
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
  const pick = (from: Json) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(old), after: pick(now) }
}
