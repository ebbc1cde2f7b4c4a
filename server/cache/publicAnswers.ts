/**
 * Answers that are the same for everyone until the catalogue changes, kept as finished bytes: an answer that was given before
 * costs a look-up and a write to the socket.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogueWatch } from '../database/catalogueWatch'
import { Kept, write, type Answer, type Reply } from './kept'

declare module 'fastify' {
  interface FastifyReply {
    /** Whether it was sent from what was kept. */
    isKept?: boolean
  }
}

const LARGEST_STORE_BYTES = 64 * 1024 * 1024
const LARGEST_WORDS_BYTES = 8 * 1024 * 1024
/** A plain copy and two packed ones. */
const COPIES = 2
/** A key may hold what a caller wrote; whoever writes more than this is served, but nothing is kept for it. */
const LONGEST_KEY = 32 * 1024
const KEY_CHARACTER_BYTES = 2

/** Where an answer is to be found. */
export interface Place {
  key: string
  /** What leads to the key the next time without reckoning it, where that is worth while (see keys.ts). */
  words?: string
}

export class PublicAnswers {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: LARGEST_STORE_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length * COPIES + key.length * KEY_CHARACTER_BYTES,
  })
  readonly #keyByWords = new LRUCache<string, string>({
    maxSize: LARGEST_WORDS_BYTES,
    sizeCalculation: (key, words) => (words.length + key.length) * KEY_CHARACTER_BYTES,
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

  find(key: string): Kept | undefined {
    return this.#kept.get(key)
  }

  findByWords(words: string | null): Kept | undefined {
    const key = words === null ? undefined : this.#keyByWords.get(words)
    return key === undefined ? undefined : this.#kept.get(key)
  }

  /** Sends what is kept there, or what `make` gives. Calls that come meanwhile wait for the same one. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    place: Place,
    make: () => Promise<Answer>,
  ): FastifyReply | Promise<FastifyReply> {
    const kept = this.#kept.get(place.key)
    if (!kept) return this.#sendFresh(request, reply, place, make)
    this.#remember(place)
    return sendKept(request, reply, kept)
  }

  async #sendFresh(
    request: FastifyRequest,
    reply: FastifyReply,
    place: Place,
    make: () => Promise<Answer>,
  ): Promise<FastifyReply> {
    const { key } = place
    const shared = await this.#flights.get(key)?.catch(() => null)
    if (shared) return sendKept(request, reply, shared)
    const epoch = this.#epoch
    const making = make()
    const keeping = making.then((answer) => this.#keep(place, answer, epoch))
    this.#flights.set(key, keeping)
    try {
      const fresh = await keeping
      return fresh ? sendKept(request, reply, fresh) : sendOnce(reply, await making)
    } finally {
      if (this.#flights.get(key) === keeping) this.#flights.delete(key)
    }
  }

  /** The answer as bytes, or null where it is not for everyone. */
  #keep(place: Place, answer: Answer, epoch: number): Kept | null {
    if (answer.maxAge === null || answer.status !== 200) return null
    const kept = new Kept(answer, answer.maxAge)
    if (this.#isWatched && epoch === this.#epoch && place.key.length <= LONGEST_KEY) {
      this.#kept.set(place.key, kept)
      this.#remember(place)
    }
    return kept
  }

  #remember({ key, words }: Place): void {
    if (words !== undefined && words.length <= LONGEST_KEY) this.#keyByWords.set(words, key)
  }

  #drop(): void {
    this.#epoch += 1
    this.#kept.clear()
    this.#flights.clear()
  }
}

/** An answer of the caller's own: what it may be kept for, if at all, its maker has said in the headers already. */
const sendOnce = (reply: FastifyReply, { status, contentType, body }: Answer): FastifyReply =>
  reply.code(status).header('content-type', contentType).send(body)

/** Past Fastify's own way of sending: the answer has all its headers, and what Fastify would do for each is most of its cost. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
): FastifyReply | Promise<FastifyReply> {
  const ready = kept.replyAtOnce(request.raw)
  return ready
    ? sendReady(request, reply, ready)
    : kept.reply(request.raw).then((packed) => sendReady(request, reply, packed))
}

function sendReady(request: FastifyRequest, reply: FastifyReply, ready: Reply): FastifyReply {
  reply.isKept = true
  reply.hijack()
  write(ready, request.id, reply.raw)
  return reply
}
