/** The sizes of photos, and their paths. The build makes the photos, and server and client both link to them. */

export type PhotoFormat = 'avif' | 'webp'

/** The endings of photos that can be uploaded. The content decides the format. */
export const PHOTO_FILE = /\.(jpe?g|jpe|jfif|png|webp|avif)$/i
export const MAX_FILE_NAME = 255

/** The maximum number of photos that one call of `placePhotos` puts into galleries. */
export const MAX_PLACED = 100

const WIDTHS = [120, 240, 320, 480, 720, 900, 1200, 1440]

/** AVIF widths, smallest first. None exceeds the master's width. */
export function photoWidths(masterWidth: number): number[] {
  const widths = WIDTHS.filter((width) => width <= masterWidth)
  return widths.length > 0 ? widths : [masterWidth]
}

/** The WebP width. Only the few browsers without AVIF use it, so one width is enough. */
export const WEBP_WIDTH = 480

/** The part of a slide's master that shows the products, in the master's pixels. */
export const SLIDE = { left: 720, width: 1280, height: 875 } as const
/** The whole master, for screens where the text is on the plain wall to the left of `SLIDE`. It is stored as `slide-1-wide`. */
export const WIDE_SLIDE = {
  left: 0,
  width: 2000,
  height: 875,
  suffix: '-wide',
  media: '(min-width: 801px)',
} as const

/** AVIF widths for a slide. A large screen needs the full width of the master. */
export const slideWidths = (width: number): number[] =>
  width === WIDE_SLIDE.width ? [...photoWidths(width), width] : photoWidths(width)

/** The preview picture when a page is shared on social networks. It is a JPEG because not all networks support the newer formats. */
export const PREVIEW = { folder: 'preview', width: 1200, height: 630 } as const
/** The preview picture for pages that have no photo. */
export const SHOP_PREVIEW = 'share'

export const previewPath = (version: string, name: string): string => `/photos/${version}/${PREVIEW.folder}/${name}.jpg`

/** The names of uploaded photos: a prefix, and this many hexadecimal digits of a hash of the uploaded bytes. */
export const UPLOADED = { prefix: 'u-', digits: 24 } as const
export const isUploaded = (name: string): boolean => /^u-[0-9a-f]{24}$/.test(name)

/**
 * The picture for a product that has no photo yet. Such a product is hidden. The contracts require a photo for each product, but owners
 * usually write a catalogue before they take the photos.
 */
export const NO_PHOTO = { url: '/photos/no-photo.webp', width: 1400, height: 1400 } as const

/** A photo's address is its name between these two texts. */
export const PHOTO_ADDRESS = { before: '/photos/', after: '.webp' } as const
export const photoUrl = (name: string): string => PHOTO_ADDRESS.before + name + PHOTO_ADDRESS.after

/** The reverse of photoUrl: `slide-1` for `/photos/slide-1.webp`, and null for a picture on another site. */
export const photoName = (url: string): string | null => /^\/photos\/([a-z0-9-]+)\.webp$/.exec(url)?.[1] ?? null

/** The query parameter with the signature that shows a buyer's photo which shoppers do not see. */
export const PHOTO_KEY = 'key'

/** The photo's address, and its query with the signature, such as `?key=…`; empty for most photos. */
export function splitPhotoKey(url: string): { url: string; query: string } {
  const at = url.startsWith(PHOTO_ADDRESS.before) ? url.indexOf(`?${PHOTO_KEY}=`) : -1
  return at < 0 ? { url, query: '' } : { url: url.slice(0, at), query: url.slice(at) }
}

/** `version` changes with the photos, so the content at a given URL never changes. */
export const photoPath = (version: string, width: number, name: string, format: PhotoFormat): string =>
  `/photos/${version}/${width}/${name}.${format}`

/**
 * The widths, smallest first, for a product's photos other than its first. The last is the master itself. They are made only in WebP,
 * because few people see them and each build has to make many.
 */
export const furtherPhotoWidths = (masterWidth: number): number[] => [
  ...FURTHER_WIDTHS.filter((width) => width < masterWidth),
  masterWidth,
]

const FURTHER_WIDTHS = [240, 720]
