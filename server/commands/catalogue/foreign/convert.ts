/** Rewrites the product file of another shop system as a file with our columns. */
import { RESERVED_IDS } from '../../../domain/office/products/productIds'
import { fullTitle } from '../../../domain/catalogue/variants'
import { addressOf } from '../../../shared/slug'
import { unguard } from '../../../shared/csvCells'
import { PRODUCT_FIELDS } from '../../../shared/goods'
import { counted, number } from '../../../shared/sentences'
import { wholeNumber } from '../../../shared/wholeNumber'
import { hasWords, line as oneLine } from '../../../shared/text'
import { valuesOf } from '../../../shared/variants'
import { isId } from '../columns'
import { forEachInTurns, mapInTurns } from '../inTurns'
import { Notes } from './notes'
import { photosOf, type FilePhoto } from './photoUrls'
import type { Cells, OptionColumns, Source } from './source'
import { amount } from './values'
import { inShopsWords, matchVariants, onlyOnes, usableSku, type KnownProduct } from './match'
import { variantsOf } from './variants'

export interface Line {
  record: string[]
  /** What the import remembers of the row besides its cells. */
  more?: Readonly<Record<string, string>>
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
  /** True if the file does not say the stock of a new product. */
  lacksStock: boolean
}

export interface Known {
  /** Lower-case names of our columns. */
  columns: ReadonlySet<string>
  categories: readonly { id: string; name: string }[]
  /** The shop's products and variants by id. */
  products: ReadonlyMap<string, KnownProduct>
  /** The category of products without one. */
  otherCategory: string
  /** Pieces of new products whose stock the file does not say. Null if the operator named none. */
  newStock: number | null
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

/** The file's columns that have our names, such as `rating`, count more than what the other columns say. */
export async function convert({ header, lines }: Sheet, source: Source, known: Known): Promise<Converted> {
  const headers = headersOf(header)
  const indexes = indexesOf(headers, source)
  const theirs = new Set(indexes.values())
  const own = new Map(headers.flatMap((name, i) => (known.columns.has(name) && !theirs.has(i) ? [[name, i]] : [])))
  const notes = new Notes()
  const titleOf = (cells: Cells) => oneLine(source.columns['title']!.read(cells, () => {}))
  const about = ({ first, cells }: Product, { line }: Pick<Line, 'line'> = first) => ({
    ...{ line, product: first.line },
    title: titleOf(cells),
  })
  const products = await productsOf(lines, indexes, source)
  const keepSold = (product: Product) => {
    if (product.sold.length === 0) notes.add(source.leftOut(product.cells) ?? WITHOUT_VARIANT, about(product))
    const sold = product.sold.filter(({ cells, line }) => {
      const reason = cellOf(line, own.get('discounted')) === '' ? source.leftOut(cells) : null
      if (reason !== null) notes.add(reason, about(product, line))
      return reason === null
    })
    return sold.length > 0 ? [{ ...product, sold }] : []
  }
  const kept = (await mapInTurns(products, keepSold)).flat()
  const categories = new Categories(known)
  const categoryIds = await mapInTurns(kept, ({ cells, first }) => {
    const named = cellOf(first, own.get('category')) || source.categoryOf(cells)
    return hasWords(named) ? categories.idOf(named, first.line) : null
  })
  const ids = await idsOf(kept, {
    ...{ source, known, own: own.get('id'), categories },
    noteSku: (product) => notes.add(BY_SKU, about(product)),
  })
  const photoNotes = new Notes()
  const options = source.optionsOf(headers)
  const goods = await goodsOf(kept, ids, {
    source,
    known,
    options,
    own,
    categories,
    note: (product, row, kind) => notes.add(kind, about(product, row.line)),
  })
  const photosOfGoods = await mapInTurns(goods, ({ id, product, row, wholeId }) =>
    photosOf(id, wholeId === '' ? product.rows : photoRowsOf(product, row, source), source, (kind, line) =>
      photoNotes.add(kind, about(product, { line })),
    ),
  )
  const photos = photosOfGoods.flat()
  const columns = columnsOf(source, { indexes, own, hasVariants: goods.some(({ variant }) => variant !== '') })
  let lacksStock = false
  const converted = await mapInTurns(goods, ({ id, productIndex, product, row, variant, wholeId, more }): Line => {
    const { cells, line } = row
    const isNew = !known.products.has(id)
    const note = (kind: string) => notes.add(kind, about(product, line))
    const record = columns.map(({ name, ownIndex, read }) => {
      const written = cellOf(line, ownIndex) || (name === 'discounted' ? '' : cellOf(product.first, ownIndex))
      if (name === 'id') return id
      if (name === 'variantOf') return wholeId
      if (name === 'variant') return variant
      // A variant has these from its product.
      if (!isNew && wholeId !== '' && ['category', 'title', 'description'].includes(name)) return ''
      if (name === 'category') {
        const category = categoryIds[productIndex]
        if (category) return category
        if (!isNew) return ''
        note(`In the category ${known.otherCategory}, because the file names none (--category NAME chooses another)`)
        return categories.idOf(known.otherCategory, line.line)
      }
      const value = written || read?.(cells, note) || ''
      if (name === 'title') {
        const title = cut(value, PRODUCT_FIELDS.title.maximum, note)
        return wholeId === '' ? title : fullTitle({ title, variant, variantOf: null })
      }
      if (name !== 'description') return value
      if (hasWords(value)) return cut(value, PRODUCT_FIELDS.description.maximum, note)
      if (!isNew) return ''
      note('Without a description, which is now the title')
      return titleOf(cells)
    })
    const stock = columns.findIndex(({ name }) => name === 'stock')
    if (isNew && ['', undefined].includes(record[stock])) {
      lacksStock = true
      const isSoldOn = source.isSoldOn?.(cells) ?? false
      note(
        known.newStock !== null
          ? `With ${counted(known.newStock, 'piece')}, because the file has no stock`
          : isSoldOn
            ? 'Sold there also without stock (“continue selling”), and sold out here'
            : 'Sold out, because the file has no stock',
      )
    }
    return { record, line: line.line, more }
  })
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
      ...noteOnPrices(
        converted,
        columns.findIndex(({ name }) => name === 'discounted'),
      ),
      ...notesOnColumns({ header, lines }, used, photos.length > 0 ? undefined : indexes.get(source.photos)),
      ...photoNotes.rowSentences(),
      ...notes.sentences(),
    ],
    lacksStock,
  }
}

const WITHOUT_VARIANT = 'Products with variants whose rows are missing, left out'
const BY_SKU = 'Renamed in the file, and known by the SKU'

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

async function productsOf(lines: Line[], indexes: Map<string, number>, source: Source): Promise<Product[]> {
  const products: Product[] = []
  const byKey = new Map<string, Product[]>()
  const wholes = new Set<Product>()
  const titleOf = (cells: Cells) => source.columns['title']!.read(cells, () => {})
  let before: Product | undefined
  let isBeforeVariable = false
  await forEachInTurns(lines, (each) => {
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
    if (isPhoto && !known) return
    if (!isPhoto && !isWhole) {
      const cells: Cells = (name) => {
        if (source.shared.includes(name)) return product.cells(name)
        return own(name) || (source.inherited.includes(name) ? product.cells(name) : '')
      }
      product.sold.push({ line: each, cells, ownCells: own, at: (index) => cellOf(each, index) })
    }
    if (known) return
    products.push(product)
    for (const key of keys) {
      const others = byKey.get(key) ?? []
      if (others.length < MAX_OF_KEY) byKey.set(key, [...others, product])
    }
    before = product
    isBeforeVariable = isVariable
  })
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
  more: Record<string, string>
}

interface Making {
  source: Source
  known: Known
  options: OptionColumns[]
  own: Map<string, number>
  categories: Categories
  note: (product: Product, row: { line: Line }, kind: string) => void
}

/** The rows of our file: products, each followed by its further variants. */
async function goodsOf(
  products: Product[],
  ids: string[],
  { source, known, options, own, categories, note }: Making,
): Promise<Good[]> {
  const taken = new Set(ids)
  const families = new Map<string, KnownProduct[]>()
  for (const each of known.products.values()) {
    const wholeId = each.variantOf ?? each.id
    const family = families.get(wholeId)
    if (family) family.push(each)
    else families.set(wholeId, [each])
  }
  const title = (cells: Cells) => source.columns['title']!.read(cells, () => {})
  const skuOf = ({ line, cells }: Row) =>
    cellOf(line, own.get('sku')) || (source.columns['sku']?.read(cells, () => {}) ?? '')
  const priceOf = ({ line, cells }: Row) =>
    amount(cellOf(line, own.get('discounted')) || source.columns['discounted']!.read(cells, () => {})) ?? Infinity
  const ofProducts = await mapInTurns(products, (product, productIndex) => {
    const wholeId = ids[productIndex]!
    const first = {
      ...{ line: product.first, cells: product.cells, ownCells: product.cells },
      at: cellsAt(product.first),
    }
    const found = variantsOf<Row>(first, product.sold, {
      ...{ options, title, areFacts: source.areFacts?.(product.cells) ?? false },
      note: (row, kind) => note(product, row, kind),
    })
    const rows = found.map(({ row, variant }) => ({
      ...{ id: cellOf(row.line, own.get('id')), key: source.rowKey?.(row.ownCells) ?? '' },
      ...{ sku: skuOf(row), variant },
    }))
    const family = families.get(wholeId) ?? []
    const matches = matchVariants(rows, family)
    const texts = inShopsWords(rows, matches, family)
    const made = found.map(({ row }, i) => ({ row, member: matches[i]!.member, isOwn: false, i }))
    // The cheapest is the product's own, because a product's own price is the lowest. It stays that.
    const cheapest = made.reduce((best, each) => (priceOf(each.row) < priceOf(best.row) ? each : best))
    const owner = made.find(({ member }) => member?.id === wholeId)
    const isFree =
      family.every(({ variantOf, variant }) => variantOf === null && variant === null) ||
      made.every(({ member }) => !member)
    const whole = owner ?? (isFree ? cheapest : undefined)
    for (const [i, { member, isBySku }] of matches.entries())
      if (isBySku && member!.variant !== null && texts[i] !== member!.variant)
        note(product, found[i]!.row, `Variants renamed in the file, and known by their SKU`)
    const inOrder = whole ? [whole, ...made.filter((each) => each !== whole)] : made
    return inOrder.map(({ row, member, i }): Good => {
      const variant = texts[i]!
      const { key, variant: written } = rows[i]!
      const more = { ...(key && { rowKey: key }), variant: written }
      const rest = { variant, product, productIndex, row }
      if (made[i] === whole) {
        const productKey = source.productKey(product.cells)
        return { ...rest, id: wholeId, wholeId: '', more: { ...more, ...(productKey && { key: productKey }) } }
      }
      const wanted = rows[i]!.id || addressOf(`${wholeId} ${valuesOf(variant)}`, MAX_ID_LENGTH)
      const isTaken = (each: string) => taken.has(each) || categories.ids.has(each) || known.products.has(each)
      const id = member?.id ?? freeId(wanted, isTaken)
      taken.add(id)
      return { ...rest, id, wholeId, more }
    })
  })
  return ofProducts.flat()
}

const cellsAt = (line: Line) => (index: number) => cellOf(line, index)

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
const ALWAYS = ['category', 'description', 'variantOf', 'variant']

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
    const id = found ?? freeId(address, (each) => this.ids.has(each) || this.known.products.has(each))
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
  noteSku: (product: Product) => void
}

const idFrom = (names: string[]): string =>
  names.map((name) => (isId(name) ? name : addressOf(name, MAX_ID_LENGTH))).find((id) => id !== '') ?? 'product'

/**
 * The first product of a name gets its address, and the others get numbers, in the order of the file. A product that was imported before keeps
 * its id: it is known by the number that the other shop gave it, by its name, or else by an SKU that no other product has.
 */
async function idsOf(products: Product[], { source, known, own, categories, noteSku }: Naming): Promise<string[]> {
  const wanted = await mapInTurns(products, ({ first, cells }) => cellOf(first, own) || idFrom(source.nameOf(cells)))
  const byKey = onlyOnes([...known.products.values()], ({ said }) => [said.key])
  const taken = new Set<string>()
  const ids = products.map(({ first, cells }) => {
    const id = cellOf(first, own) || byKey.get(source.productKey(cells))?.id || null
    if (id === null || (taken.has(id) && cellOf(first, own) === '')) return null
    taken.add(id)
    return id
  })
  // Whether the other category is needed depends on which ids are new.
  const reserved = new Set([...RESERVED_IDS, addressOf(known.otherCategory, MAX_ID_LENGTH)])
  const isFree = (id: string) => !taken.has(id) && !categories.ids.has(id) && !reserved.has(id)
  const takeWanted = (isWanted: (id: string) => boolean) => {
    for (const [i, id] of wanted.entries()) {
      if (ids[i] !== null || !isFree(id) || !isWanted(id)) continue
      ids[i] = id
      taken.add(id)
    }
  }
  // Products of the shop that another key names are not meant.
  const isStored = (id: string) => known.products.has(id)
  takeWanted(isStored)
  takeSkus(products, ids, { source, known, taken, noteSku })
  takeWanted(() => true)
  // Many products may have one name, so each search begins where the one before ended.
  const numbers = new Map<string, number>()
  return ids.map((id, i) => {
    if (id !== null) return id
    const title = lower(source.columns['title']!.read(products[i]!.cells, () => {}))
    // The shop's product with this id is another one, unless it has the same title.
    const isOther = (each: string) => known.products.has(each) && lower(known.products.get(each)!.title) !== title
    const free = freeId(wanted[i]!, (each) => !isFree(each) || isOther(each), numbers.get(wanted[i]!))
    taken.add(free)
    numbers.set(wanted[i]!, numberAfter(free))
    return free
  })
}

interface Taking {
  source: Source
  known: Known
  taken: Set<string>
  noteSku: (product: Product) => void
}

/** Gives products without an id that of the shop's product with one of their SKUs, if no other product of the file or the shop has the SKU. */
function takeSkus(products: Product[], ids: (string | null)[], { source, known, taken, noteSku }: Taking): void {
  const skusOf = ({ sold }: Product) =>
    sold.map(({ cells }) => usableSku(source.columns['sku']?.read(cells, () => {}) ?? null))
  const ofFile = onlyOnes(products, skusOf)
  const ofShop = onlyOnes([...known.products.values()], ({ sku, said }) => [usableSku(sku), usableSku(said.sku)])
  for (const [i, product] of products.entries()) {
    if (ids[i] !== null) continue
    const owners = skusOf(product).flatMap((sku) => {
      const found = sku !== null && ofFile.get(sku) === product ? ofShop.get(sku) : null
      return found ? [found.variantOf ?? found.id] : []
    })
    const id = owners.find((each) => !taken.has(each))
    if (id === undefined) continue
    ids[i] = id
    taken.add(id)
    noteSku(product)
  }
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
  // A lone surrogate is not valid text.
  return text.slice(0, most - CUT.length).replace(/\p{Cs}$/u, '') + CUT
}

/** Files do not say their currency. */
function noteOnPrices(lines: readonly Line[], index: number): string[] {
  const prices = lines.flatMap(({ record }) => wholeNumber(record[index] ?? '') || [])
  if (prices.length === 0) return []
  const [least, most] = [prices.reduce((a, b) => Math.min(a, b)), prices.reduce((a, b) => Math.max(a, b))]
  return [`Prices are read as rupees: ${number(least)}${most > least ? ` to ${number(most)}` : ''}.`]
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
