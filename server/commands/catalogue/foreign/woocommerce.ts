/** WooCommerce's product export. */
import { line } from '../../../shared/text'
import { plainText } from './plainText'
import type { Cells, Note, OptionColumns, Source } from './source'
import { formerPrice, innermost, sellingPrice, skuOf, stockOf, UNREADABLE_WEIGHT, WITHOUT_PRICE } from './goods'
import { amount, grams, isWithin, WEIGHT_UNITS } from './values'

const LENGTH_UNITS = ['m', 'cm', 'mm', 'in', 'yd']

/** Of the export in English. Measures have one column per unit. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  name: ['name'],
  published: ['published'],
  visibility: ['visibility in catalog'],
  shortDescription: ['short description'],
  description: ['description'],
  saleStarts: ['date sale price starts'],
  saleEnds: ['date sale price ends'],
  inStock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  salePrice: ['sale price'],
  regularPrice: ['regular price'],
  categories: ['categories'],
  images: ['images'],
  parent: ['parent'],
  // Not ours: the order of variations.
  position: ['position'],
  ...Object.fromEntries(
    Object.keys(WEIGHT_UNITS).map((unit) => [`weight ${unit}`, [`weight (${unit})`, `weight(${unit})`]]),
  ),
  ...Object.fromEntries(
    ['length', 'width', 'height'].flatMap((side) =>
      LENGTH_UNITS.map((unit) => [`${side} ${unit}`, [`${side} (${unit})`, `${side}(${unit})`]]),
    ),
  ),
}

/** WooCommerce writes a line break as `\n`, and `\n` as `\\n`. */
const withLineBreaks = (text: string): string =>
  text
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n')

/** Commas in names are `\,`. */
const withCommas = (text: string): string => {
  const parts = text.split('\\,')
  return parts.map((part, i) => (i < parts.length - 1 ? part.trimEnd() : part)).join(',')
}

/** WooCommerce shows each line break of a description. */
const described = (cell: string): string => plainText(withLineBreaks(cell), { keepsLines: true })
const named = (cell: string): string => line(plainText(withCommas(cell)))

/** What WooCommerce calls the category of products without one. */
const NO_CATEGORY = ['uncategorized', 'uncategorised']

const ENDING_SALE =
  'Sale prices with an end date, which stay here until you change them or import the file after that date'
const UNREADABLE_SALE = 'Sale prices whose dates cannot be read, not used'
const OUTSIDE_SALE = 'Sale prices outside their dates, not used'

/** The sale price while the sale lasts and if it is lower, otherwise the regular price. */
function currentPrice(cells: Cells, note: Note): string {
  const [sale, regular] = [cells('salePrice'), cells('regularPrice')]
  const [lower, higher] = [amount(sale), amount(regular)]
  if (lower === null || lower === 0) return regular
  const isOn = isWithin(cells('saleStarts'), cells('saleEnds'), Date.now())
  if (!isOn) {
    note(isOn === null ? UNREADABLE_SALE : OUTSIDE_SALE)
    return regular
  }
  if (higher !== null && lower >= higher) return regular
  if (cells('saleEnds') !== '') note(ENDING_SALE)
  return sale
}

const silent: Note = () => {}

const UNREADABLE_SIDE = 'Lengths, widths and heights that cannot be read, left empty'

/** Text such as `20 x 10 x 5 cm`, in the file's unit. */
function dimensionsOf(cells: Cells, note: Note): string {
  if (sideColumns.some((column) => cells(column) !== '' && !MEASURE.test(cells(column)))) note(UNREADABLE_SIDE)
  const unit = LENGTH_UNITS.find((each) =>
    ['length', 'width', 'height'].some((side) => isMeasure(cells(`${side} ${each}`))),
  )
  if (!unit) return ''
  const [long, wide, tall] = ['length', 'width', 'height'].map((side) => {
    const cell = cells(`${side} ${unit}`)
    return isMeasure(cell) ? cell.replace(',', '.').replace(/^\./, '0.') : ''
  }) as [string, string, string]
  if (long && wide) return `${[long, wide, tall].filter(Boolean).join(' x ')} ${unit}`
  const parts = [long && `${long} ${unit} long`, wide && `${wide} ${unit} wide`, tall && `${tall} ${unit} tall`]
  return parts.filter(Boolean).join(', ')
}

/** WooCommerce writes `.5` for half a unit. */
const MEASURE = /^(?:\d{1,9}(?:[.,]\d{1,9})?|[.,]\d{1,9})$/
const isMeasure = (cell: string): boolean => MEASURE.test(cell) && !/^0*(?:[.,]0+)?$/.test(cell)

const weightColumns = [...new Set(Object.keys(WEIGHT_UNITS))].map((unit) => `weight ${unit}`)
const sideColumns = ['length', 'width', 'height'].flatMap((side) => LENGTH_UNITS.map((unit) => `${side} ${unit}`))

/** The parts of `simple, virtual`. */
const typesOf = (cells: Cells): string[] =>
  cells('type')
    .split(',')
    .map((each) => line(each).toLowerCase())
    .filter(Boolean)

/** The columns of `Attribute 1 name` and `Attribute 1 value(s)`, and so on. */
const attributesIn = (headers: readonly string[]): OptionColumns[] =>
  headers.flatMap((header, name) => {
    const [, number] = /^attribute ([0-9]+) name$/.exec(header) ?? []
    const value = headers.indexOf(`attribute ${number} value(s)`)
    return number === undefined || value < 0 ? [] : [{ name, value }]
  })

export const WOO_TYPE = /^(?:simple|variable|variation|grouped|external)(?:, ?(?:virtual|downloadable))*$/i

const GOODS = ['simple', 'variable', 'variation']
const MAX_TYPE_LENGTH = 40

const WITHOUT_PARENT = 'Variations of no product, left out'
const LEFT_OUT: Readonly<Record<string, string>> = {
  virtual: 'Virtual products, left out',
  downloadable: 'Downloads, left out',
  external: 'Products that another shop sells, left out',
  grouped: 'Groups of products, left out',
}

export const woocommerce: Source = {
  name: 'woocommerce',
  headers: HEADERS,
  marks: ['name', 'regularPrice', 'published'],
  columns: {
    title: { from: ['name'], read: (cells) => named(cells('name')) },
    description: {
      from: ['description', 'shortDescription'],
      read: (cells) => described(cells('description')) || described(cells('shortDescription')),
    },
    discounted: {
      from: ['salePrice', 'regularPrice'],
      read: (cells, note) => sellingPrice(currentPrice(cells, note), note),
    },
    original: {
      from: ['regularPrice'],
      read: (cells, note) => formerPrice(cells('regularPrice'), currentPrice(cells, silent), note),
    },
    stock: {
      from: ['stock'],
      read: (cells, note) =>
        cells('stock') === '' && /^(0|no)$/i.test(cells('inStock')) ? '0' : stockOf(cells('stock'), note),
    },
    sku: { from: ['sku'], read: (cells) => skuOf(cells('sku')) },
    weightGrams: {
      from: weightColumns,
      read(cells, note) {
        const column = weightColumns.find((each) => cells(each) !== '')
        const weight = column === undefined ? null : grams(cells(column), WEIGHT_UNITS[column.slice('weight '.length)]!)
        if (Number.isNaN(weight)) note(UNREADABLE_WEIGHT)
        return weight === null || Number.isNaN(weight) ? '' : String(weight)
      },
    },
    dimensions: { from: sideColumns, read: dimensionsOf },
    hidden: {
      from: ['published', 'visibility'],
      read: (cells) =>
        /^(1|true|yes|y)$/i.test(cells('published')) && !/^hidden$/i.test(cells('visibility')) ? '' : 'yes',
    },
  },
  others: ['id', 'type', 'inStock', 'backorders', 'saleStarts', 'saleEnds', 'categories', 'images', 'parent'],
  photos: 'images',
  optionsOf: attributesIn,
  shared: ['id', 'name', 'description', 'shortDescription', 'categories', 'published', 'visibility'],
  inherited: [...weightColumns, ...sideColumns],
  variantPhoto: 'images',
  roleOf(cells) {
    const types = typesOf(cells)
    if (types.includes('variation'))
      return {
        keys: [cells('parent')].filter(Boolean),
        isVariable: true,
        isVariant: true,
        isPhoto: false,
        isWhole: false,
      }
    const isVariable = types.includes('variable')
    const own = [`id:${cells('id')}`, cells('sku')].filter((key) => key !== '' && key !== 'id:')
    return { keys: isVariable ? own : [], isVariable, isVariant: false, isPhoto: false, isWhole: isVariable }
  },
  leftOut(cells) {
    const types = typesOf(cells)
    const other = types.find((type) => !GOODS.includes(type))
    if (other !== undefined)
      return LEFT_OUT[other] ?? `Products of the type “${other.slice(0, MAX_TYPE_LENGTH)}”, left out`
    if (types.includes('variation') && cells('name') === '') return WITHOUT_PARENT
    const isPriced = [cells('salePrice'), cells('regularPrice')].some((price) => (amount(price) ?? 0) !== 0)
    return isPriced || types.includes('variable') ? null : WITHOUT_PRICE
  },
  idFrom: ['name', 'id'],
  nameOf: (cells) => [named(cells('name')), cells('id')],
  productKey: (cells) => cells('id') && `woocommerce ${cells('id')}`,
  rowKey: (ownCells) => ownCells('id') && `woocommerce ${ownCells('id')}`,
  isSoldOn: (cells) => /^(1|yes|notify)$/i.test(cells('backorders')),
  areFacts: (cells) => !['variable', 'variation'].some((type) => typesOf(cells).includes(type)),
  categoryFrom: ['categories'],
  categoryOf(cells) {
    const paths = cells('categories').split(/(?<!\\),/)
    const names = paths.map((path) => innermost(plainText(withCommas(path))))
    return names.find((name) => name !== '' && !NO_CATEGORY.includes(name.toLowerCase())) ?? ''
  },
}
