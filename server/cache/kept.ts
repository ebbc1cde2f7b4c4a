/** One answer as finished bytes, plain and packed, with the headers that go before them. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bestEncoding, type Encoding } from './acceptEncoding'

/** What a request was answered with, and whether anyone may have it again. */
export interface Answer {
  status: number
  contentType: string
  /** Further headers, names and values by turns. */
  head?: readonly string[]
  body: string
  /** How long a browser or a CDN may keep it, in seconds, 0 where they must ask each time; null where it must not be kept at all. */
  maxAge: number | null
}

/** What goes out: names and values of headers by turns, as node takes them, and the bytes. */
export interface Reply {
  status: 200 | 304
  head: readonly string[]
  bytes: Buffer | null
}

interface Encoded {
  whole: Reply
  /** For whoever has these very bytes already. */
  unchanged: Reply
  /** Strong: it names these bytes and no others. */
  etag: string
}

/** Below this, packing saves less than its headers cost. */
const SMALLEST_PACKED_BYTES = 1024
/** How long a browser or a CDN may go on with an old answer while it fetches a new one. */
const STALE_SECONDS = 60

/** With the id of the request, what every answer of the server says; names and values by turns. */
export const REQUEST_ID = 'x-request-id'
export const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const

const packers = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export class Kept {
  readonly bytes: Buffer
  readonly #contentType: string
  readonly #head: readonly string[]
  readonly #cacheControl: string
  readonly #plain: Encoded
  /** Made for the first caller who accepts it. */
  readonly #packed: { br?: Encoded; gzip?: Encoded } = {}

  constructor({ contentType, head = [], body }: Answer, maxAge: number) {
    this.bytes = Buffer.from(body)
    this.#contentType = contentType
    this.#head = head
    this.#cacheControl =
      maxAge === 0
        ? 'public, max-age=0, must-revalidate'
        : `public, max-age=${maxAge}, stale-while-revalidate=${STALE_SECONDS}`
    this.#plain = this.#encoded(this.bytes, null)
  }

  /** What to send, or null while it is still to be packed as the caller wants it. */
  replyAtOnce(request: IncomingMessage): Reply | null {
    const encoding = this.#encodingFor(request)
    const encoded = encoding === null ? this.#plain : this.#packed[encoding]
    return encoded ? forThoseWho(request, encoded) : null
  }

  /** Never rejects: where packing fails, the answer goes out plain. */
  async reply(request: IncomingMessage): Promise<Reply> {
    const encoding = this.#encodingFor(request)
    return forThoseWho(request, encoding === null ? this.#plain : await this.#pack(encoding))
  }

  #encodingFor({ headers }: IncomingMessage): Encoding | null {
    const accepted = headers['accept-encoding']
    if (!accepted || this.bytes.length < SMALLEST_PACKED_BYTES) return null
    return bestEncoding(String(accepted))
  }

  async #pack(encoding: Encoding): Promise<Encoded> {
    try {
      return (this.#packed[encoding] ??= this.#encoded(await packers[encoding](this.bytes), encoding))
    } catch {
      return this.#plain
    }
  }

  #encoded(bytes: Buffer, encoding: Encoding | null): Encoded {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const vary = 'Accept-Encoding, Accept, Authorization'
    const common = [...this.#head, ...NO_SNIFFING, 'cache-control', this.#cacheControl, 'etag', etag, 'vary', vary]
    const content = ['content-type', this.#contentType, 'content-length', String(bytes.length)]
    const packed = encoding ? ['content-encoding', encoding] : []
    return {
      whole: { status: 200, head: [...common, ...packed, ...content], bytes },
      unchanged: { status: 304, head: common, bytes: null },
      etag,
    }
  }
}

function forThoseWho({ method, headers }: IncomingMessage, { whole, unchanged, etag }: Encoded): Reply {
  if (method === 'HEAD') return { ...whole, bytes: null }
  const known = headers['if-none-match']
  if (known === undefined || method !== 'GET') return whole
  return known.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())) ? unchanged : whole
}

export function write({ status, head, bytes }: Reply, requestId: string, response: ServerResponse): void {
  response.writeHead(status, [REQUEST_ID, requestId, ...head])
  response.end(bytes)
}
