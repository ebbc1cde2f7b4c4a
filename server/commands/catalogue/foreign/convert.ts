/** Rewrites the product file of another shop system as a file with our columns. */
import { RESERVED_IDS } from '../../../domain/office/goods/productIds'
import { fullTitle } from '../../../domain/catalogue/variants'
import { addressOf } from '../../../shared/slug'
import { unguard } from '../../../shared/csvCells'
import { PRODUCT_FIELDS } from '../../../shared/goods'
import { hasWords, line as oneLine } from '../../../shared/text'
import { valuesOf } from '../../../shared/variants'
import { isId } from '../columns'
import { Notes } from './notes'
import { photosOf, type FilePhoto } from './photoUrls'
import type { Cells, Source } from './source'
import { variantsOf, type OptionColumns } from './variants'

export interface Line {
  record: string[]
  /** The line on which the record begins. */
  line: number
}

export interface Sheet {
  header: string[]
  lines: Line[]
}

interface NewCategory {
  id: string
  name: string
  /** The first line that names it. */
  line: number
}

export interface Converted extends Sheet {
  /** The index of each column in the file. */
  numbers: number[]
  /** The categories that the shop does not have yet. */
  categories: NewCategory[]
  /** The photos of the products, in the order of their galleries. */
  photos: FilePhoto[]
  /** Sentences that describe what was changed or left out. */
  notes: string[]
}

export interface Known {
  /** Lower-case names of our columns. */
  columns: ReadonlySet<string>
  categories: readonly { id: string; name: string }[]
  /** The titles of the shop's products by id. */
  titles: ReadonlyMap<string, string>
  /** Of the shop's products that have variants, by id. `variantOf` is null for the product's own variant. */
  variants: ReadonlyMap<string, { variant: string; variantOf: string | null }>
  /** The category of products without one. */
  otherCategory: string
}

/** The maximum number of columns to name in a note. */
const MAX_NAMED = 30
/** Leaves room for the number that tells two ids apart. */
const MAX_ID_LENGTH = 190

export const headersOf = (header: readonly string[]): string[] => header.map((name) => oneLine(name).toLowerCase())

/** The index of each of the source's columns in the file. */
export function indexesOf(headers: readonly string[], source: Source): Map<string, number> {
  const found = Object.entries(source.headers).flatMap(([column, names]): [string, number][] => {
    const index = headers.findIndex((header) => names.includes(header))
    return index < 0 ? [] : [[column, index]]
  })
  return new Map(found)
}

/** Also finds the columns that the source recognizes by their cells. */
function columnIndexes(headers: readonly string[], lines: readonly Line[], source: Source): Map<string, number> {
  const indexes = indexesOf(headers, source)
  for (const [column, pattern] of Object.entries(source.byCells ?? {})) {
    if (indexes.has(column)) continue
    const index = indexWhere(pattern, headers, lines)
    if (index >= 0) indexes.set(column, index)
  }
  return indexes
}

/** The first column in which each row has a cell that matches, or -1. */
export const indexWhere = (pattern: RegExp, header: readonly string[], lines: readonly Line[]): number =>
  lines.length === 0
    ? -1
    : header.findIndex((_, i) => lines.every(({ record }) => pattern.test((record[i] ?? '').trim())))

/** The file's columns that have our names, such as `rating`, count more than what the other columns say. */
export function convert({ header, lines }: Sheet, source: Source, known: Known): Converted {
  const headers = headersOf(header)
  const indexes = columnIndexes(headers, lines, source)
  const theirs = new Set(indexes.values())
  const own = new Map(headers.flatMap((name, i) => (known.columns.has(name) && !theirs.has(i) ? [[name, i]] : [])))
  const notes = new Notes()
  const isGoods = ({ cells, line }: Row) => {
    const reason = cellOf(line, own.get('discounted')) === '' ? source.leftOut(cells) : null
    if (reason !== null) notes.add(reason, line.line)
    return reason === null
  }
  const kept = productsOf(lines, indexes, source).flatMap((product) => {
    if (product.sold.length === 0) notes.add(source.leftOut(product.cells) ?? WITHOUT_VARIANT, product.first.line)
    const sold = product.sold.filter(isGoods)
    return sold.length > 0 ? [{ ...product, sold }] : []
  })
  const categories = new Categories(known)
  const categoryIds = kept.map(({ cells, first }) => {
    const named = cellOf(first, own.get('category')) || source.categoryOf(cells)
    return hasWords(named) ? categories.idOf(named, first.line) : null
  })
  const ids = idsOf(kept, { source, known, own: own.get('id'), categories })
  const photoNotes = new Notes()
  const options = source.optionsOf(headers)
  const goods = goodsOf(kept, ids, { source, known, options, own, categories, notes })
  const photos = goods.flatMap(({ id, product, row, wholeId }) =>
    photosOf(id, wholeId === '' ? product.rows : photoRowsOf(product, row, source), source, (kind, line) =>
      photoNotes.add(kind, line),
    ),
  )
  const columns = columnsOf(source, { indexes, own, hasVariants: goods.some(({ variant }) => variant !== '') })
  const converted = goods.map(({ id, productIndex, product, row: { cells, line }, variant, wholeId }): Line => {
    const isNew = !known.titles.has(id)
    const note = (kind: string) => notes.add(kind, line.line)
    const record = columns.map(({ name, ownIndex, read }) => {
      const written = cellOf(line, ownIndex) || (name === 'discounted' ? '' : cellOf(product.first, ownIndex))
      if (name === 'id') return id
      if (name === 'variantOf') return wholeId
      if (name === 'variant') return variant
      if (name === 'category') {
        const category = categoryIds[productIndex]
        if (category) return category
        if (!isNew) return ''
        note(`In the category ${known.otherCategory}, because the file names none (--category NAME chooses another)`)
        return categories.idOf(known.otherCategory, line.line)
      }
      const value = written || read?.(cells, note) || ''
      if (name === 'stock' && value === '' && isNew) note(UNCOUNTED)
      if (name === 'title') {
        const title = cut(value, PRODUCT_FIELDS.title.maximum, note)
        return wholeId === '' ? title : fullTitle({ title, variant, variantOf: null })
      }
      if (name !== 'description') return value
      if (hasWords(value)) return cut(value, PRODUCT_FIELDS.description.maximum, note)
      if (!isNew) return ''
      note('Without a description, which is now the title')
      return oneLine(source.columns['title']!.read(cells, note))
    })
    return { record, line: line.line }
  })
  if (!columns.some(({ name }) => name === 'stock'))
    for (const { id, row } of goods) if (!known.titles.has(id)) notes.add(UNCOUNTED, row.line.line)
  const used = new Set([
    ...columns.flatMap(({ ownIndex, from }) => [ownIndex, ...from]),
    ...quietOf(source, indexes),
    ...options.flatMap(({ name, value }) => [name, value]),
  ])
  return {
    header: columns.map(({ name }) => name),
    numbers: columns.map(({ ownIndex, from }) => (ownIndex ?? from[0] ?? 0) + 1),
    lines: converted,
    categories: categories.added,
    photos,
    notes: [
      ...notesOnColumns({ header, lines }, used, photos.length > 0 ? undefined : indexes.get(source.photos)),
      ...photoNotes.sentences('row'),
      ...notes.sentences(),
    ],
  }
}

const WITHOUT_VARIANT = 'Products with variants whose rows are missing, left out'
const UNCOUNTED =
  'Sold out, because the file has no stock (set it in the office, or import a file with the columns id and stock)'

/** Spreadsheets and WooCommerce write an apostrophe before a minus sign. */
const cellOf = ({ record }: Line, index: number | undefined): string =>
  index === undefined ? '' : unguard((record[index] ?? '').trim()).trim()

/** A row that is sold: a product or one of its variants. */
interface Row {
  line: Line
  /** The row's cells, with those that it has from the product's first row. */
  cells: Cells
  ownCells: Cells
  at: (index: number) => string
}

interface Product {
  first: Line
  cells: Cells
  /** All rows of the product, including those that only add a photo. */
  rows: { cells: Cells; line: number }[]
  sold: Row[]
}

/** Some shops give one SKU to many products. */
const MAX_OF_KEY = 100

function productsOf(lines: Line[], indexes: Map<string, number>, source: Source): Product[] {
  const products: Product[] = []
  const byKey = new Map<string, Product[]>()
  const wholes = new Set<Product>()
  const titleOf = (cells: Cells) => source.columns['title']!.read(cells, () => {})
  let before: Product | undefined
  let isBeforeVariable = false
  for (const each of lines) {
    const own: Cells = (name) => cellOf(each, indexes.get(name))
    const { keys, isVariable, isVariant, isPhoto, isWhole } = source.roleOf(own)
    const withKey = keys.flatMap((key) => byKey.get(key) ?? [])
    const isPart = ({ cells }: Product) => titleOf(own).startsWith(titleOf(cells))
    const known = isWhole
      ? withKey.find((product) => !wholes.has(product))
      : (mostLike(withKey, isPart, titleOf) ?? (isVariant && isBeforeVariable && isPart(before!) ? before : undefined))
    const product = known ?? { first: each, cells: own, rows: [], sold: [] }
    if (isWhole) {
      // Its variants may come before it.
      Object.assign(product, { first: each, cells: own })
      wholes.add(product)
    }
    product.rows.push({ cells: own, line: each.line })
    if (isPhoto && !known) continue
    if (!isPhoto && !isWhole) {
      const cells: Cells = (name) => {
        if (source.shared.includes(name)) return product.cells(name)
        return own(name) || (source.inherited.includes(name) ? product.cells(name) : '')
      }
      product.sold.push({ line: each, cells, ownCells: own, at: (index) => cellOf(each, index) })
    }
    if (known) continue
    products.push(product)
    for (const key of keys) {
      const others = byKey.get(key) ?? []
      if (others.length < MAX_OF_KEY) byKey.set(key, [...others, product])
    }
    before = product
    isBeforeVariable = isVariable
  }
  return products
}

/** Of several products with the key of a variant, the one with the longest title that the variant's title begins with. */
function mostLike(
  products: Product[],
  isPart: (product: Product) => boolean,
  titleOf: (cells: Cells) => string,
): Product | undefined {
  if (products.length <= 1) return products[0]
  const alike = products.filter(isPart)
  const longest = (best: Product, each: Product) =>
    titleOf(each.cells).length > titleOf(best.cells).length ? each : best
  return (alike.length > 0 ? alike : products).reduce(longest)
}

interface Good {
  id: string
  /** The id of the product of which this is a further variant, or empty. */
  wholeId: string
  variant: string
  product: Product
  productIndex: number
  row: Row
}

interface Making {
  source: Source
  known: Known
  options: OptionColumns[]
  own: Map<string, number>
  categories: Categories
  notes: Notes
}

/** The rows of our file: products, each followed by its further variants. */
function goodsOf(
  products: Product[],
  ids: string[],
  { source, known, options, own, categories, notes }: Making,
): Good[] {
  const taken = new Set(ids)
  const storedIds = new Map([...known.variants].map(([id, { variant, variantOf }]) => [`${variantOf} ${variant}`, id]))
  const title = (cells: Cells) => source.columns['title']!.read(cells, () => {})
  const selling = (cells: Cells) => source.columns['discounted']!.read(cells, () => {})
  return products.flatMap((product, productIndex) => {
    const wholeId = ids[productIndex]!
    const first = {
      line: product.first,
      cells: product.cells,
      ownCells: product.cells,
      at: (index: number) => cellOf(product.first, index),
    }
    const was = known.variants.get(wholeId)?.variant ?? null
    const note = ({ line }: Row, kind: string) => notes.add(kind, line.line)
    const named = { options, title, selling, was, note }
    const idColumn = own.get('id')
    return variantsOf<Row>(first, product.sold, named).map(({ row, variant }, i): Good => {
      if (i === 0) return { id: wholeId, wholeId: '', variant, product, productIndex, row }
      const stored = storedIds.get(`${wholeId} ${variant}`)
      const wanted = cellOf(row.line, idColumn) || addressOf(`${wholeId} ${valuesOf(variant)}`, MAX_ID_LENGTH)
      const isTaken = (id: string) => taken.has(id) || categories.ids.has(id) || known.titles.has(id)
      const id = stored ?? freeId(wanted, isTaken)
      taken.add(id)
      return { id, wholeId, variant, product, productIndex, row }
    })
  })
}

/** The rows with the photo of a further variant: its own, or else the first photo of the product. */
function photoRowsOf({ rows }: Product, { line }: Row, { photos, variantPhoto }: Source) {
  const own = rows.find((row) => row.line === line.line)
  if (own && own.cells(variantPhoto) !== '')
    return [{ line: own.line, cells: (name: string) => (name === photos ? own.cells(variantPhoto) : '') }]
  const first = rows.find(({ cells }) => cells(photos) !== '')
  return first
    ? [{ line: first.line, cells: (name: string) => (name === photos ? firstUrl(first.cells(name)) : '') }]
    : []
}

/** WooCommerce writes all photos of a product into one cell. */
const firstUrl = (cell: string): string => cell.split(/, *(?=https?:)/i)[0]!

interface OurColumn {
  name: string
  ownIndex: number | undefined
  /** The indexes of the columns that make the value. */
  from: number[]
  read?: Source['columns'][string]['read']
}

/** Columns that a file without them gets too. */
const ALWAYS = ['category', 'variantOf', 'variant']

/** Our columns for which the file has a column. */
function columnsOf(
  source: Source,
  { indexes, own, hasVariants }: { indexes: Map<string, number>; own: Map<string, number>; hasVariants: boolean },
) {
  const indexesFrom = (names: readonly string[]) =>
    names.flatMap((name) => (indexes.has(name) ? [indexes.get(name)!] : []))
  const mapped: OurColumn[] = [
    { name: 'id', ownIndex: own.get('id'), from: indexesFrom(source.idFrom) },
    { name: 'category', ownIndex: own.get('category'), from: indexesFrom(source.categoryFrom) },
    ...Object.entries(source.columns).map(([name, { from, read }]) => ({
      ...{ name, read, from: indexesFrom(from) },
      ownIndex: own.get(name.toLowerCase()),
    })),
  ]
  if (hasVariants)
    for (const name of ['variantOf', 'variant']) mapped.push({ name, ownIndex: own.get(name.toLowerCase()), from: [] })
  const names = new Set(mapped.map(({ name }) => name.toLowerCase()))
  const further = [...own].filter(([name]) => !names.has(name))
  return [
    ...mapped.filter(({ name, from, ownIndex }) => ALWAYS.includes(name) || from.length > 0 || ownIndex !== undefined),
    ...further.map(([name, ownIndex]): OurColumn => ({ name, ownIndex, from: [] })),
  ]
}

/** Finds categories by id or name in any case, and adds those that the shop does not have. */
class Categories {
  readonly added: NewCategory[] = []
  readonly ids: Set<string>
  readonly #byName: Map<string, string>

  constructor(private readonly known: Known) {
    this.ids = new Set(known.categories.map(({ id }) => id))
    // A name wins over the id of another category, because files of other shops contain names.
    const { categories } = known
    this.#byName = new Map([
      ...categories.map(({ id }) => [lower(id), id] as const),
      ...categories.map(({ id, name }) => [lower(name), id] as const),
    ])
  }

  idOf(written: string, line: number): string {
    const name = cut(oneLine(written), PRODUCT_FIELDS.categoryId.maximum)
    const address = addressOf(name, MAX_ID_LENGTH) || 'category'
    const found = this.#byName.get(lower(name)) ?? (this.ids.has(address) ? address : undefined)
    const id = found ?? freeId(address, (each) => this.ids.has(each) || this.known.titles.has(each))
    if (found === undefined) {
      this.ids.add(id)
      this.added.push({ id, name, line })
    }
    this.#byName.set(lower(name), id)
    return id
  }
}

const lower = (text: string): string => oneLine(text).toLowerCase()

interface Naming {
  source: Source
  known: Known
  own: number | undefined
  categories: Categories
}

const idFrom = (names: string[]): string =>
  names.map((name) => (isId(name) ? name : addressOf(name, MAX_ID_LENGTH))).find((id) => id !== '') ?? 'product'

/** The first product of a name gets its address, and the others get numbers, in the order of the file. */
function idsOf(products: Product[], { source, known, own, categories }: Naming): string[] {
  const wanted = products.map(({ first, cells }) => cellOf(first, own) || idFrom(source.nameOf(cells)))
  const taken = new Set<string>()
  // Whether the other category is needed depends on which ids are new.
  const reserved = new Set([...RESERVED_IDS, addressOf(known.otherCategory, MAX_ID_LENGTH)])
  const isFree = (id: string) => !taken.has(id) && !categories.ids.has(id) && !reserved.has(id)
  const ids = wanted.map((id, i) => {
    if (!isFree(id) && cellOf(products[i]!.first, own) === '') return null
    taken.add(id)
    return id
  })
  // Many products may have one name, so each search begins where the one before ended.
  const numbers = new Map<string, number>()
  return ids.map((id, i) => {
    if (id !== null) return id
    const title = lower(source.columns['title']!.read(products[i]!.cells, () => {}))
    // The shop's product with this id is another one, unless it has the same title.
    const isOther = (each: string) => known.titles.has(each) && lower(known.titles.get(each)!) !== title
    const free = freeId(wanted[i]!, (each) => !isFree(each) || isOther(each), numbers.get(wanted[i]!))
    taken.add(free)
    numbers.set(wanted[i]!, numberAfter(free))
    return free
  })
}

const numberAfter = (id: string): number => Number(id.split('-').at(-1)) + 1 || 2

/** `moon-jar`, or `moon-jar-2` if the first is taken. */
function freeId(id: string, isTaken: (id: string) => boolean, from = 2): string {
  if (!isTaken(id)) return id
  for (let n = from; ; n += 1) if (!isTaken(`${id}-${n}`)) return `${id}-${n}`
}

const CUT = '…'

function cut(text: string, most: number, note?: (kind: string) => void): string {
  if (text.length <= most) return text
  note?.(`Texts cut at ${most.toLocaleString('en-IN')} characters`)
  // Half of a pair of characters is no text.
  return text.slice(0, most - CUT.length).replace(/\p{Cs}$/u, '') + CUT
}

const quietOf = ({ others }: Source, indexes: Map<string, number>): number[] =>
  others.flatMap((name) => (indexes.has(name) ? [indexes.get(name)!] : []))

function notesOnColumns({ header, lines }: Sheet, used: Set<number | undefined>, photos: number | undefined): string[] {
  const filled = filledColumns(lines)
  const left = header.filter((_, i) => !used.has(i) && filled.has(i)).map((name) => oneLine(name))
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : ''
  return [
    ...(left.length > 0 ? [`Columns not used: ${left.slice(0, MAX_NAMED).join(', ')}${more}.`] : []),
    ...(photos !== undefined && filled.has(photos)
      ? [`${oneLine(header[photos]!)} is not used. Add photos from files with npm run photos.`]
      : []),
  ]
}

/** The indexes of the columns that have a value in any row. Reads each cell once. */
export function filledColumns(lines: readonly Line[]): Set<number> {
  const filled = new Set<number>()
  for (const { record } of lines) for (const [i, cell] of record.entries()) if (cell.trim() !== '') filled.add(i)
  return filled
}
