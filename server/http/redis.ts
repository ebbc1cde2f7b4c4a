/**
 * If REDIS_URL is set, connects to the Redis server in which all servers count together toward the limits. Otherwise, each server counts
 * separately.
 */
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Settings } from '../settings'

/** The longest time that a request waits for a counter. After that it continues without one. */
const COMMAND_TIMEOUT_MS = 250
const MAX_RETRY_MS = 5_000
const PING_MS = 5_000

/** Null without REDIS_URL. While Redis is down, all commands fail immediately, and requests proceed without it. */
export async function openRedis(app: FastifyInstance, { redisUrl }: Pick<Settings, 'redisUrl'>): Promise<Redis | null> {
  if (redisUrl === null) {
    app.log.info('this server counts limits in its own memory: set REDIS_URL if several servers must count together')
    return null
  }
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: MAX_RETRY_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  })
  const { succeeded, failed } = app.outside.watch('redis', {
    fails: 'Redis is down. Requests are not limited and each server counts costs separately until it is back.',
    isBack: 'Redis is back. The servers count together again.',
  })
  redis.on('ready', succeeded).on('error', failed)
  // If Redis hangs, it does not close the connection, so nothing else would detect the failure.
  const asking = setInterval(() => redis.ping().then(succeeded, failed), PING_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(asking)
    redis.disconnect()
  })
  return redis
}
