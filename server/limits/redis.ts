/** Where limits are counted: in Redis, shared by all servers, where REDIS_URL names one; else each server counts for itself. */
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Settings } from '../settings'

/** A request waits no longer than this for a counter; then it goes on without. */
const COMMAND_TIMEOUT_MS = 250
const LONGEST_RETRY_MS = 5_000

/** Null where there is none. Redis that is away fails every command at once and stops nothing; the log says so once. */
export async function openRedis(app: FastifyInstance, { redisUrl }: Pick<Settings, 'redisUrl'>): Promise<Redis | null> {
  if (redisUrl === null) {
    app.log.info('limits are counted by this process alone (REDIS_URL lets several servers share them)')
    return null
  }
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: LONGEST_RETRY_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RETRY_MS),
  })
  let isAway = false
  redis.on('ready', () => {
    isAway = false
    app.log.info('limits are counted in Redis')
  })
  redis.on('error', (err) => {
    if (!isAway)
      app.log.warn({ err }, 'Redis is away: until it is back, requests are not limited, and costs by each server')
    isAway = true
  })
  app.addHook('onClose', async () => redis.disconnect())
  return redis
}
