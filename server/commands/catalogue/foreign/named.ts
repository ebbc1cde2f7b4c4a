/**
 * Files of any other system or language, whose columns the operator names: `--columns "TITOLO=title,PREZZO=price"`. Suggests this option for
 * headers that are known words.
 */
import { PRODUCT_FIELDS } from '../../../shared/goods'
import { line as oneLine } from '../../../shared/text'
import { likeness } from '../../../shared/variants'
import { columnsByName, PRODUCTS } from '../columns'
import { formerPrice, sellingPrice, skuOf, stockOf, UNREADABLE_WEIGHT, WITHOUT_PRICE } from './goods'
import { plainText } from './plainText'
import type { Cells, Note, Source } from './source'
import { amount, grams } from './values'

/** Our column by the file's header. */
export type Names = Readonly<Record<string, string>>

/** Longer options are refused. */
const MAX_LENGTH = 10_000

/** Columns that a file cannot have under another name. */
const NOT_NAMED = ['createdat', 'stockwas', 'variantof', 'variant']

/** What shops call our columns. The first header that is one of these words is suggested. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  title: ['title', 'name'],
  description: ['description', 'desc', 'details', 'about'],
  discounted: ['sale price', 'selling price', 'offer price', 'discounted price', 'sp', 'price', 'unit price', 'rate'],
  original: ['mrp', 'list price', 'regular price', 'original price', 'compare at price', 'price'],
  stock: [
    'stock',
    'qty',
    'quantity',
    'inventory',
    'stock qty',
    'stock quantity',
    'inventory quantity',
    'pieces',
    'pcs',
  ],
  category: ['category', 'categories', 'collection', 'type'],
  sku: ['sku', 'code', 'article', 'reference'],
  material: ['material', 'materials'],
  dimensions: ['dimensions'],
  weightGrams: ['weight g', 'weight grams', 'grams'],
  capacityMl: ['capacity ml'],
  image: ['image', 'image url', 'image src', 'photo', 'picture', 'image 1', 'image1', 'image link', 'image 1 url'],
  id: ['handle', 'slug'],
}

/** Words in a header that say nothing about which column it is. */
const FILLERS = /\b(?:product|item|variant|inr|rs|rupees)\b|₹/g

const wordOf = (header: string): string => likeness(likeness(header).replace(FILLERS, ' ')) || likeness(header)

/** Our column for a word that people use for it. */
function columnFor(word: string): string | undefined {
  const own = columnsByName(PRODUCTS).get(word.toLowerCase())
  if (own && !NOT_NAMED.includes(own.name.toLowerCase())) return own.name
  return Object.keys(WORDS).find((column) => WORDS[column]!.includes(likeness(word)))
}

/** Throws an Error with a sentence for the operator. */
export function readNames(option: string): Names {
  if (option.length > MAX_LENGTH) throw new Error(`--columns has more than ${MAX_LENGTH} characters.`)
  const names: Record<string, string> = {}
  // A header may contain commas and equals signs.
  const pair = /(.+?)=([\p{L}\p{N} _-]+)(?:,|$)/uy
  const wrong = () => new Error('--columns must be pairs such as "TITOLO=title,PREZZO=price,QUANTITÀ=stock".')
  if (option.trim() === '') throw wrong()
  while (pair.lastIndex < option.length) {
    const [, header, word] = pair.exec(option)?.map((part) => part.trim()) ?? []
    if (!header || !word) throw wrong()
    const column = columnFor(word)
    if (!column)
      throw new Error(
        `--columns: there is no column ${word}. The columns are ${Object.keys(PRODUCT_FIELDS)
          .map((name) => columnFor(name) ?? '')
          .filter(Boolean)
          .join(', ')}, id, stock, hidden and image.`,
      )
    if (Object.values(names).includes(column)) throw new Error(`--columns names ${column} twice.`)
    names[oneLine(header)] = column
  }
  return names
}

/** The names for headers that are known words. */
export function suggestNames(header: readonly string[]): Names {
  const names: Record<string, string> = {}
  const taken = new Set<string>()
  const byWord = new Map<string, string[]>()
  for (const each of header) {
    const word = wordOf(each)
    byWord.set(word, [...(byWord.get(word) ?? []), each])
  }
  for (const [column, words] of Object.entries(WORDS)) {
    const found = words.flatMap((word) => byWord.get(word) ?? []).find((each) => !taken.has(each))
    if (found === undefined) continue
    taken.add(found)
    names[oneLine(found)] = column
  }
  return names
}

/** For the command line. */
export const writeNames = (names: Names): string =>
  Object.entries(names)
    .map(([header, column]) => `${header}=${column}`)
    .join(',')

const plain = (column: string) => (cells: Cells) => oneLine(plainText(cells(column)))

const READERS: Readonly<Record<string, (cells: Cells, note: Note) => string>> = {
  title: plain('title'),
  description: (cells) => plainText(cells('description'), { keepsLines: true }),
  discounted: (cells, note) => sellingPrice(cells('discounted'), note),
  original: (cells, note) => formerPrice(cells('original'), cells('discounted'), note),
  stock: (cells, note) => stockOf(cells('stock'), note),
  sku: (cells) => skuOf(cells('sku')),
  weightGrams(cells, note) {
    const weight = grams(cells('weightGrams'), 'g')
    if (Number.isNaN(weight)) note(UNREADABLE_WEIGHT)
    return weight === null || Number.isNaN(weight) ? '' : String(weight)
  },
}

/** `header` is that of the file. Its columns that have our names count too. */
export function namedSource(names: Names, header: readonly string[]): Source {
  const own = header.flatMap((name) => {
    const column = columnsByName(PRODUCTS).get(oneLine(name).toLowerCase())
    return column && !NOT_NAMED.includes(column.name.toLowerCase()) ? [[name, column.name] as const] : []
  })
  const named = Object.values(names)
  const all = [...own.filter(([, column]) => !named.includes(column)), ...Object.entries(names)]
  const headers = Object.fromEntries(all.map(([name, column]) => [column, [oneLine(name).toLowerCase()]]))
  const isPriced = 'discounted' in headers
  const columns = Object.keys(headers).filter((column) => !['id', 'category', 'image', 'original'].includes(column))
  return {
    name: 'columns',
    headers,
    marks: [],
    columns: {
      title: { from: ['title'], read: READERS['title']! },
      description: { from: ['description'], read: READERS['description']! },
      discounted: { from: ['discounted'], read: READERS['discounted']! },
      // Without a former price, the product is sold at one price.
      original: { from: ['original', 'discounted'], read: READERS['original']! },
      ...Object.fromEntries(
        columns.map((column) => [
          column,
          { from: [column], read: READERS[column] ?? ((cells: Cells) => cells(column)) },
        ]),
      ),
    },
    others: ['id', 'category', 'image'],
    photos: 'image',
    optionsOf: () => [],
    shared: [],
    inherited: [],
    variantPhoto: 'image',
    roleOf: () => ({ keys: [], isVariable: false, isVariant: false, isWhole: false, isPhoto: false }),
    leftOut: (cells) => (isPriced && amount(cells('discounted')) === null ? WITHOUT_PRICE : null),
    idFrom: ['id', 'title'],
    nameOf: (cells) => [cells('id'), plain('title')(cells)],
    productKey: () => '',
    categoryFrom: ['category'],
    categoryOf: plain('category'),
  }
}
