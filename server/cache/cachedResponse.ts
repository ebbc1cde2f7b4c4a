/** One cached response: its bytes as they are and, once someone asks for them, compressed, each with the headers that go with it. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The better one first. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Below this, compressing saves less than its headers cost. */
const SMALLEST_COMPRESSED_BYTES = 1024
/** How long a browser or a CDN may go on with an old response while it fetches a new one. */
const STALE_SECONDS = 60
/** What a response costs beside its bytes and headers: objects and the cache's own books; measured, and rounded up. */
const OVERHEAD_BYTES = 2 * 1024
/** The same for each of its encodings. */
const VARIANT_OVERHEAD_BYTES = 512

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

/** By their names in small letters. */
export type Headers = ReturnType<FastifyReply['getHeaders']>

/** What a public response goes by. */
export const VARY = 'Accept-Encoding, Accept, Authorization'

/** The response in one encoding. */
export interface Variant {
  bytes: Buffer
  /** Strong: it names these bytes and no others. */
  etag: string
  /** Without the content's type and length. */
  headers: Partial<Headers>
  /** All headers of a response with these bytes, and of one that says that the caller has them: as Node writes them fastest. */
  whole: HeaderList
  unchanged: HeaderList
  /** What the headers' text takes. */
  headerBytes: number
}

/** Names and values by turns. */
export type HeaderList = string[]

export const listed = (headers: Partial<Headers>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)])

/** Callers send a handful of different headers; reading one costs more than finding it here. */
const negotiated = new LRUCache<string, { encoding: Encoding | null }>({ max: 100 })
/** No browser's header is as long: whoever sends a longer one gets the response as it is. */
const LONGEST_HEADER = 200

export function negotiateEncoding(acceptEncoding: string): Encoding | null {
  if (acceptEncoding.length > LONGEST_HEADER) return null
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
  /** The handler's own. */
  headers: Partial<Headers>
  vary: string
  /** In seconds; with 0 a browser asks each time whether it has the newest. */
  maxAge: number
}

export class CachedResponse {
  readonly #status: number
  readonly #contentType: string
  readonly #headers: Partial<Headers>
  readonly #plain: Variant
  readonly #compressed: Partial<Record<Encoding, Variant>> = {}

  constructor(body: string, { status, contentType, headers, vary, maxAge }: Head) {
    this.#status = status
    this.#contentType = contentType
    const lifetime =
      maxAge === 0 ? 'max-age=0, must-revalidate' : `max-age=${maxAge}, stale-while-revalidate=${STALE_SECONDS}`
    this.#headers = { ...headers, 'cache-control': `public, ${lifetime}`, vary }
    this.#plain = this.#variantOf(Buffer.from(body), null)
  }

  /** What it takes in memory now; more once it was compressed. */
  get bytesHeld(): number {
    return [this.#plain, ...Object.values(this.#compressed)].reduce(
      (sum, { bytes, headerBytes }) => sum + bytes.length + headerBytes + VARIANT_OVERHEAD_BYTES,
      OVERHEAD_BYTES,
    )
  }

  /** In the encoding that the caller takes, or null while it has not been compressed like that. */
  variantAtOnce(acceptEncoding: string | undefined): Variant | null {
    const encoding = this.#encodingFor(acceptEncoding)
    return encoding === null ? this.#plain : (this.#compressed[encoding] ?? null)
  }

  /** The same, compressed for the first caller who takes it. Never rejects: where compressing fails, it goes out as it is. */
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

  /** Past Fastify, whose own way of sending is most of what a cached response would cost. `head` comes from hooks. */
  write(request: IncomingMessage, response: ServerResponse, head: HeaderList, variant: Variant): void {
    if (isUnchanged(request, variant.etag)) response.writeHead(304, [...head, ...variant.unchanged]).end()
    else
      response
        .writeHead(this.#status, [...head, ...variant.whole])
        .end(request.method === 'HEAD' ? null : variant.bytes)
  }
}

/** Whether the caller of a GET has these very bytes already. */
export function isUnchanged({ method, headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || method !== 'GET') return false
  return known.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
}
