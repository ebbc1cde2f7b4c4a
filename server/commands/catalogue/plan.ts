/**
 * Compares a file with the stored catalogue and lists the changes and all errors. It changes nothing. Only changed columns are written, so
 * importing a price list does not reset the stock of products that were sold meanwhile. Rows that are missing from the file are kept,
 * because a truncated file would otherwise empty the shop.
 */
import type { Db } from '../../database/db'
import { MAX_INTEGER } from '../../shared/goods'
import { offerFor } from '../../shared/money/pricing'
import { NO_PHOTO } from '../../shared/photos'
import { AWAITS_PHOTO, CATEGORIES, isFurtherPhoto, PRODUCTS, STOCK_WAS, type Column, type Kept } from './columns'
import type { CatalogueFile, CatalogueRow } from './catalogueFile'
import { planFamilies } from './familyPlan'
import { cellsOf, dropUnchanged, kindOfRow, readImported, type Imported, type Said } from './imported'
import {
  checkCategory,
  checkCategoryPhoto,
  checkFirstPhoto,
  checkNewId,
  checkNotApplied,
  checkPhotos,
  checkPrice,
  checkWords,
  fillNoPhoto,
  fillOriginal,
  takePhotosOfVariants,
  hasPhoto,
  meansCategory,
  type Catalogue,
} from './rules'
import { countRows, readByIds, type Values } from './stored'
import type { Change, Changes, Plan } from './changes'

const ROWS_AT_ONCE = 1_000

type Progress = (done: number) => void

interface Options {
  /** Checks whether the shop has the photo at an address. */
  photoExists: (url: string) => boolean
  /** True to apply all cells of the file, also those that an earlier import has applied already. */
  isAgain: boolean
  /** For new products without a rating. Null if none was given. */
  rating?: number | null
  /** Pieces of each new product whose stock the file does not say. Null if none was given. */
  stock?: number | null
}

/** Adds the errors that it finds to the file's errors. */
export async function planChanges(
  db: Db,
  file: CatalogueFile,
  { photoExists, isAgain, rating = null, stock = null }: Options,
  onProgress: Progress = () => {},
): Promise<Plan> {
  const stored = await db.category.findMany({ select: { id: true, name: true } })
  const names = new Map(stored.map(({ id, name }) => [id, name]))
  for (const { values } of file.categories)
    if (values['id']) names.set(String(values['id']), String(values['name'] ?? ''))
  const catalogue: Catalogue = { names, photoExists }
  const known = new Set<unknown>(file.products.map(({ values }) => values['id']))
  const categories = await compare(db, CATEGORIES, file.categories, (row, before) => {
    if (!before) checkNew(row, CATEGORIES)
    checkWords(row, before, CATEGORIES.columns)
    checkPhotos(row, before, catalogue)
    checkCategoryPhoto(row, before)
    if (known.has(row.values['id'])) row.addError('is also the id of a product', 'id')
  })
  const said: Plan['said'] = []
  const kept = new Map<string, string[]>()
  const keep = (row: CatalogueRow, before: Values, imported: Imported, { cells, kind }: Said) => {
    const values = { ...row.values }
    for (const name of dropUnchanged(row, cells, kind, imported)) {
      const column = PRODUCTS.columns.find((each) => each.name === name)
      const value = values[name] ?? null
      const isStored =
        name === 'category'
          ? meansCategory(value, before[name], catalogue)
          : isSame(column, before[name] ?? null, value)
      // An offer follows from the prices, and an empty original is the selling price.
      if (isStored || DERIVED.includes(name) || (name === 'original' && value === null)) continue
      kept.set(name, [...(kept.get(name) ?? []), String(values['id'])])
    }
  }
  const products = await compare(
    db,
    PRODUCTS,
    file.products,
    (row, before, imported) => {
      const says = { id: String(row.values['id']), kind: file.kind ?? kindOfRow(row), cells: cellsOf(row) }
      said.push(says)
      if (before) for (const { name, onlyForNew } of PRODUCTS.columns) if (onlyForNew) delete row.values[name]
      if (before && imported && !isAgain) keep(row, before, imported, says)
      if (!before) row.refuseLate()
      if (!before && stock !== null) row.values['stock'] ??= stock
      if (!before && rating !== null && !row.gave(RATING)) {
        row.values[RATING] = rating
        // Pages show only a grade that the studio gave.
        row.values['isGraded'] ??= false
      }
      if (!before) checkNew(row, PRODUCTS)
      if (!before) checkNewId(row)
      checkWords(row, before, PRODUCTS.columns)
      fillOriginal(row, before)
      checkPrice(row, before)
      checkCategory(row, catalogue)
      checkPhotos(row, before, catalogue)
      checkFirstPhoto(row, before)
      if (!isAgain) checkNotApplied(row, before)
    },
    onProgress,
  )
  for (const row of products.added) {
    row['categoryName'] ??= names.get(String(row['category'])) ?? null
    row['offer'] = offerFor(String(row['offer'] ?? '0%'), priceOf(row))
    row['isBestseller'] ??= false
    row['isGraded'] ??= true
    row['groups'] ??= null
    row['stock'] ??= 0
  }
  takePhotosOfVariants(products.added)
  const without = products.added.filter((row) => !hasPhoto(row))
  for (const row of without) {
    row['hidden'] ??= AWAITS_PHOTO
    fillNoPhoto(row, row['title'])
  }
  await planFamilies(db, products, new Map(file.products.map((row) => [String(row.values['id']), row])))
  for (const row of categories.added) if (!hasPhoto(row)) fillNoPhoto(row, row['name'])
  return {
    categories,
    products,
    said,
    kept,
    withoutPhoto: without.length,
    ready: products.changed.filter(isReady).map(({ id }) => id),
  }
}

const isReady = ({ before, after, waits }: Change): boolean =>
  waits && before['image'] === NO_PHOTO.url && (after['hidden'] ?? AWAITS_PHOTO) === AWAITS_PHOTO

const priceOf = ({ discounted, original }: Values) => ({ discounted: Number(discounted), original: Number(original) })

type Check = (row: CatalogueRow, before: Values | undefined, imported: Imported | undefined) => void

async function compare(
  db: Db,
  kept: Kept,
  rows: CatalogueRow[],
  check: Check,
  onProgress: Progress = () => {},
): Promise<Changes> {
  const { rows: count, lastPosition } = await countRows(db, kept)
  const changes: Changes = { added: [], changed: [], same: 0, staying: count }
  const lines = new Map<string, number>()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    const ids = some.flatMap(({ values }) => (typeof values['id'] === 'string' ? [values['id']] : []))
    const stored = await readByIds(db, kept, ids)
    const imported = kept === PRODUCTS ? await readImported(db, ids) : new Map<string, Imported>()
    for (const row of some) {
      const id = String(row.values['id'] ?? '')
      if (id === '') continue
      const twice = lines.get(id)
      if (twice !== undefined) row.addError(`“${id}” is already in line ${twice}`, 'id')
      else lines.set(id, row.place.line)
      const before = stored.get(id)
      check(row, before, imported.get(id))
      if (twice !== undefined) continue
      if (before) changes.staying -= 1
      const change = before && differences(id, before, row, kept)
      if (change) changes.changed.push(change)
      else if (before) changes.same += 1
      else changes.added.push({ position: lastPosition + 1 + changes.added.length, ...row.values })
    }
    onProgress(from + some.length)
  }
  return changes
}

function checkNew(row: CatalogueRow, { table, columns }: Kept): void {
  const missing = columns
    .filter(({ name, neededForNew }) => neededForNew && !row.gave(name) && !(name in row.values))
    .map(({ name }) => name)
  // Probably a price list with a misspelt id.
  if (missing.includes(NAMES[table]))
    row.addError(
      `no ${table} has the id “${String(row.values['id'])}”. A new one also needs ${missing.join(', ')}`,
      'id',
    )
  else
    for (const name of missing) row.addError(name === RATING ? RATING_IS_NEEDED : `is needed for a new ${table}`, name)
}

/** Columns whose own difference says nothing. */
const DERIVED = [STOCK_WAS.name, 'offer']

const RATING = 'rating'
/** One error for all rows, because errors with the same text are listed once. */
export const RATING_IS_NEEDED = 'is needed for a new product. Add --rating N, from 1 to 5, for all new products'
const NAMES = { product: 'title', category: 'name' } as const

/** Null if the row does not change. */
function differences(id: string, before: Values, row: CatalogueRow, { columns }: Kept): Change | null {
  const { [STOCK_WAS.name]: stockWas, ...file } = row.values
  const stockChange = stockWas == null || file['stock'] == null ? undefined : Number(file['stock']) - Number(stockWas)
  if (stockChange !== undefined) file['stock'] = Number(before['stock']) + stockChange
  if (Number(file['stock']) < 0)
    row.addError(`removes ${-stockChange!} items, but only ${String(before['stock'])} are left`, 'stock')
  if (Number(file['stock']) > MAX_INTEGER)
    row.addError(`adds ${stockChange!} items, which exceeds the largest stock`, 'stock')
  const photos = Object.entries({ ...before, ...file }).filter(([name]) => isFurtherPhoto(name))
  const change: Change = {
    id,
    before: {},
    after: {},
    gallery: Object.fromEntries(photos),
    waits: before['hidden'] === AWAITS_PHOTO,
  }
  if (stockChange) change.stockChange = stockChange
  for (const name of Object.keys(file)) {
    const [old, value] = [before[name] ?? null, file[name] ?? null]
    if (
      isSame(
        columns.find((column) => column.name === name),
        old,
        value,
      )
    )
      continue
    change.before[name] = old
    change.after[name] = value
  }
  if (['discounted', 'original', 'offer'].some((name) => name in change.after)) deriveOffer(change, before)
  return Object.keys(change.after).length > 0 ? change : null
}

function deriveOffer({ before, after }: Change, stored: Values): void {
  const row = { ...stored, ...after }
  const offer = offerFor(String(row['offer']), priceOf(row))
  if (offer === stored['offer']) {
    delete before['offer']
    delete after['offer']
  } else {
    before['offer'] = stored['offer']!
    after['offer'] = offer
  }
}

function isSame(column: Column | undefined, old: Values[string], value: Values[string]): boolean {
  if (column?.kind === 'instant') return Date.parse(String(old)) === Date.parse(String(value))
  if (column?.clean && typeof old === 'string' && column.clean(old) === value) return true
  // An empty cell equals both null and an empty string in the database.
  return old === value || (value === null && old === '')
}
