/** How photos are encoded, those of the catalogue in the repository and those that staff uploads alike. */
import type { Sharp } from 'sharp'
import { PREVIEW, type PhotoFormat } from '../shared/photos'

/** Little effort: the last percent of a file's size would cost most of the time, and of a large photo's most of all. */
const encodingOf = (format: PhotoFormat, width: number) =>
  format === 'avif' ? { quality: 64, effort: width < LARGE ? 3 : 1 } : { quality: 82, effort: 3 }
const LARGE = 900

export const encodeSize = (image: Sharp, width: number, format: PhotoFormat): Sharp =>
  image.resize({ width }).toFormat(format, encodingOf(format, width))

/** The whole photo, with its plain background carried on to both sides: a crop would cut the wares. */
export async function encodePreview(image: Sharp): Promise<Sharp> {
  const { width, height } = PREVIEW
  const master = await image.metadata()
  const missing = Math.max(0, width - Math.round((master.width * height) / master.height))
  const left = Math.floor(missing / 2)
  return image
    .resize({ width: width - missing, height })
    .extend({ left, right: missing - left, extendWith: 'copy' })
    .jpeg({ quality: 80, mozjpeg: true })
}
