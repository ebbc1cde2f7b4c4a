/**
 * Answers that are the same for everyone until the catalogue changes, kept as finished bytes: an answer that was given before
 * costs a look-up and a write to the socket.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bestEncoding, type Encoding } from './accept-encoding'
import type { CatalogueWatch } from './catalogue-watch'

declare module 'fastify' {
  interface FastifyReply {
    /** Whether it was sent from what was kept. */
    isKept?: boolean
  }
}

/** What a request was answered with, and whether anyone may have it again. */
export interface Answer {
  status: number
  contentType: string
  body: string
  /** How long a browser or a CDN may keep it, in seconds, 0 where they must ask each time; null where it must not be kept at all. */
  maxAge: number | null
}

interface Encoded {
  bytes: Buffer
  encoding: Encoding | null
  /** Strong: it names these bytes and no others. */
  etag: string
}

/** An answer that may be sent as often as it is asked for; only this module makes one. */
export interface Kept {
  contentType: string
  cacheControl: string
  plain: Encoded
  /** Made for the first caller who accepts it. */
  packed: { br?: Encoded; gzip?: Encoded }
}

const LARGEST_STORE_BYTES = 64 * 1024 * 1024
/** Below this, packing saves less than its headers cost. */
const SMALLEST_PACKED_BYTES = 1024
/** How long a browser or a CDN may go on with an old answer while it fetches a new one. */
const STALE_SECONDS = 60
/** A plain copy and two packed ones. */
const COPIES = 2
/** A key may hold what a caller wrote; whoever writes more than this is served, but nothing is kept for it. */
const LONGEST_KEY = 32 * 1024
const KEY_CHARACTER_BYTES = 2

const packers = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export class PublicAnswers {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: LARGEST_STORE_BYTES,
    sizeCalculation: ({ plain }, key) => plain.bytes.length * COPIES + key.length * KEY_CHARACTER_BYTES,
  })
  readonly #flights = new Map<string, Promise<Kept | null>>()
  /** What was begun before a change may show what was there before it, and is not kept. */
  #epoch = 0
  #isWatched = false

  /** Nothing is kept while changes of the catalogue would go unnoticed. */
  constructor(watch: CatalogueWatch) {
    watch.on('changed', () => this.#drop())
    watch.on('watching', (isWatched) => {
      this.#isWatched = isWatched
      this.#drop()
    })
    this.#isWatched = watch.isWatching
  }

  /** What is kept under the key, for `sendKept`. */
  find(key: string): Kept | undefined {
    return this.#kept.get(key)
  }

  /**
   * A hook that sends what is kept before anything else is done for the request. Where nothing is, or the key is null, the
   * request goes on to its handler, which calls `send`.
   */
  firstLook(keyOf: (request: FastifyRequest) => string | null): onRequestHookHandler {
    return (request, reply, done) => {
      const key = keyOf(request)
      const kept = key === null ? undefined : this.#kept.get(key)
      if (kept) void sendKept(request, reply, kept)
      else done()
    }
  }

  /** Sends what is kept under the key, or what `make` gives. Calls that come meanwhile wait for the same one. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<Answer>,
  ): FastifyReply | Promise<FastifyReply> {
    const kept = this.#kept.get(key)
    return kept ? sendKept(request, reply, kept) : this.#sendFresh(request, reply, key, make)
  }

  async #sendFresh(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<Answer>,
  ): Promise<FastifyReply> {
    const shared = await this.#flights.get(key)?.catch(() => null)
    if (shared) return sendKept(request, reply, shared)
    const epoch = this.#epoch
    const making = make()
    const keeping = making.then((answer) => this.#keep(key, answer, epoch))
    this.#flights.set(key, keeping)
    try {
      const fresh = await keeping
      return fresh ? sendKept(request, reply, fresh) : sendOnce(reply, await making)
    } finally {
      if (this.#flights.get(key) === keeping) this.#flights.delete(key)
    }
  }

  /** The answer as bytes, or null where it is not for everyone. */
  #keep(key: string, answer: Answer, epoch: number): Kept | null {
    if (answer.maxAge === null || answer.status !== 200) return null
    const kept = asBytes(answer, answer.maxAge)
    const mayStay = this.#isWatched && epoch === this.#epoch && key.length <= LONGEST_KEY
    if (mayStay) this.#kept.set(key, kept)
    return kept
  }

  #drop(): void {
    this.#epoch += 1
    this.#kept.clear()
    this.#flights.clear()
  }
}

function asBytes({ contentType, body }: Answer, maxAge: number): Kept {
  const bytes = Buffer.from(body)
  return {
    contentType,
    cacheControl:
      maxAge === 0
        ? 'public, max-age=0, must-revalidate'
        : `public, max-age=${maxAge}, stale-while-revalidate=${STALE_SECONDS}`,
    plain: { bytes, encoding: null, etag: etagOf(bytes) },
    packed: {},
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** An answer of the caller's own: what it may be kept for, if at all, its maker has said in the headers already. */
const sendOnce = (reply: FastifyReply, { status, contentType, body }: Answer): FastifyReply =>
  reply.code(status).header('content-type', contentType).send(body)

/** Never rejects: where packing fails, the answer goes out plain. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
): FastifyReply | Promise<FastifyReply> {
  const encoding = chooseEncoding(request, kept)
  if (encoding === null) return sendBytes(request, reply, kept, kept.plain)
  const packed = kept.packed[encoding]
  return packed
    ? sendBytes(request, reply, kept, packed)
    : pack(kept, encoding).then((fresh) => sendBytes(request, reply, kept, fresh))
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
  { bytes, encoding, etag }: Encoded,
): FastifyReply {
  reply.isKept = true
  reply.header('cache-control', kept.cacheControl)
  reply.header('etag', etag)
  reply.header('vary', 'Accept-Encoding, Accept, Authorization')
  if (isUnchanged(request, etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', kept.contentType).send(bytes)
}

function chooseEncoding({ headers }: FastifyRequest, kept: Kept): Encoding | null {
  const accepted = headers['accept-encoding']
  if (!accepted || kept.plain.bytes.length < SMALLEST_PACKED_BYTES) return null
  return bestEncoding(String(accepted))
}

async function pack(kept: Kept, encoding: Encoding): Promise<Encoded> {
  try {
    const bytes = await packers[encoding](kept.plain.bytes)
    return (kept.packed[encoding] = { bytes, encoding, etag: etagOf(bytes) })
  } catch {
    return kept.plain
  }
}

function isUnchanged({ method, headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || method !== 'GET') return false
  return known.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
}
