/** Chooses a photo's URL: its size, and the site's origin in an absolute URL. */
import { invalidInput, DomainError } from '../shared/errors'
import { furtherPhotoWidths, photoName, photoPath, photoWidths } from '../shared/photos'
import type { Context } from './context'

interface ImageColumns {
  imageUrl: string
  imageAlt: string
  imageWidth: number
  imageHeight: number
}

/** @public for codegen.ts */
export interface FoundImage {
  url: string
  alt: string
  width: number
  height: number
  /** True for a product's second or later photo, which has fewer sizes. */
  isFurther: boolean
  /** True for a buyer's photo that only the buyer and staff see. Its URL is signed. */
  isPrivate?: true
}

const imageOf = ({ imageUrl, imageAlt, imageWidth, imageHeight }: ImageColumns, isFurther: boolean): FoundImage => ({
  url: imageUrl,
  alt: imageAlt,
  width: imageWidth,
  height: imageHeight,
  isFurther,
})

export const image = (columns: ImageColumns): FoundImage => imageOf(columns, false)
export const furtherImage = (columns: ImageColumns): FoundImage => imageOf(columns, true)

export const buyersImage = (columns: ImageColumns, isShown: boolean): FoundImage => ({
  ...imageOf(columns, false),
  ...(!isShown && { isPrivate: true }),
})

interface Size {
  width: number
  url: string
}

/** The sizes of the original and of its derived photos. A photo on another site has only one. */
function sizesOf({ url, width: master, isFurther }: FoundImage, version: string): Size[] {
  const name = photoName(url)
  if (name === null) return [{ width: master, url }]
  const [widths, format] = isFurther
    ? ([furtherPhotoWidths(master), 'webp'] as const)
    : ([photoWidths(master), 'avif'] as const)
  return [...widths.map((width) => ({ width, url: photoPath(version, width, name, format) })), { width: master, url }]
}

const nearest = (sizes: Size[], width: number): Size =>
  sizes.reduce((best, size) => (Math.abs(size.width - width) < Math.abs(best.width - width) ? size : best))

const NO_ORIGIN = 'This server has no PUBLIC_ORIGIN, so it cannot return absolute addresses. Please omit `absolute`.'

/** Throws INVALID_INPUT for a width below 1, or if the origin of an absolute URL is unknown. */
export function imageUrl(
  found: FoundImage,
  { absolute, width }: { absolute: boolean; width?: number | null },
  context: Context,
): string {
  if (width != null && width < 1) throw invalidInput('width', 'The width of a photo must be at least 1 pixel.')
  const path = width == null ? found.url : nearest(sizesOf(found, context.photoVersion), width).url
  const name = photoName(found.url)
  const isSigned = found.isPrivate === true && name !== null
  // No such field is in a public response. If one ever were, the response would not be cached.
  if (isSigned) context.isCounted = true
  const url = isSigned ? context.shop.photoLinks.sign(path, name) : path
  if (!absolute || !url.startsWith('/')) return url
  const origin = context.findOrigin()
  if (origin === null) throw new DomainError('INVALID_INPUT', { field: 'absolute', message: NO_ORIGIN })
  return origin + url
}
