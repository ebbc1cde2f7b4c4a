/**
 * Bounds the uploads of buyers before their bodies are read: one of each buyer at a time, and a few of all buyers. Reading and hashing 10 MB
 * takes 0.2 s, in which the process answers no other request.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../guards/refusal'
import { RULES } from '../../guards/rules'
import { TooManyRequests } from '../../http/tooManyRequests'

/** A point is about 10 µs, in which this many bytes are read and hashed. */
const BYTES_A_POINT = 500
const RETRY_SECONDS = 10

interface Upload {
  userId: string
  /** False once the answer was sent, or the caller has hung up. */
  isOpen: boolean
  isWorking: boolean
}

export class BuyersUploads {
  readonly #buyers = new Set<string>()
  readonly #reading = new Set<Upload>()
  readonly #uploads = new WeakMap<FastifyRequest, Upload>()

  constructor(private readonly largestBytes: number) {}

  /** Call this before the body is read. Throws TOO_MANY_ATTEMPTS, and TooManyRequests if the caller has too few points for the body. */
  async admit(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
    const retryAfterSeconds = RETRY_SECONDS
    if (this.#buyers.has(userId)) throw refusal('uploads.perAccount', { retryAfterSeconds })
    if (this.#reading.size >= RULES['uploads.ofBuyers'].most) throw refusal('uploads.ofBuyers', { retryAfterSeconds })
    const upload = { userId, isOpen: true, isWorking: false }
    this.#buyers.add(userId)
    this.#reading.add(upload)
    this.#uploads.set(request, upload)
    // One of the two comes also if the caller hangs up.
    for (const event of ['finish', 'close'])
      reply.raw.once(event, () => {
        if (!upload.isOpen) return
        upload.isOpen = false
        this.#reading.delete(upload)
        this.#leave(upload)
      })
    const points = Math.ceil(this.#bytesOf(request) / BYTES_A_POINT)
    const drawn = await request.server.drawCost(request, points)
    if (drawn.retryAfterSeconds !== null) throw new TooManyRequests(drawn.retryAfterSeconds)
  }

  /** Does the work with a body that was read. The next upload of the buyer waits for it, even if the caller has hung up. */
  async work<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    const upload = this.#uploads.get(request)!
    this.#reading.delete(upload)
    upload.isWorking = true
    try {
      return await work()
    } finally {
      upload.isWorking = false
      this.#leave(upload)
    }
  }

  #leave({ userId, isOpen, isWorking }: Upload): void {
    if (!isOpen && !isWorking) this.#buyers.delete(userId)
  }

  /** A chunked body does not state its length. */
  #bytesOf({ headers }: FastifyRequest): number {
    const stated = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
    return Math.min(stated, this.largestBytes)
  }
}
