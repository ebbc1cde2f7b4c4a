/** How long a server that others send to wants to be left alone. Seconds, or a date. Null where it is neither. */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
