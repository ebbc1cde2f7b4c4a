/** Parses Retry-After, given as seconds or a date. Null if it is neither. */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
