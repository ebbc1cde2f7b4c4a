/** Stores the files of assets in a bucket of an S3-compatible store. Recent files stay cached in memory, because they never change. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { LRUCache } from 'lru-cache'
import type { Settings } from '../settings'
import { fetchWithin } from '../external/fetchWithin'
import { RETRY_AFTER_SECONDS, UnavailableError } from '../external/unavailable'
import { UNWATCHED, type Outcomes } from '../external/externalServices'
import { circuit } from './circuit'
import type { MediaStore } from './store'

/** The time limit for a call, including all of its attempts. Pages wait for photos, so reads have less time. Uploads are larger. */
const READ_MS = 5_000
const WRITE_MS = 20_000
const TRY_MS = 10_000
/** The pause before each retry. */
const PAUSES_MS = [100, 500]
/** After one call has failed, other calls fail immediately for this long. 503 responses contain the same time in Retry-After. */
const REST_MS = RETRY_AFTER_SECONDS * 1000
/** Enough for a few thousand photos in the sizes that phones use. */
const CACHED_BYTES = 32 * 1024 * 1024

interface Options {
  outcomes?: Outcomes
  /** Limits each call, including all of its attempts. */
  timeoutMs?: number
  restMs?: number
}

interface SentRequest {
  method: string
  address: string
  ms: number
  body?: Buffer
}

/** Larger than any stored photo, in any size. */
const MAX_BYTES = 10_000_000

class TooLarge extends Error {
  override name = 'TooLarge'
}

async function bytesOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length > MAX_BYTES) throw new TooLarge(`the photo store sent more than ${MAX_BYTES / 1_000_000} MB`)
  }
  return Buffer.concat(chunks)
}

export function s3Store(
  { url, ...credentials }: NonNullable<Settings['photosS3']>,
  { outcomes = UNWATCHED, timeoutMs, restMs = REST_MS }: Options = {},
): MediaStore {
  const line = circuit('the photo store', restMs)
  const client = new AwsClient({ ...credentials, service: 's3', retries: 0 })
  const cached = new LRUCache<string, Buffer>({ maxSize: CACHED_BYTES, sizeCalculation: ({ length }) => length || 1 })
  const addressOf = (asset: string, file: string) => `${url}/${asset}/${file}`

  /** Throws an UnavailableError if the store is down or refuses the request. */
  const send = (method: string, address: string, body?: Buffer) => line.run(() => sendNow(method, address, body))

  async function sendNow(method: string, address: string, body?: Buffer): Promise<{ isThere: boolean; bytes: Buffer }> {
    let failure: unknown
    let isAway = true
    const end = performance.now() + (timeoutMs ?? (method === 'GET' ? READ_MS : WRITE_MS))
    for (const pause of [0, ...PAUSES_MS]) {
      const ms = Math.ceil(end - performance.now() - pause)
      if (ms <= 0) break
      if (pause > 0) await sleep(pause)
      try {
        const { response, bytes } = await request({ method, address, ms, ...(body && { body }) })
        const isRefused = !response.ok && response.status < 500 && response.status !== 429
        if (response.ok || isRefused) line.answers()
        if (response.ok || response.status === 404) {
          if (response.ok || method !== 'PUT') outcomes.succeeded()
          return { isThere: response.ok, bytes }
        }
        failure = new Error(`the photo store answered ${response.status} to ${method}`)
        isAway = !isRefused
        if (isRefused) break
      } catch (error) {
        failure = error
        isAway = !(error instanceof TooLarge)
        if (!isAway) break
      }
    }
    // A refused request fails immediately, so it does not open the circuit.
    if (isAway) line.fails()
    outcomes.failed(failure)
    throw new UnavailableError('the photo store does not respond or denies access', { cause: failure })
  }

  async function request({ method, address, ms, body }: SentRequest): Promise<{ response: Response; bytes: Buffer }> {
    const hash = createHash('sha256').update(body ?? '')
    const headers = { 'x-amz-content-sha256': hash.digest('hex') }
    // The client only signs the request, because the Request that it would send may never end (see fetchWithin).
    const content = body && { body: new Uint8Array(body) }
    const signed = await client.sign(address, { method, headers, ...content })
    // A redirect could lead to any address that this machine can reach.
    const init = { method, headers: signed.headers, redirect: 'manual', ...content } as const
    return fetchWithin({ ms: Math.min(ms, TRY_MS) }, signed.url, init, async (response) => ({
      response,
      bytes: await bytesOf(response),
    }))
  }

  return {
    check: () => line.check(),
    async put(asset, file, bytes) {
      const { isThere } = await send('PUT', addressOf(asset, file), bytes)
      if (isThere) return
      const failure = new UnavailableError('the photo store has no such bucket')
      outcomes.failed(failure)
      throw failure
    },
    async get(asset, file) {
      const address = addressOf(asset, file)
      const known = cached.get(address)
      if (known) return known
      const { isThere, bytes } = await send('GET', address)
      if (!isThere) return null
      cached.set(address, bytes)
      return bytes
    },
    async remove(asset, files) {
      const addresses = files.map((file) => addressOf(asset, file))
      for (const address of addresses) cached.delete(address)
      // Waits for all, because the caller's lock ends with this call: a late one could remove a file that was stored anew.
      const removals = await Promise.allSettled(addresses.map((address) => send('DELETE', address)))
      for (const removal of removals) if (removal.status === 'rejected') throw removal.reason
    },
  }
}
