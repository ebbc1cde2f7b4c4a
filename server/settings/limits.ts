/** How much of the server's time clients may use. server/guards/rules.ts has all limits. */
import { z } from 'zod'
import { whole } from './kinds'

export const variables = z.object({
  LIMITS: z.enum(['on', 'off']).default('on'),
  REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(12_000),
  QUERY_COST: whole(0, 1_000_000).default(15_000),
  COST_PER_MINUTE: whole(0, 1_000_000_000).default(3_000_000),
  SIGN_INS_PER_MINUTE: whole(0, 100_000).default(300),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
})

export function settings(values: z.infer<typeof variables>) {
  return {
    /** True if nothing counts callers, for load tests on a private machine. */
    isLimitsOff: values.LIMITS === 'off',
    /** Requests to REST and GraphQL by the logged-in users of a network, excluding those served from the cache; 0 means no limit. */
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    /** The cost limit of one operation; 0 means no limit. */
    queryCost: values.QUERY_COST,
    /** The cost of a network's operations and pages, in points of about 10 µs of CPU time; 0 means no limit. */
    costPerMinute: values.COST_PER_MINUTE,
    /** Logins and sign-ups per network address; 0 means no limit. */
    signInsPerMinute: values.SIGN_INS_PER_MINUTE,
    /** The Redis server in which several servers count together. Null if each server counts separately. */
    redisUrl: values.REDIS_URL ?? null,
  }
}
