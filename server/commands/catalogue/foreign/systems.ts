/** Recognizes the product files of other shop systems by their headers, and says what to do with them. */
import { headersOf, indexesOf, indexWhere, type Sheet } from './convert'
import { SOURCES } from './sources'
import { WOO_TYPE } from './woocommerce'

interface System {
  name: string
  /** A file with all headers of one of these lists is of this system. */
  marks: readonly (readonly string[])[]
  /** The system's columns by ours. */
  renames: Readonly<Record<string, string>>
  /** True if the system has a column `id` too. */
  hasId?: true
  /** What else to change. */
  more?: string
}

/** Files that the import does not read. */
const SYSTEMS: readonly System[] = [
  {
    name: 'Etsy',
    marks: [
      ['title', 'description', 'price', 'currency_code', 'quantity'],
      ['title', 'materials', 'image1', 'quantity'],
    ],
    renames: {
      title: 'TITLE',
      description: 'DESCRIPTION',
      discounted: 'PRICE',
      stock: 'QUANTITY',
      material: 'MATERIALS',
    },
  },
  {
    name: 'Square',
    marks: [
      ['token', 'item name', 'variation name'],
      ['reference handle', 'item name'],
    ],
    renames: {
      title: 'Item Name',
      description: 'Description',
      category: 'Category (or Categories)',
      discounted: 'Price',
    },
    more: 'Give each variation a row with a different title.',
  },
  {
    name: 'BigCommerce',
    marks: [
      ['product name', 'product code/sku'],
      ['product type', 'product code/sku'],
      ['item', 'id', 'name', 'sku', 'current stock', 'inventory tracking'],
    ],
    renames: {
      title: 'Product Name (or Name)',
      description: 'Product Description (or Description)',
      discounted: 'Sale Price',
      original: 'Price',
      stock: 'Current Stock Level (or Current Stock)',
    },
  },
  {
    name: 'Google Merchant Center',
    marks: [
      ['id', 'title', 'link', 'image_link', 'availability'],
      ['id', 'title', 'link', 'image link', 'availability'],
    ],
    renames: { category: 'product_type', discounted: 'sale_price', original: 'price' },
    hasId: true,
  },
  {
    name: 'Magento',
    marks: [
      ['sku', 'attribute_set_code', 'product_type'],
      ['sku', '_attribute_set', '_type'],
    ],
    renames: { id: 'url_key', title: 'name', discounted: 'special_price', original: 'price', stock: 'qty' },
  },
  {
    name: 'PrestaShop',
    marks: [
      ['active (0/1)', 'name *'],
      ['product id', 'reference', 'price (tax excl.)'],
      ['id', 'active (0/1)', 'name'],
    ],
    renames: { title: 'Name', category: 'Category', discounted: 'Price', stock: 'Quantity' },
  },
]

const FEWEST_COLUMNS = 5

const looksLikeWooCommerce = ({ header, lines }: Sheet): boolean =>
  header.length >= FEWEST_COLUMNS && indexWhere(WOO_TYPE, header, lines) >= 0

const WOO_IN_ENGLISH =
  'looks like a file of woocommerce in a language that the import does not know. Set the language of your WordPress profile to English (Users, Profile, Language), export again, and add --from woocommerce'

/** A sentence about a file of another shop system. Null for any other file. `from` is the system that was asked for. */
export function adviceOn(sheet: Sheet, from: string | null): string | null {
  const headers = headersOf(sheet.header)
  for (const source of Object.values(SOURCES)) {
    const indexes = indexesOf(headers, source)
    if (source.name !== from && source.marks.every((mark) => indexes.has(mark)))
      return `looks like a file of ${source.name}. ${from === null ? 'Add' : 'Use'} --from ${source.name}`
  }
  const system = SYSTEMS.find(({ marks }) => marks.some((mark) => mark.every((name) => headers.includes(name))))
  if (system) return adviceFor(system)
  return looksLikeWooCommerce(sheet) ? WOO_IN_ENGLISH : null
}

function adviceFor({ name, renames, hasId, more }: System): string {
  const columns = Object.entries(renames).map(([ours, theirs]) => `${theirs} to ${ours}`)
  const missing = ['id', 'category', 'rating'].filter((column) => !(column in renames) && !(hasId && column === 'id'))
  return [
    `looks like a file of ${name}, which the import does not read.`,
    `Rename its columns (${columns.join(', ')}), add ${missing.join(', ')}, and delete the other columns.`,
    ...(more ? [more] : []),
    'docs/commands.md describes the columns',
  ].join(' ')
}
