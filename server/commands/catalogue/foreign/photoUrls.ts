/** The addresses of photos in the product file of another shop system. */
import { downloadableUrl } from '../../../external/download'
import { GOODS_LIMITS } from '../../../shared/goods'
import type { Cells, Source } from './source'

export interface FilePhoto {
  productId: string
  url: string
  line: number
}

interface Row {
  cells: Cells
  line: number
}

const MAX_URL_LENGTH = 2_000

/** The photos of one product in the order of the gallery. `note` counts what has no place here. */
export function photosOf(
  productId: string,
  rows: Row[],
  { photos }: Source,
  note: (kind: string, line: number) => void,
): FilePhoto[] {
  const found = rows.flatMap(({ cells, line }) => {
    const position = Number(cells('imagePosition')) || Infinity
    // WooCommerce writes all photos of a product into one cell.
    const urls = cells(photos).split(/, *(?=https?:)/i)
    return urls.map((url) => ({ url: url.trim(), position, line })).filter(({ url }) => url !== '')
  })
  const usable = new Map<string, FilePhoto>()
  for (const { url: text, line } of found.sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))) {
    const url = text.length > MAX_URL_LENGTH ? null : downloadableUrl(text)
    if (!url) note('Photos whose address is not https with the name of a host, left out', line)
    else if (usable.has(url.href)) continue
    else if (usable.size === GOODS_LIMITS.images) note(`Photos after the first ${GOODS_LIMITS.images}, left out`, line)
    else usable.set(url.href, { productId, url: url.href, line })
  }
  return [...usable.values()]
}

/** The number of photos of each host, most first. An image of several products is one photo. */
export function hostsOf(photos: readonly FilePhoto[]): { host: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const url of new Set(photos.map((photo) => photo.url))) {
    const host = new URL(url).hostname
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].map(([host, count]) => ({ host, count })).sort((a, b) => b.count - a.count)
}
