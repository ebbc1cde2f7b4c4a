/** How much of the server's time and memory clients may use. */
import { z } from 'zod'
import { limit, whole } from './kinds'

export const limitVariables = z.object({
  REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(12_000),
  ANONYMOUS_REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(3_000),
  KEY_REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(1_200),
  QUERY_COST: whole(0, 1_000_000).default(15_000),
  COST_PER_MINUTE: whole(0, 1_000_000_000).default(3_000_000),
  USER_COST_PER_MINUTE: whole(0, 1_000_000_000).default(1_500_000),
  KEY_COST_PER_MINUTE: whole(0, 1_000_000_000).default(1_500_000),
  PAGES_AT_ONCE: whole(0, 1000).default(4),
  LARGEST_RESPONSE_MB: limit(1000).default(2),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
})

export function limitSettings(values: z.infer<typeof limitVariables>) {
  return {
    /** Requests to REST and GraphQL per network address or API key, excluding those served from the cache; 0 means no limit. */
    requestsPerMinute: {
      signedIn: values.REQUESTS_PER_MINUTE,
      anonymous: values.ANONYMOUS_REQUESTS_PER_MINUTE,
      key: values.KEY_REQUESTS_PER_MINUTE,
    },
    /** In points of about 10 µs of CPU time; 0 means no limit. */
    cost: {
      /** The cost limit of one operation. */
      maximum: values.QUERY_COST,
      perAddressAndMinute: values.COST_PER_MINUTE,
      perUserAndMinute: values.USER_COST_PER_MINUTE,
      perKeyAndMinute: values.KEY_COST_PER_MINUTE,
    },
    /** How many pages are rendered at the same time; 0 means any number. */
    rendering: { mostAtOnce: values.PAGES_AT_ONCE },
    /** The size limit for a private response; 0 means no limit. */
    largestResponseBytes: Math.round(values.LARGEST_RESPONSE_MB * 1_000_000),
    /** The Redis server in which several servers count together. Null if each server counts separately. */
    redisUrl: values.REDIS_URL ?? null,
  }
}
