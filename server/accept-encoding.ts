/** Which packing a caller takes, by the Accept-Encoding header. */
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip'

/** Callers send a handful of different headers; reading one costs more than finding it here. */
const read = new LRUCache<string, { best: Encoding | null }>({ max: 100 })
/** No browser's is as long, and what a stranger sends is not kept at any length. */
const LONGEST_KEPT = 200

export function bestEncoding(header: string): Encoding | null {
  const known = read.get(header)
  if (known) return known.best
  const best = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : null
  if (header.length <= LONGEST_KEPT) read.set(header, { best })
  return best
}

const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name, quality] = part.trim().split(/\s*;\s*q=/)
    return name === encoding && Number(quality ?? 1) > 0
  })
