/** The names of the files that an asset consists of. */
import type { Asset, AssetKind } from '../generated/prisma/client'
import { furtherPhotoWidths, photoWidths, PREVIEW, WEBP_WIDTH, type PhotoFormat } from '../shared/photos'

/** The photo in its largest size. */
export const MASTER_FILE = 'photo.webp'

/** The file that pages request as `/photos/<version>/<folder>/<name>.<format>`. The folder is a width or `preview`. */
export const fileOf = (folder: string | number, format: string): string => `${folder}.${format}`

export const PREVIEW_FILE = fileOf(PREVIEW.folder, 'jpg')

interface Size {
  width: number
  format: PhotoFormat
}

/** The sizes besides the master and the preview. The photo may be a product's first photo or a later one, and its position may change. */
export const photoSizes = (width: number): Size[] => [
  ...[...new Set([WEBP_WIDTH, ...furtherPhotoWidths(width)])].map((each) => ({ width: each, format: 'webp' }) as const),
  ...photoWidths(width).map((each) => ({ width: each, format: 'avif' }) as const),
]

const filesOfPhoto = (width: number): string[] => [
  MASTER_FILE,
  PREVIEW_FILE,
  ...photoSizes(width).map((size) => fileOf(size.width, size.format)),
]

const FILES: Record<AssetKind, (width: number) => string[]> = { PHOTO: filesOfPhoto, REVIEW_PHOTO: filesOfPhoto }

/** The files that the shop makes today for such an asset, and that pages ask for. */
export const neededFiles = ({ kind, width }: Pick<Asset, 'kind' | 'width'>): string[] => FILES[kind](width)
