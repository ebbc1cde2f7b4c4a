/**
 * A leaky bucket per key. It holds the points for one minute and empties at a constant rate, so a client who has used them all can continue
 * a little later. If several servers count together, the bucket is stored in Redis. Otherwise, and while Redis is down, it is kept in this
 * process.
 */
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

export interface Drawn {
  /** Null if there were enough points. Otherwise the number of whole seconds until enough are available. */
  retryAfterSeconds: number | null
  /** The number of points that can be spent now. */
  left: number
}

/** The maximum number of clients that are counted at the same time. */
const MOST_KEYS = 50_000
const MINUTE_MS = 60_000

/**
 * The same in Redis. KEYS[1] is the bucket. ARGV contains the points, the capacity, the time to empty in ms, and 1 if the points must be
 * charged even if they do not fit. Returns whether they fit, and the level.
 */
const DRAW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local points, most, minute = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = math.max(0, (tonumber(bucket[1]) or 0) - (now - (tonumber(bucket[2]) or now)) * most / minute)
local fits = level + points <= most
if fits or ARGV[4] == '1' then level = level + points end
redis.call('HSET', KEYS[1], 'level', tostring(level), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], minute)
return { fits and 1 or 0, tostring(level) }`

export class Budget {
  readonly #levels = new LRUCache<string, { level: number; at: number }>({
    // Limited by size, because `max` would reserve the memory for all entries at the start.
    maxSize: MOST_KEYS,
    sizeCalculation: () => 1,
  })

  /** `perMinute` is in points; 0 means no limit. */
  constructor(
    readonly perMinute: number,
    readonly redis: Redis | null,
  ) {}

  /** Deducts the points, or none if too few are left. */
  draw(key: string, points: number): Promise<Drawn> {
    return this.#draw(key, points, false)
  }

  /** Deducts the points for work that is already done, even if too few are left. The client must then wait longer. */
  async charge(key: string, points: number): Promise<void> {
    await this.#draw(key, points, true)
  }

  async #draw(key: string, points: number, isOwed: boolean): Promise<Drawn> {
    if (this.perMinute === 0) return { retryAfterSeconds: null, left: Infinity }
    const { fits, level } = (await this.#drawInRedis(key, points, isOwed)) ?? this.#drawHere(key, points, isOwed)
    const missing = level + points - this.perMinute
    return {
      retryAfterSeconds: fits ? null : Math.max(1, Math.ceil((missing / this.perMinute) * (MINUTE_MS / 1000))),
      left: Math.max(0, Math.floor(this.perMinute - level)),
    }
  }

  #drawHere(key: string, points: number, isOwed: boolean): { fits: boolean; level: number } {
    const now = performance.now()
    const { level: before, at } = this.#levels.get(key) ?? { level: 0, at: now }
    const level = Math.max(0, before - ((now - at) * this.perMinute) / MINUTE_MS)
    const fits = level + points <= this.perMinute
    const after = fits || isOwed ? level + points : level
    this.#levels.set(key, { level: after, at: now })
    return { fits, level: after }
  }

  /** Null if Redis is down. */
  async #drawInRedis(key: string, points: number, isOwed: boolean): Promise<{ fits: boolean; level: number } | null> {
    if (this.redis?.status !== 'ready') return null
    try {
      const values = [points, this.perMinute, MINUTE_MS, isOwed ? 1 : 0]
      const drawn = await this.redis.eval(DRAW, 1, `cerashop-budget-${key}`, ...values)
      const [fits, level] = drawn as [number, string]
      return { fits: fits === 1, level: Number(level) }
    } catch {
      return null
    }
  }
}
