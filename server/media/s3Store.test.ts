import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testSettings } from '../testing/app'
import { startS3 } from '../testing/stand-ins/s3StandIn'
import { isUnavailable } from '../external/unavailable'
import { s3Store } from './s3Store'

const s3 = await startS3()
afterAll(() => s3.close())
const storeAt = (url: string) => s3Store(testSettings({ PHOTOS_S3_URL: url }).photosS3!)
const store = storeAt(s3.url)
const BYTES = Buffer.from('some photo')
// A call to a healthy store takes far less time than this, even on a busy machine.
const hangingCalls = { timeoutMs: 1_000, restMs: 1_000 }
const away = expect.toSatisfy(isUnavailable)

beforeEach(() => {
  s3.trouble(() => null)
  s3.calls.length = 0
})

describe('photos in an S3-compatible store', () => {
  it('are stored, read and removed with requests signed as AWS documents', async () => {
    await store.put('u-1', '240.avif', BYTES)
    expect([...s3.objects]).toEqual([['/wares/u-1/240.avif', BYTES]])
    expect(await store.get('u-1', '240.avif')).toEqual(BYTES)
    expect(await store.get('u-1', '480.avif')).toBeNull()
    await store.remove('u-1', ['240.avif', '480.avif'])
    expect(s3.objects.size).toBe(0)
    expect(await store.get('u-1', '240.avif')).toBeNull()
  })

  it('are requested once while they are cached', async () => {
    const name = randomUUID()
    await store.put(name, '240.avif', BYTES)
    for (let i = 0; i < 3; i += 1) await store.get(name, '240.avif')
    expect(s3.calls.filter((call) => call.startsWith('GET'))).toHaveLength(1)
  })

  it.each([500, 503, 429, 'cut'] as const)('are stored with a retry after %s', async (trouble) => {
    s3.trouble(() => (s3.calls.length < 3 ? trouble : null))
    await store.put('u-2', 'photo.webp', BYTES)
    expect(s3.calls).toHaveLength(3)
    expect(s3.objects.get('/wares/u-2/photo.webp')).toEqual(BYTES)
  })

  it('are never read from the target of a redirect', async () => {
    s3.trouble((call) => (call.endsWith('/secret') ? null : 'redirect'))
    await expect(store.get('u-4', '240.avif')).rejects.toEqual(away)
    expect(s3.calls.filter((call) => call.endsWith('/secret'))).toEqual([])
  })

  it('are rejected if the response never ends', async () => {
    s3.trouble(() => 'endless')
    await expect(store.get('u-5', '240.avif')).rejects.toEqual(away)
  })

  it('are unavailable after three failed attempts, after a timeout, or immediately if the store refuses', async () => {
    s3.trouble(() => 503)
    await expect(store.get('u-2', 'other.webp')).rejects.toEqual(away)
    expect(s3.calls).toHaveLength(3)
    s3.trouble(() => null)
    await expect(storeAt(s3.urlOfStranger).put('u-3', 'photo.webp', BYTES)).rejects.toEqual(away)
    expect(s3.calls).toHaveLength(4)
    s3.trouble(() => 'silence')
    const failures: unknown[] = []
    const outcomes = { succeeded: () => {}, failed: (error: unknown) => void failures.push(error) }
    const hanging = s3Store(testSettings({ PHOTOS_S3_URL: s3.url }).photosS3!, { outcomes, timeoutMs: 200 })
    await expect(hanging.get('u-2', 'other.webp')).rejects.toEqual(away)
    expect(failures).toEqual([expect.objectContaining({ name: 'TimeoutError' })])
    s3.trouble(() => null)
    await expect(storeAt(s3.url.replace('/wares', '/others')).put('u-3', 'photo.webp', BYTES)).rejects.toEqual(away)
  })

  it('fail immediately after a timeout, until one call reaches the store again', async () => {
    const photos = s3Store(testSettings({ PHOTOS_S3_URL: s3.url }).photosS3!, hangingCalls)
    await storeAt(s3.url).put('u-6', '240.avif', BYTES)
    s3.trouble(() => 'silence')
    s3.calls.length = 0
    await expect(photos.get('u-6', '240.avif')).rejects.toEqual(away)
    const tries = s3.calls.length
    for (let i = 0; i < 5; i += 1) await expect(photos.get('u-6', '240.avif')).rejects.toEqual(away)
    expect(s3.calls).toHaveLength(tries)
    await sleep(1_100)
    // One call makes an attempt, and the others do not wait for it.
    const [, ...others] = Array.from({ length: 5 }, () =>
      photos.get('u-6', '240.avif').catch((error: unknown) => error),
    )
    expect(await Promise.all(others)).toEqual([away, away, away, away])
    expect(s3.calls.length).toBeLessThanOrEqual(tries + 1)
    s3.trouble(() => null)
    const bytes = () => photos.get('u-6', '240.avif').catch((error: unknown) => error)
    await expect.poll(bytes).toEqual(BYTES)
    expect(await Promise.all([photos.get('u-6', 'a.avif'), photos.get('u-6', 'b.avif')])).toEqual([null, null])
  })
})
