/**
 * A leaky bucket per key. It holds the points for one minute and empties at a constant rate, so a client who has used them all can continue
 * a little later. If several servers count together, the bucket is stored in Redis. Otherwise, and while Redis is down, it is kept in this
 * process. A network's bucket and those of the wider networks around it are drawn from together. The code is the shop's own, because no
 * package has bounded memory, charges several points at a time, and draws from several buckets or none, both in memory and in Redis.
 */
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../shared/durations'

export interface Drawn {
  /** Null if there were enough points. Otherwise the number of whole seconds until enough are available. */
  retryAfterSeconds: number | null
  /** The number of points that can be spent now. */
  left: number
}

/** The maximum number of clients that are counted at the same time. */
const MAX_KEYS = 50_000

/**
 * The same in Redis. KEYS are the buckets. ARGV contains the points, the time to empty in ms, 1 if the points must be charged even if they do
 * not fit, and the capacity of each bucket. Returns whether the points fit into all buckets, and the levels.
 */
const DRAW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local points, minute = tonumber(ARGV[1]), tonumber(ARGV[2])
local levels, fits = {}, true
for i, key in ipairs(KEYS) do
  local most = tonumber(ARGV[3 + i])
  local bucket = redis.call('HMGET', key, 'level', 'at')
  levels[i] = math.max(0, (tonumber(bucket[1]) or 0) - (now - (tonumber(bucket[2]) or now)) * most / minute)
  if levels[i] + points > most then fits = false end
end
for i, key in ipairs(KEYS) do
  if fits or ARGV[3] == '1' then levels[i] = levels[i] + points end
  redis.call('HSET', key, 'level', tostring(levels[i]), 'at', tostring(now))
  redis.call('PEXPIRE', key, minute)
  levels[i] = tostring(levels[i])
end
return { fits and 1 or 0, levels }`

/** A client's bucket, or the bucket of a network that many clients share. */
export interface Bucket {
  key: string
  /** How many times the budget the bucket holds. */
  times: number
}

interface Draw {
  fits: boolean
  /** In the order of the buckets. */
  levels: number[]
}

export class Budget {
  readonly #levels = new LRUCache<string, { level: number; at: number }>({
    // Limited by size, because `max` would reserve the memory for all entries at the start.
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  })

  /** `perMinute` is in points; 0 means no limit. */
  constructor(
    readonly perMinute: number,
    readonly redis: Redis | null,
  ) {}

  /** Deducts the points from all buckets, or from none if too few are left in one of them. */
  draw(buckets: Bucket[], points: number): Promise<Drawn> {
    return this.#draw(buckets, points, false)
  }

  /** Deducts the points for work that is already done, even if too few are left. The client must then wait longer. */
  async charge(buckets: Bucket[], points: number): Promise<void> {
    await this.#draw(buckets, points, true)
  }

  async #draw(buckets: Bucket[], points: number, isOwed: boolean): Promise<Drawn> {
    if (this.perMinute === 0) return { retryAfterSeconds: null, left: Infinity }
    const { fits, levels } =
      (await this.#drawInRedis(buckets, points, isOwed)) ?? this.#drawHere(buckets, points, isOwed)
    let [left, waitMs] = [Infinity, 0]
    for (const [i, level] of levels.entries()) {
      const most = this.perMinute * buckets[i]!.times
      left = Math.min(left, most - level)
      waitMs = Math.max(waitMs, ((level + points - most) / most) * MINUTE_MS)
    }
    return {
      retryAfterSeconds: fits ? null : Math.max(1, Math.ceil(waitMs / 1000)),
      left: Math.max(0, Math.floor(left)),
    }
  }

  #drawHere(buckets: Bucket[], points: number, isOwed: boolean): Draw {
    const now = performance.now()
    let fits = true
    const levels = buckets.map(({ key, times }) => {
      const most = this.perMinute * times
      const { level: before, at } = this.#levels.get(key) ?? { level: 0, at: now }
      const level = Math.max(0, before - ((now - at) * most) / MINUTE_MS)
      if (level + points > most) fits = false
      return level
    })
    const after = fits || isOwed ? levels.map((level) => level + points) : levels
    for (const [i, { key }] of buckets.entries()) this.#levels.set(key, { level: after[i]!, at: now })
    return { fits, levels: after }
  }

  /** Null if Redis is down. */
  async #drawInRedis(buckets: Bucket[], points: number, isOwed: boolean): Promise<Draw | null> {
    if (this.redis?.status !== 'ready') return null
    try {
      const keys = buckets.map(({ key }) => `cerashop-budget-${key}`)
      const capacities = buckets.map(({ times }) => this.perMinute * times)
      const values = [points, MINUTE_MS, isOwed ? 1 : 0, ...capacities]
      const drawn = await this.redis.eval(DRAW, keys.length, ...keys, ...values)
      const [fits, levels] = drawn as [number, string[]]
      return { fits: fits === 1, levels: levels.map(Number) }
    } catch {
      return null
    }
  }
}
