/** Which sizes of a photo there are, and where each is found. The build makes them; server and client both name them. */

export type PhotoFormat = 'avif' | 'webp'

const WIDTHS = [240, 480, 720, 900, 1200, 1440]

/** Of AVIF: smallest first; none is wider than its master. */
export function photoWidths(masterWidth: number): number[] {
  const widths = WIDTHS.filter((width) => width <= masterWidth)
  return widths.length > 0 ? widths : [masterWidth]
}

/** Of WebP, for the few browsers that do not know AVIF: one width is enough for those. */
export const WEBP_WIDTH = 480

/** The part of a slide's master that shows the wares, in its pixels: what is left of them gives way to the text. */
export const SLIDE = { left: 720, width: 1280, height: 875 } as const
/** The same on wide screens, which have the room for more of the table; a photo of its own, `slide-1-wide`. */
export const WIDE_SLIDE = {
  left: 560,
  width: 1440,
  height: 875,
  suffix: '-wide',
  media: '(min-width: 1600px)',
} as const

/** The picture of a page where a link to it is shared: JPEG, since not all networks know the newer formats. */
export const PREVIEW = { folder: 'preview', width: 1200, height: 630 } as const
/** The preview of whatever has no photo of its own. */
export const SHOP_PREVIEW = 'share'

export const previewPath = (version: string, name: string): string => `/photos/${version}/${PREVIEW.folder}/${name}.jpg`

/** The names of photos that staff uploaded: a prefix, and so many hexadecimal digits of a hash of what was uploaded. */
export const UPLOADED = { prefix: 'u-', digits: 24 } as const
export const isUploaded = (name: string): boolean => /^u-[0-9a-f]{24}$/.test(name)

/** `slide-1` for `/photos/slide-1.webp`; null for a picture that is none of the shop's own. */
export const photoName = (url: string): string | null => /^\/photos\/([a-z0-9-]+)\.webp$/.exec(url)?.[1] ?? null

/** `version` changes with the photos, so that what is at an address never does. */
export const photoPath = (version: string, width: number, name: string, format: PhotoFormat): string =>
  `/photos/${version}/${width}/${name}.${format}`
