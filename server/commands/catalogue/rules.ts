/** Rules that involve several columns, or the shop's stored data. */
import { RESERVED_IDS } from '../../domain/office/products/productIds'
import { NO_PHOTO } from '../../shared/photos'
import { hasWords } from '../../shared/text'
import { AWAITS_PHOTO, MAX_PHOTOS, furtherPhoto, isFurtherPhoto, type Column } from './columns'
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
  if (typeof category === 'string') {
    const [found, ...others] = categoriesOf(category, names)
    if (found === undefined)
      row.addError(
        `“${category}” is not a category of the shop. The categories are: ${[...names.keys()].join(', ')}`,
        'category',
      )
    else if (others.length > 0)
      row.addError(`“${category}” may be ${[found, ...others].join(' or ')}. Write the id of the category`, 'category')
    else row.values['category'] = found
  }
  if (names.has(String(id))) row.addError(`“${id}” is the id of a category. Choose another id`, 'id')
}

/** True if the text may mean this category. */
export const meansCategory = (written: unknown, id: unknown, { names }: Catalogue): boolean =>
  categoriesOf(String(written), names).includes(String(id))

/** The ids of the categories that a text may mean: an id, a name, or one of both in another case. */
function categoriesOf(written: string, names: Catalogue['names']): string[] {
  if (names.has(written)) return [written]
  const idsWhere = (isMeant: (text: string) => boolean) =>
    [...names].filter((texts) => texts.some(isMeant)).map(([id]) => id)
  const exact = idsWhere((text) => text === written)
  return exact.length > 0 ? exact : idsWhere((text) => text.toLowerCase() === written.toLowerCase())
}

/** Stored products keep their ids. */
export function checkNewId(row: CatalogueRow): void {
  const id = String(row.values['id'])
  if (RESERVED_IDS.includes(id)) row.addError(`“${id}” is an address of the shop. Choose another id`, 'id')
  if (/^\p{M}/u.test(id)) row.addError('must begin with a letter or a digit, not with a sign that belongs to one', 'id')
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

/** A new product without a photo gets the photo of its first variant in the file that has one. */
export function takePhotosOfVariants(added: readonly Values[]): void {
  const withPhotos = added.filter((row) => row['variantOf'] && hasPhoto(row)).toReversed()
  const photos = new Map(withPhotos.map((row) => [String(row['variantOf']), row]))
  for (const row of added) {
    const isWithout = row['image'] === undefined && row['hidden'] !== AWAITS_PHOTO
    const from = isWithout ? photos.get(String(row['id'])) : undefined
    if (from) for (const name of ['image', 'imageAlt', 'imageWidth', 'imageHeight']) row[name] = from[name] ?? null
  }
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
