/** Shopify's product file: the exports of today, and those from before its columns were renamed. */
import { line } from '../../../shared/text'
import { plainText } from './plainText'
import type { Cells, Source } from './source'
import { innermost, sellingPrice, formerPrice, skuOf, stockOf, UNREADABLE_WEIGHT, WITHOUT_PRICE } from './goods'
import { grams } from './values'

/** Handles in other scripts are percent-encoded in some exports. */
function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle)
  } catch {
    return handle
  }
}

const isYes = (cell: string): boolean => /^(true|yes|1)$/i.test(cell)
const isNo = (cell: string): boolean => /^(false|no|0)$/i.test(cell)

/** A blank tracker with a quantity of 0 means that the stock is not counted. */
const isCounted = (cells: Cells): boolean => cells('quantity') !== '0' || cells('tracker') !== ''

export const shopify: Source = {
  name: 'shopify',
  headers: {
    handle: ['handle', 'url handle'],
    title: ['title'],
    body: ['body (html)', 'description'],
    type: ['type'],
    category: ['product category'],
    published: ['published', 'published on online store'],
    status: ['status'],
    optionName: ['option1 name'],
    optionName2: ['option2 name'],
    optionName3: ['option3 name'],
    option: ['option1 value'],
    option2: ['option2 value'],
    option3: ['option3 value'],
    sku: ['variant sku', 'sku'],
    grams: ['variant grams', 'weight value (grams)'],
    unit: ['variant weight unit', 'weight unit for display'],
    tracker: ['variant inventory tracker', 'inventory tracker'],
    quantity: ['variant inventory qty', 'inventory quantity'],
    policy: ['variant inventory policy', 'continue selling when out of stock'],
    price: ['variant price', 'price'],
    compare: ['variant compare at price', 'compare-at price'],
    shipping: ['variant requires shipping', 'requires shipping'],
    giftCard: ['gift card'],
    variantImage: ['variant image', 'variant image url'],
    image: ['image src', 'product image url', 'image source'],
    imagePosition: ['image position'],
    imageAlt: ['image alt text'],
  },
  marks: ['handle', 'title', 'price'],
  columns: {
    title: { from: ['title'], read: (cells) => cells('title') },
    description: { from: ['body'], read: (cells) => plainText(cells('body')) },
    discounted: { from: ['price'], read: (cells, note) => sellingPrice(cells('price'), note) },
    original: { from: ['compare'], read: (cells, note) => formerPrice(cells('compare'), cells('price'), note) },
    stock: {
      from: ['quantity'],
      read: (cells, note) => (isCounted(cells) ? stockOf(cells('quantity'), note) : ''),
    },
    // Shopify writes an apostrophe before a number, so that spreadsheets keep its zeros.
    sku: { from: ['sku'], read: (cells) => skuOf(cells('sku').replace(/^'(?=\d)/, '')) },
    weightGrams: {
      from: ['grams'],
      read(cells, note) {
        const weight = grams(cells('grams'), 'g')
        if (Number.isNaN(weight)) note(UNREADABLE_WEIGHT)
        return weight === null || Number.isNaN(weight) ? '' : String(weight)
      },
    },
    hidden: {
      from: ['status', 'published'],
      read: (cells) => (/^(draft|archived|unlisted)$/i.test(cells('status')) || isNo(cells('published')) ? 'yes' : ''),
    },
  },
  others: [
    'handle',
    'type',
    'category',
    'optionName',
    'optionName2',
    'optionName3',
    'option',
    'option2',
    'option3',
    'variantImage',
    'tracker',
    'policy',
    'unit',
    'shipping',
    'giftCard',
    'image',
    'imagePosition',
    'imageAlt',
  ],
  photos: 'image',
  optionsOf: (headers) =>
    [1, 2, 3].flatMap((n) => {
      const [name, value] = [headers.indexOf(`option${n} name`), headers.indexOf(`option${n} value`)]
      return name < 0 || value < 0 ? [] : [{ name, value }]
    }),
  shared: ['handle', 'title', 'body', 'type', 'category', 'published', 'status', 'giftCard'],
  inherited: ['shipping'],
  variantPhoto: 'variantImage',
  roleOf: (cells) => ({
    keys: cells('handle') === '' ? [] : [cells('handle')],
    isVariable: false,
    isVariant: false,
    isWhole: false,
    isPhoto: ['title', 'price', 'option', 'sku'].every((name) => cells(name) === ''),
  }),
  leftOut(cells) {
    if (isYes(cells('giftCard')) || /^gift cards?$/i.test(cells('type'))) return 'Gift cards, left out'
    if (isNo(cells('shipping'))) return 'Goods that are not shipped, such as downloads, left out'
    return Number(cells('price')) === 0 ? WITHOUT_PRICE : null
  },
  idFrom: ['handle', 'title'],
  nameOf: (cells) => [decoded(cells('handle')), cells('title')],
  productKey: (cells) => cells('handle') && `shopify ${cells('handle')}`,
  isSoldOn: (cells) => /^(continue|true|yes|1)$/i.test(cells('policy')),
  categoryFrom: ['type', 'category'],
  categoryOf: (cells) => line(plainText(cells('type'))) || innermost(plainText(cells('category'))),
}
