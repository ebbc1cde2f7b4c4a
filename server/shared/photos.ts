/** Which sizes of a photo there are, and where each is found. The build makes them; server and client both name them. */

export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

const WIDTHS = [240, 480, 720, 900, 1200, 1600]

/** Smallest first; none is wider than its master, whose own width is the last. */
export const photoWidths = (masterWidth: number): number[] => [
  ...WIDTHS.filter((width) => width < masterWidth),
  masterWidth,
]

/**
 * The part of a slide that a narrow screen shows, in the master's pixels: so much narrower that a phone loads a third.
 * `left` keeps what the page's `object-position` of 62% would show of the whole slide.
 */
export const TALL_SLIDE = { suffix: '-tall', left: 591, width: 646, height: 700 } as const

/** The picture of a page where a link to it is shared: JPEG, since not all networks know the newer formats. */
export const PREVIEW = { folder: 'preview', width: 1200, height: 630 } as const
/** The preview of whatever has no photo of its own. */
export const SHOP_PREVIEW = 'share'

export const previewPath = (version: string, name: string): string => `/photos/${version}/${PREVIEW.folder}/${name}.jpg`

/** `slide-1` for `/photos/slide-1.webp`; null for a picture that is none of the shop's own. */
export const photoName = (url: string): string | null => /^\/photos\/([a-z0-9-]+)\.webp$/.exec(url)?.[1] ?? null

/** `version` changes with the photos, so that what is at an address never does. */
export const photoPath = (version: string, width: number, name: string, format: PhotoFormat): string =>
  `/photos/${version}/${width}/${name}.${format}`
