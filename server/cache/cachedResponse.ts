/** One cached response: its plain bytes and, once requested, its compressed bytes, each with its headers. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The encodings, in order of preference. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Below this size, compression saves less than its headers cost. */
const SMALLEST_COMPRESSED_BYTES = 1024
/** The time for which a browser or a CDN may serve a stale response while it fetches a new one. */
const STALE_SECONDS = 60
/** How long a CDN may keep a response. A catalogue change cannot reach a CDN, so this is also how late it shows a new price. */
const SHARED_SECONDS = 60
/** The memory that a response takes in addition to its bytes and headers, for objects and cache entries. Measured, and rounded up. */
const OVERHEAD_BYTES = 2 * 1024
/** The additional overhead of each encoding of the response. */
const VARIANT_OVERHEAD_BYTES = 512

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

/** Headers, keyed by lower-case name. */
export type Headers = ReturnType<FastifyReply['getHeaders']>

/** The request headers on which a public response depends. */
export const VARY = 'Accept-Encoding, Accept, Authorization'

/** The response in one encoding. */
export interface Variant {
  bytes: Buffer
  /** A strong ETag, which identifies exactly these bytes. */
  etag: string
  /** The handler's headers without the content type and length. */
  headers: Partial<Headers>
  /** All headers of a 200 with these bytes and of a 304, in the form that Node writes fastest. */
  whole: HeaderList
  unchanged: HeaderList
  /** The size of the headers' text. */
  headerBytes: number
}

/** Header names and values, alternating. */
export type HeaderList = string[]

export const listed = (headers: Partial<Headers>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)])

/** Clients send only a handful of different headers, and parsing one costs more than this lookup. */
const negotiated = new LRUCache<string, { encoding: Encoding | null }>({ max: 100 })
/** Longer than any browser's header. A request with a longer header gets an uncompressed response. */
const MAX_HEADER_LENGTH = 200

export function negotiateEncoding(acceptEncoding: string): Encoding | null {
  if (acceptEncoding.length > MAX_HEADER_LENGTH) return null
  const known = negotiated.get(acceptEncoding)
  if (known) return known.encoding
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...ENCODINGS])
  const encoding = ENCODINGS.find((each) => accepted.includes(each)) ?? null
  negotiated.set(acceptEncoding, { encoding })
  return encoding
}

interface Head {
  status: number
  contentType: string
  /** The handler's headers. */
  headers: Partial<Headers>
  vary: string
  /** In seconds. With 0, browsers revalidate the response each time. */
  maxAge: number
  /** The ids of the products and variants whose stock the response shows. */
  stockOf?: ReadonlySet<string>
  /** True if it shows a stock only if few pieces are left. */
  showsOnlyFew?: boolean
}

const NONE: ReadonlySet<string> = new Set()
/** The memory of one id in `stockOf`, and in the store's index. */
const STOCK_BYTES = 200

export class CachedResponse {
  readonly #status: number
  readonly #contentType: string
  readonly #headers: Partial<Headers>
  readonly #plain: Variant
  readonly #compressed: Partial<Record<Encoding, Variant>> = {}
  readonly stockOf: ReadonlySet<string>
  readonly showsOnlyFew: boolean

  constructor(
    body: string,
    { status, contentType, headers, vary, maxAge, stockOf = NONE, showsOnlyFew = false }: Head,
  ) {
    this.stockOf = stockOf
    this.showsOnlyFew = showsOnlyFew
    this.#status = status
    this.#contentType = contentType
    const lifetime =
      maxAge === 0
        ? 'max-age=0, must-revalidate'
        : `max-age=${maxAge}, s-maxage=${Math.max(maxAge, SHARED_SECONDS)}, stale-while-revalidate=${STALE_SECONDS}`
    this.#headers = { ...headers, 'cache-control': `public, ${lifetime}`, vary }
    this.#plain = this.#variantOf(Buffer.from(body), null)
  }

  /** The memory that the response currently takes. Compressed variants add to it later. */
  get bytesHeld(): number {
    return [this.#plain, ...Object.values(this.#compressed)].reduce(
      (sum, { bytes, headerBytes }) => sum + bytes.length + headerBytes + VARIANT_OVERHEAD_BYTES,
      OVERHEAD_BYTES + this.stockOf.size * STOCK_BYTES,
    )
  }

  /** Returns the variant for the client's encoding, or null if it is not compressed yet. */
  variantAtOnce(acceptEncoding: string | undefined): Variant | null {
    const encoding = this.#encodingFor(acceptEncoding)
    return encoding === null ? this.#plain : (this.#compressed[encoding] ?? null)
  }

  /**
   * Like variantAtOnce, but compresses the response for the first client. Never rejects: if compression fails, it returns the plain
   * variant.
   */
  async compressFor(acceptEncoding: string | undefined): Promise<Variant> {
    const encoding = this.#encodingFor(acceptEncoding)
    if (encoding === null) return this.#plain
    try {
      return (this.#compressed[encoding] ??= this.#variantOf(await compress[encoding](this.#plain.bytes), encoding))
    } catch {
      return this.#plain
    }
  }

  #encodingFor(acceptEncoding: string | undefined): Encoding | null {
    if (!acceptEncoding || this.#plain.bytes.length < SMALLEST_COMPRESSED_BYTES) return null
    return negotiateEncoding(acceptEncoding)
  }

  #variantOf(bytes: Buffer, encoding: Encoding | null): Variant {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const headers = { ...this.#headers, etag, ...(encoding && { 'content-encoding': encoding }) }
    const unchanged = listed(headers)
    const whole = [...unchanged, 'content-type', this.#contentType, 'content-length', String(bytes.length)]
    return { bytes, etag, headers, whole, unchanged, headerBytes: whole.join('').length }
  }

  /** Writes directly to Node's response, because Fastify's send would account for most of a cached response's cost. Hooks supply `head`. */
  write(request: IncomingMessage, response: ServerResponse, head: HeaderList, variant: Variant): void {
    if (isUnchanged(request, variant.etag)) response.writeHead(304, [...head, ...variant.unchanged]).end()
    else
      response
        .writeHead(this.#status, [...head, ...variant.whole])
        .end(request.method === 'HEAD' ? null : variant.bytes)
  }
}

/** True if the client of a GET or HEAD already has exactly these bytes. */
export function isUnchanged({ method, headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || (method !== 'GET' && method !== 'HEAD')) return false
  return known.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
}
