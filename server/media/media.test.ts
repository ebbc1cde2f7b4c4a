import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { isUnavailable } from '../external/unavailable'
import { RULES } from '../guards/rules'
import { testSettings } from '../testing/app'
import { startS3 } from '../testing/stand-ins/s3StandIn'
import { openMedia, type Media } from './media'
import { FileNotStored } from './store'

const NAME = 'u-1'
const FILES = new Map([['240.avif', Buffer.from('some photo')]])
/** A store that works answers INVALID_INPUT, because decoding fails. */
const NO_PHOTO = randomBytes(1000)
const decoded = expect.objectContaining({ code: 'INVALID_INPUT' })
const away = expect.toSatisfy(isUnavailable)
const notStored = expect.any(FileNotStored)

async function expectRefused(media: Media, error: unknown): Promise<void> {
  await expect(media.derive(NO_PHOTO)).rejects.toEqual(error)
  await expect(media.deriveInBulk(NO_PHOTO)).rejects.toEqual(error)
}

describe('photos are not decoded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-media-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('while the bucket is known to be away', async () => {
    const s3 = await startS3()
    const media = openMedia(testSettings({ PHOTOS_S3_URL: s3.url }))
    await expectRefused(media, decoded)
    for (const trouble of [503, 429, 'cut'] as const) {
      s3.trouble(() => trouble)
      await expect(media.keep(NAME, FILES)).rejects.toEqual(away)
      await expectRefused(media, away)
      s3.trouble(() => null)
      // Still refused, without asking the store.
      const calls = s3.calls.length
      await expectRefused(media, away)
      expect(s3.calls).toHaveLength(calls)
      const now = performance.now()
      vi.spyOn(performance, 'now').mockReturnValue(now + 5_001)
      await expectRefused(media, decoded)
      await media.keep(NAME, FILES)
      vi.restoreAllMocks()
      await expectRefused(media, decoded)
    }
    await s3.close()
  })

  it('while the folder takes no files', async () => {
    // A file in place of the folder, because root may write anywhere.
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'photos'), '')
    const media = openMedia(testSettings({ DATA_DIR: dataDir }))
    await expectRefused(media, decoded)
    await expect(media.keep(NAME, FILES)).rejects.toEqual(notStored)
    await expectRefused(media, notStored)
    rmSync(join(dataDir, 'photos'))
    await expectRefused(media, notStored)
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 5_001)
    await expectRefused(media, decoded)
    vi.restoreAllMocks()
    await media.keep(NAME, FILES)
    await expectRefused(media, decoded)
    expect(existsSync(join(dataDir, 'photos', NAME))).toBe(true)
  })
})

describe('the photos that wait for decoding', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-media-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  it.each(['STAFF', 'BUYERS'] as const)('are limited for %s, apart from photos that a command sends', async (lane) => {
    const { most } = RULES['uploads.waiting']
    const media = openMedia(testSettings({ DATA_DIR: dataDir }))
    const codeOf = (photo: Promise<unknown>) => photo.catch(({ code }: { code: string }) => code)
    const codes = await Promise.all([
      ...Array.from({ length: most }, () => codeOf(media.derive(NO_PHOTO, lane))),
      codeOf(media.derive(NO_PHOTO, lane)),
      codeOf(media.deriveInBulk(NO_PHOTO)),
    ])
    expect(codes).toEqual([...Array<string>(most).fill('INVALID_INPUT'), 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT'])
  })
})
