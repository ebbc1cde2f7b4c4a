/** Which packing a caller takes, by the Accept-Encoding header. */
import { LRUCache } from 'lru-cache'

/** The better one first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Callers send a handful of different headers; reading one costs more than finding it here. */
const read = new LRUCache<string, { best: Encoding | null }>({ max: 100 })
/** No browser's is as long, and what a stranger sends is not kept at any length. */
const LONGEST_KEPT = 200

export function bestEncoding(header: string): Encoding | null {
  const known = read.get(header)
  if (known) return known.best
  const best = ENCODINGS.find((encoding) => accepts(header, encoding)) ?? null
  if (header.length <= LONGEST_KEPT) read.set(header, { best })
  return best
}

/** The asterisk stands for whatever the header does not name. */
function accepts(header: string, encoding: Encoding): boolean {
  const qualities = new Map<string, string | undefined>()
  for (const part of header.toLowerCase().split(',')) {
    const [name, quality] = part.trim().split(/\s*;\s*q=/)
    qualities.set(name!, quality)
  }
  const wanted = qualities.has(encoding) ? encoding : '*'
  return qualities.has(wanted) && Number(qualities.get(wanted) ?? 1) > 0
}
