/** Rules that involve several columns, or the shop's stored data. */
import { NO_PHOTO } from '../../shared/photos'
import { hasWords } from '../../shared/text'
import { MAX_PHOTOS, furtherPhoto, isFurtherPhoto, type Column } from './columns'
import type { CatalogueRow } from './catalogueFile'
import type { Values } from './stored'

export interface Catalogue {
  /** The names of categories by id, both stored and from the file. */
  names: Map<string, string>
  photoExists: (url: string) => boolean
}

/** Stored text from before this rule stays. */
export function checkWords(row: CatalogueRow, before: Values | undefined, columns: Column[]): void {
  for (const { name, clean } of columns) {
    const value = row.values[name]
    if (!clean || typeof value !== 'string' || hasWords(value)) continue
    if (clean(String(before?.[name] ?? '')) !== value)
      row.addError(`must have a letter or a digit, not “${value}”`, name)
  }
}

/** A product whose `original` is empty, or a new one without it, is sold at one price. */
export function fillOriginal(row: CatalogueRow, before: Values | undefined): void {
  const { values } = row
  const discounted = values['discounted'] ?? before?.['discounted']
  const isOpen = values['original'] === null || (!before && !row.gave('original'))
  if (!isOpen) return
  if (typeof discounted === 'number') values['original'] = discounted
  else delete values['original']
}

/** If the file lacks one of the two prices, uses the stored price. */
export function checkPrice(row: CatalogueRow, before: Values | undefined): void {
  const [discounted, original] = ['discounted', 'original'].map((name) => row.values[name] ?? before?.[name])
  if (typeof discounted !== 'number' || typeof original !== 'number' || discounted <= original) return
  const name = 'discounted' in row.values ? 'discounted' : 'original'
  const sentence =
    name === 'discounted' ? `must be at most original (${original})` : `must be at least discounted (${discounted})`
  if (name in row.values) row.addError(`${sentence}, not ${row.values[name]}`, name)
}

export function checkCategory(row: CatalogueRow, { names }: Catalogue): void {
  const { category, id } = row.values
  const named = typeof category === 'string' && !names.has(category) ? idOf(category, names) : undefined
  if (named !== undefined) row.values['category'] = named
  else if (typeof category === 'string' && !names.has(category))
    row.addError(
      `“${category}” is not a category of the shop. The categories are: ${[...names.keys()].join(', ')}`,
      'category',
    )
  if (names.has(String(id))) row.addError(`“${id}” is the id of a category. Choose another id`, 'id')
}

/** The id of the category with that id or name, in any case. */
function idOf(written: string, names: Catalogue['names']): string | undefined {
  const sought = written.toLowerCase()
  return [...names].find(([id, name]) => [id, name].some((each) => each.toLowerCase() === sought))?.[0]
}

const OWN_PHOTO = /^\/photos\/[A-Za-z0-9._-]+$/

/** A photo that is already stored may be kept, even if its file is gone. */
export function checkPhotos(row: CatalogueRow, before: Values | undefined, { photoExists }: Catalogue): void {
  const isGallery = Object.keys(row.values).some(isFurtherPhoto)
  const values = { ...before, ...row.values }
  for (let nth = 1; nth <= (isGallery ? MAX_PHOTOS : 1); nth += 1) {
    const names = nth === 1 ? ['image'] : furtherPhoto(nth).map(({ name }) => name)
    const url = row.values[names[0]!]
    if (typeof url === 'string' && url !== before?.[names[0]!]) {
      if (!OWN_PHOTO.test(url))
        row.addError(`must be a photo of the shop such as /photos/blue-bowl.webp, not “${url}”`, names[0])
      else if (!photoExists(url)) row.addError(`the shop has no photo ${url}`, names[0])
    }
    if (nth > 1) checkWhole(row, values, nth, names)
  }
}

/**
 * If the stored stock equals the new stock in the file, this file was probably imported before. Its stock change must not be applied twice.
 */
export function checkNotApplied(row: CatalogueRow, before: Values | undefined): void {
  const { stock, stockWas } = row.values
  if (!before || typeof stock !== 'number' || typeof stockWas !== 'number') return
  if (stock !== stockWas && before['stock'] === stock)
    row.addError(
      `looks already imported, because the stock is ${stock}. Export again, or add --again to apply the change again`,
      'stock',
    )
}

/** A product may be imported before its first photo, and stays hidden until it has one. */
export function checkFirstPhoto(row: CatalogueRow, before: Values | undefined): void {
  if (row.isBad('image')) return
  const url = row.values['image'] ?? before?.['image'] ?? NO_PHOTO.url
  const had = hasPhoto(before)
  if (url === NO_PHOTO.url) {
    if (had) row.addError('is not a photo of a product. An empty cell keeps the stored photo', 'image')
    if (row.values['hidden'] === false)
      row.addError('must not be no, because the product has no photo yet. Leave it empty', 'hidden')
  } else if (!had) checkPhotoIsWhole(row)
}

/** A category may be imported without a photo. Its tile shows the photo of a product. */
export function checkCategoryPhoto(row: CatalogueRow, before: Values | undefined): void {
  if ('image' in row.values && !hasPhoto(before)) checkPhotoIsWhole(row)
}

function checkPhotoIsWhole(row: CatalogueRow): void {
  for (const name of ['imageAlt', 'imageWidth', 'imageHeight'])
    if (!(name in row.values) && !row.isBad(name)) row.addError('is missing, although image is given', name)
}

/** The columns of a row that has no photo yet. */
export function fillNoPhoto(row: Values, alt: Values[string] | undefined): void {
  const { url, width, height } = NO_PHOTO
  Object.assign(row, { image: url, imageWidth: width, imageHeight: height })
  row['imageAlt'] ??= alt ?? null
}

export const hasPhoto = (row: Values | undefined): boolean => (row?.['image'] ?? NO_PHOTO.url) !== NO_PHOTO.url

/** An additional photo needs all four of its columns, and the photo before it. */
function checkWhole(row: CatalogueRow, values: Values, nth: number, names: string[]): void {
  const file = names.filter((name) => (values[name] ?? null) !== null)
  if (file.length === 0) return
  for (const name of names)
    if (!file.includes(name) && !row.isBad(name)) row.addError(`is missing, although ${file[0]} is given`, name)
  if (nth > 2 && (values[`image${nth - 1}`] ?? null) === null) row.addError(`is given without image${nth - 1}`, file[0])
}
