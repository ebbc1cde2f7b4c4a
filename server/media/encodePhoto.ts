/** Encodes photos, both those in the repository's catalogue and uploaded ones. */
import type { Sharp } from 'sharp'
import { PREVIEW, type PhotoFormat } from '../shared/photos'

/** Low effort, because saving the last percent of a file's size would take most of the time, especially for large photos. */
const encodingOf = (format: PhotoFormat, width: number) =>
  format === 'avif' ? { quality: 64, effort: width < LARGE ? 3 : 1 } : { quality: 82, effort: 3 }
const LARGE = 900

export const encodeSize = (image: Sharp, width: number, format: PhotoFormat): Sharp =>
  image.resize({ width }).toFormat(format, encodingOf(format, width))

/** Shows the whole photo and extends its plain background on both sides, because cropping would cut off the product. */
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
