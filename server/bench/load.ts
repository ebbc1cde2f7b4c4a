/** Sends one request over and over, and says how it went. */
import autocannon from 'autocannon'

export interface Load {
  url: string
  request: Partial<autocannon.Options>
  connections: number
  /** How long, in seconds; or how many requests. */
  duration?: number
  amount?: number
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds within which half of the answers came, and 99 of 100. */
  p50: number
  p99: number
}

/** Throws where an answer was not a good one: a figure of errors says nothing. */
export async function runLoad({ url, request, connections, duration, amount }: Load): Promise<LoadResult> {
  const size = amount === undefined ? { duration: duration! } : { amount }
  const result = await autocannon({ url, connections, ...size, ...request })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
  return { requestsPerSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}
