/**
 * Maps the columns of other shop systems' product files to ours. Each system is a table, so supporting another system means adding an
 * entry.
 */
import { slugOf } from '../../../domain/office/goods/productIds'
import { number } from '../../../shared/text'
import { plainText } from './plainText'

/** The cells of one row by lower-case header; empty for a missing column. */
export type Cells = (header: string) => string

export interface Source {
  name: string
  /** A file with all of these columns is recognized as this kind. */
  marks: string[]
  /** Keyed by our column: the source columns and the conversion. An empty string means no value. */
  columns: Record<string, { from: string[]; value?: (cells: Cells, categoryOf: (name: string) => string) => string }>
  /** Columns that are used in another way, or that the import reports in a separate sentence. */
  others: string[]
  /** True for a row that only adds to the row before it. */
  isPart(cells: Cells): boolean
  /** The number of variants in the row, or 2 for an unknown number above 1. */
  variantsOf(cells: Cells): number
  /** Rows with the same key belong to one product. */
  keyOf(cells: Cells): string
  photos: string
}

/** `499.00` becomes 499. Other fractions stay unchanged, and the column's rule rejects them. */
const rupees = (cell: string): string => number(cell).replace(/[.,]00?$/, '')
/** 0 means unknown. */
const unlessZero = (cell: string): string => (Number(cell) === 0 ? '' : String(Number(cell)))
/** The last category in `Home > Kitchen > Bowls`. */
const innermost = (path: string): string => path.split('>').at(-1)!.trim()

const shopify: Source = {
  name: 'shopify',
  marks: ['handle', 'body (html)', 'variant price'],
  columns: {
    id: { from: ['handle'] },
    title: { from: ['title'] },
    description: { from: ['body (html)'], value: (cells) => plainText(cells('body (html)')) },
    category: {
      from: ['type', 'product category'],
      value: (cells, categoryOf) => categoryOf(cells('type') || innermost(cells('product category'))),
    },
    discounted: { from: ['variant price'], value: (cells) => rupees(cells('variant price')) },
    original: {
      from: ['variant compare at price', 'variant price'],
      // Empty if the product is not on sale.
      value: (cells) => rupees(cells('variant compare at price') || cells('variant price')),
    },
    stock: { from: ['variant inventory qty'] },
    weightGrams: { from: ['variant grams'], value: (cells) => unlessZero(cells('variant grams')) },
    hidden: {
      from: ['status', 'published'],
      value: (cells) =>
        /^(draft|archived)$/i.test(cells('status')) || /^false$/i.test(cells('published')) ? 'yes' : '',
    },
  },
  others: ['image src', 'image position', 'image alt text'],
  isPart: (cells) => cells('title') === '' && cells('variant price') === '',
  variantsOf: () => 1,
  keyOf: (cells) => cells('handle'),
  photos: 'Image Src',
}

const woocommerce: Source = {
  name: 'woocommerce',
  marks: ['name', 'regular price', 'published'],
  columns: {
    // A name without Latin letters produces no slug.
    id: { from: ['name', 'id'], value: (cells) => slugOf(cells('name')) || cells('id') },
    title: { from: ['name'] },
    description: {
      from: ['description', 'short description'],
      value: (cells) => plainText(cells('description') || cells('short description')),
    },
    category: {
      from: ['categories'],
      value: (cells, categoryOf) => categoryOf(innermost(cells('categories').split(',')[0]!)),
    },
    discounted: {
      from: ['sale price', 'regular price'],
      value: (cells) => rupees(cells('sale price') || cells('regular price')),
    },
    original: {
      from: ['regular price'],
      value: (cells) => rupees(cells('regular price')),
    },
    stock: { from: ['stock'] },
    weightGrams: {
      from: ['weight (g)', 'weight (kg)'],
      value: (cells) =>
        unlessZero(cells('weight (g)')) || unlessZero(String(Math.round(Number(cells('weight (kg)')) * 1000))),
    },
    hidden: { from: ['published'], value: (cells) => (cells('published') === '1' ? '' : 'yes') },
  },
  others: ['images', 'type'],
  isPart: (cells) => /^variation\b/i.test(cells('type')),
  variantsOf: (cells) => (/^(variable|grouped)\b/i.test(cells('type')) ? 2 : 1),
  keyOf: (cells) => slugOf(cells('name')) || cells('id'),
  photos: 'Images',
}

export const SOURCES: Record<string, Source> = { shopify, woocommerce }
