/** Converts uploaded bytes into a photo in all sizes that pages use, or rejects them with an explanation. */
import { createHash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { type DomainError, invalidInput } from '../shared/errors'
import { UPLOADED } from '../shared/photos'
import { encodePreview, encodeSize } from './encodePhoto'
import { fileOf, MASTER_FILE, photoSizes, PREVIEW_FILE } from './files'

export interface DerivedPhoto {
  kind: 'PHOTO' | 'REVIEW_PHOTO'
  name: string
  /** The dimensions of the largest size. */
  width: number
  height: number
  files: Map<string, Buffer>
}

const LIMITS = {
  /** The minimum length of each side, in pixels. A product page shows this many pixels on a high-resolution screen. */
  shortestSide: 800,
  /** The limit for files that are not progressive or interlaced. Their decoders work in strips. */
  megapixels: 50,
  /** In MB. For a progressive or interlaced file, a decoder holds all pixels in memory. */
  progressiveMb: 100,
  /** The maximum ratio of the sides. No product photo is longer and narrower than this. */
  ratio: 3,
}
/** The longer side of the largest size, as in the catalogue's own photos. */
const MAX_SIDE = 1400
const MASTER_QUALITY = 88
/** Formats with decoders that are safe for untrusted files. sharp's builds have no decoder for HEIC. */
const FORMATS = ['jpeg', 'png', 'webp', 'avif']

const refuse = (sentence: string): DomainError => invalidInput('photo', sentence)

/** Only the content matters. The file's name and declared type are ignored. */
function checkKind({ format, compression, pages = 1 }: Metadata): void {
  const kind = format === 'heif' && compression === 'av1' ? 'avif' : format
  if (!FORMATS.includes(kind)) throw refuse(NO_PHOTO)
  if (pages > 1) throw refuse('This photo is animated. Please upload a still photo.')
}

const NO_PHOTO =
  'This file cannot be read as a photo. Please upload a JPEG, PNG, WebP or AVIF file. An iPhone saves JPEG with the setting "Most Compatible".'

function checkSize({ autoOrient: { width, height }, isProgressive, channels, depth }: Metadata): void {
  const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2)
  if (isProgressive && width * height * bytesPerPixel > LIMITS.progressiveMb * 1_000_000)
    throw refuse('The photo is too large for a progressive or interlaced file. Please save it without that option.')
  if (width * height > LIMITS.megapixels * 1_000_000)
    throw refuse(`The photo has more than ${LIMITS.megapixels} megapixels. Please make it smaller.`)
  if (Math.min(width, height) < LIMITS.shortestSide)
    throw refuse(
      `The photo has ${width} x ${height} pixels. Each side needs at least ${LIMITS.shortestSide} to look sharp.`,
    )
  if (Math.max(width, height) > LIMITS.ratio * Math.min(width, height))
    throw refuse(`One side of the photo is more than ${LIMITS.ratio} times as long as the other. Please crop it.`)
}

/** The photo name derived from these bytes. Photos of different owners have different names, even if their bytes are the same. */
export const photoNameOf = (bytes: Buffer, owner = ''): string =>
  UPLOADED.prefix + createHash('sha256').update(owner).update(bytes).digest('hex').slice(0, UPLOADED.digits)

/** Reads only the header. Throws INVALID_INPUT if the file has an unsupported format or size. */
async function checkPhoto(bytes: Buffer) {
  if (bytes.length === 0) throw refuse(NO_PHOTO)
  const { default: sharp } = await import('sharp')
  // Each photo uses one core, so that another core can serve requests. No photo is decoded twice, so a cache would be useless.
  sharp.concurrency(1)
  sharp.cache(false)
  const image = sharp(bytes, { limitInputPixels: LIMITS.megapixels * 1_000_000, failOn: 'error' })
  const metadata = await image.metadata().catch((cause: Error) => {
    // sharp itself checks the pixel limit, before `checkSize`.
    if (/pixel limit/i.test(cause.message))
      throw refuse(`The photo has more than ${LIMITS.megapixels} megapixels. Please make it smaller.`)
    throw refuse(NO_PHOTO)
  })
  checkKind(metadata)
  checkSize(metadata)
  return { image, metadata, sharp }
}

/** Reads only the header. Throws INVALID_INPUT as for derivePhoto. */
export async function megapixelsOf(bytes: Buffer): Promise<number> {
  const { width, height } = (await checkPhoto(bytes)).metadata
  return (width * height) / 1_000_000
}

/**
 * Rotates the photo upright, converts it to sRGB, puts transparent parts on white, and removes the camera's metadata, such as the location. A
 * colour profile in the file decides about the colours.
 */
async function decode(bytes: Buffer) {
  const { image, metadata, sharp } = await checkPhoto(bytes)
  const isPlainCmyk = metadata.space === 'cmyk' && !metadata.hasProfile
  const upright = image.autoOrient().flatten({ background: '#fff' })
  const { data, info } = await (
    isPlainCmyk ? upright.pipelineColourspace('cmyk').toColourspace('cmyk') : upright.toColourspace('srgb')
  )
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refuse('The photo file is incomplete. Please save it again.')
    })
  const { width, height } = info
  const pixels = isPlainCmyk ? rgbOfCmyk(data) : data
  const channels = isPlainCmyk ? 3 : info.channels
  return { width, height, open: (): Sharp => sharp(pixels, { raw: { width, height, channels } }) }
}

/**
 * CMYK without a profile, as Chrome and Firefox show it: each ink takes away its share of one colour, and black its share of all. sharp would
 * assume the inks of a press instead, which makes red 203, 5, 0 of 220, 0, 0.
 */
function rgbOfCmyk(cmyk: Buffer): Buffer {
  const rgb = Buffer.alloc((cmyk.length / 4) * 3)
  for (let from = 0, to = 0; from < cmyk.length; from += 4, to += 3) {
    const light = 255 - cmyk[from + 3]!
    for (let ink = 0; ink < 3; ink += 1) rgb[to + ink] = Math.round(((255 - cmyk[from + ink]!) * light) / 255)
  }
  return rgb
}

/** Decodes the whole file, so it refuses what an upload would. Throws INVALID_INPUT. */
export const checkWholePhoto = async (bytes: Buffer): Promise<void> => void (await decode(bytes))

/** Throws INVALID_INPUT with an explanation for the uploader. */
export async function derivePhoto(bytes: Buffer): Promise<DerivedPhoto> {
  const { width, height, open } = await decode(bytes)
  const files = new Map<string, Buffer>()
  // Encodes one size after another, because encoding all of them together would need all of their memory at the same time.
  files.set(MASTER_FILE, await open().webp({ quality: MASTER_QUALITY }).toBuffer())
  files.set(PREVIEW_FILE, await (await encodePreview(open())).toBuffer())
  for (const size of photoSizes(width))
    files.set(fileOf(size.width, size.format), await encodeSize(open(), size.width, size.format).toBuffer())
  return { kind: 'PHOTO', name: photoNameOf(bytes), width, height, files }
}
