/** The rules for valid products, stock and coupons, for the domain and the office's forms. */
import * as z from 'zod/mini'
import { instantText } from './instants'
import { hasWords, isBlank } from './text'
import { couponCode, lineOf, paragraphOf, wordsOf } from './validation'
import { MAX_VARIANT_LENGTH, readVariant, VARIANT_HINT, writeVariant } from './variants'

/** An empty value means unknown, and becomes null. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.nullable(z.pipe(z.transform(emptyAsNull), z.nullable(schema))), null)
const emptyAsNull = (value: unknown) => (typeof value === 'string' && isBlank(value) ? null : value)
const whole = (minimum: number, maximum: number) => z.int().check(z.gte(minimum), z.lte(maximum))

export const GOODS_LIMITS = {
  /** In rupees. The total of a cart with 100 lines of 99 pieces each still fits into an integer in the database and in GraphQL. */
  price: 200_000,
  /** Pieces. */
  stock: 1_000_000,
  images: 20,
  /** At 100 percent, the total would be 0, which payment providers refuse. */
  percent: 99,
  count: 1_000_000,
} as const

/** In one set, and in one batch of matching items. */
const MAX_PIECES_IN_SET = 24

/** The largest integer in the database. */
export const MAX_INTEGER = 2 ** 31 - 1

/** What products are used for. Each group has a listing. */
const PRODUCT_GROUPS = ['DECOR', 'DINING', 'KITCHEN'] as const
export type ProductGroup = (typeof PRODUCT_GROUPS)[number]
const GROUP_NAMES: Record<ProductGroup, string> = { DECOR: 'Decor', DINING: 'Dining', KITCHEN: 'Kitchen' }

/** Each once, in the order of PRODUCT_GROUPS. */
export const inGroupOrder = (groups: string[]): ProductGroup[] =>
  PRODUCT_GROUPS.filter((group) => groups.includes(group))

export interface ProductField {
  /** For the form, the list of a colleague's changes and error messages. */
  label: string
  /** For error messages: what to enter. */
  hint: string
  /** For the form: what the value does. */
  effect?: string
  /** How the form and a catalogue file write the value. */
  kind: 'text' | 'whole' | 'yes/no' | 'choices'
  rule: z.ZodMiniType
  /** The meaning of an empty cell in a catalogue file: the value is missing, it is unknown, or the stored value stays. */
  empty: 'missing' | 'none' | 'stays'
  /** Characters, or the limits of a number. */
  minimum?: number
  maximum?: number
  /** The names of the choices by value. */
  choices?: Readonly<Record<string, string>>
  /** A number's limits in a catalogue file, if the table allows others than the form. */
  inFile?: readonly [minimum: number, maximum: number]
  /** What an empty cell of a file means, if not the same as in the form. */
  emptyInFile?: 'none'
  /** The column's name in a catalogue file, if it is not the field's. */
  column?: string
  /** The column's name in the table, if it is not the field's. */
  stored?: string
  unit?: string
  example?: string
  /** For text in a fixed form: `clean` rewrites the text of a catalogue file, and `isValid` checks it. */
  form?: { clean: (written: string) => string; isValid: (written: string) => boolean }
  /** True if a search finds the field's words. prisma/functions/derive_product_search_text.sql copies them. */
  searched?: true
  /**
   * `product` if all variants share the value. prisma/functions/copy_from_product.sql and update_variants.sql copy it. `variant` if each
   * variant has its own.
   */
  of: 'product' | 'variant'
}

/** Longer texts have several lines. */
const MAX_IN_ONE_LINE = 200

/** True for text of several lines. */
export const isLong = ({ kind, maximum = 0 }: Pick<ProductField, 'kind' | 'maximum'>): boolean =>
  kind === 'text' && maximum > MAX_IN_ONE_LINE

const text = (maximum: number) =>
  isLong({ kind: 'text', maximum }) ? paragraphOf(maximum).check(z.refine(hasWords)) : wordsOf(maximum)
const characters = (maximum: number) => `${maximum.toLocaleString('en-IN')} characters`
const textField = (maximum: number) =>
  ({ kind: 'text', empty: 'missing', maximum, hint: `1 to ${characters(maximum)}`, rule: text(maximum) }) as const
const optionalText = (maximum: number) =>
  ({
    kind: 'text',
    empty: 'none',
    maximum,
    hint: `at most ${characters(maximum)}`,
    rule: maybe(text(maximum)),
  }) as const
const wholeField = (minimum: number, maximum: number) =>
  ({ kind: 'whole', empty: 'missing', minimum, maximum, rule: whole(minimum, maximum) }) as const
const optionalWhole = (minimum: number, maximum: number) =>
  ({ kind: 'whole', empty: 'none', minimum, maximum, rule: maybe(whole(minimum, maximum)) }) as const

/** Null keeps the stored value, and an empty text removes it. */
const kept = <Schema extends z.ZodMiniType<string>>(schema: Schema) =>
  z._default(z.nullable(z.union([z.literal(''), schema])), null)

/** What may be unknown about a product. The form shows these fields in this order, and longer texts last. */
export const PRODUCT_FACTS = {
  material: { label: 'Material', of: 'product', ...optionalText(200), searched: true },
  dimensions: { label: 'Dimensions', of: 'variant', ...optionalText(200), example: '24 cm x 9 cm' },
  care: { label: 'Care', of: 'product', ...optionalText(1_000), searched: true },
  capacityMl: {
    label: 'Capacity',
    of: 'variant',
    ...optionalWhole(1, 1_000_000),
    hint: 'whole millilitres, or empty',
    unit: 'ml',
    inFile: [0, MAX_INTEGER],
  },
  weightGrams: {
    label: 'Weight',
    of: 'variant',
    ...optionalWhole(1, 1_000_000),
    hint: 'whole grams, or empty',
    unit: 'grams',
    inFile: [0, MAX_INTEGER],
  },
  piecesInSet: {
    label: 'Items in the set',
    of: 'variant',
    ...optionalWhole(2, MAX_PIECES_IN_SET),
    hint: `2 to ${MAX_PIECES_IN_SET}, or empty`,
    effect:
      'For a set of equal items. Buyers can then return one of them, and get its share of the price or a new one.',
  },
  matchingFrom: {
    label: 'One firing from this quantity',
    of: 'product',
    ...optionalWhole(2, MAX_PIECES_IN_SET),
    hint: `2 to ${MAX_PIECES_IN_SET}, or empty`,
    effect:
      'If so many or more are ordered together, you send items of one firing. Buyers read this and can choose 2, 4 or 6.',
  },
  isFoodSafe: {
    label: 'Food safe',
    of: 'product',
    kind: 'yes/no',
    empty: 'none',
    hint: 'yes, no, or empty',
    rule: maybe(z.boolean()),
  },
} as const satisfies Record<string, ProductField>

/**
 * The fields of a product's record, except its photos. The checks, the form, the columns of catalogue files, error messages and tests follow
 * from this list. Each is a column of the table, with the same name unless it has `stored`. A column without an entry here does not compile (saveProduct).
 */
export const PRODUCT_FIELDS = {
  title: { label: 'Title', of: 'product', ...textField(200), searched: true },
  description: { label: 'Description', of: 'product', ...textField(5_000), searched: true },
  categoryId: {
    label: 'Category',
    of: 'product',
    ...textField(200),
    hint: 'one of the categories',
    column: 'category',
  },
  categoryName: { label: 'Category name', of: 'product', ...optionalText(200), empty: 'stays', searched: true },
  discounted: {
    label: 'Sale price',
    of: 'variant',
    // Payment providers take no smaller amount.
    ...wholeField(1, GOODS_LIMITS.price),
    hint: 'whole rupees, 1 or more and at most the price',
    unit: 'rupees',
    inFile: [1, MAX_INTEGER],
  },
  original: {
    label: 'Price',
    of: 'variant',
    ...wholeField(1, GOODS_LIMITS.price),
    hint: 'whole rupees, at most 2,00,000',
    unit: 'rupees',
    inFile: [1, MAX_INTEGER],
    // The same as the sale price.
    emptyInFile: 'none',
  },
  offer: {
    label: 'Offer',
    of: 'variant',
    ...textField(40),
    hint: 'at most 40 characters, such as combo-offer',
    rule: z.union([z.literal(''), text(40)]),
    empty: 'stays',
  },
  // The studio's own grade. The column `rating` is what lists sort by, and the buyers' average once three have reviewed it.
  rating: { label: "Studio's rating", of: 'product', ...wholeField(1, 5), hint: '1 to 5', stored: 'studioRating' },
  isGraded: {
    label: "Show the studio's rating until buyers have reviewed it",
    of: 'product',
    kind: 'yes/no',
    empty: 'stays',
    hint: 'yes or no',
    // Null keeps the choice.
    rule: z._default(z.nullable(z.boolean()), null),
  },
  isBestseller: {
    label: 'Bestseller',
    of: 'product',
    kind: 'yes/no',
    empty: 'stays',
    hint: 'yes or no',
    rule: z._default(z.boolean(), false),
  },
  groups: {
    label: 'Groups',
    of: 'product',
    kind: 'choices',
    choices: GROUP_NAMES,
    empty: 'none',
    hint: `any of ${Object.values(GROUP_NAMES).join(', ')}, or none`,
    // Null keeps the groups.
    rule: z._default(
      z.nullable(
        z.pipe(
          z.array(z.enum(PRODUCT_GROUPS)),
          z.transform((groups: ProductGroup[]) => inGroupOrder(groups)),
        ),
      ),
      null,
    ),
  },
  position: {
    label: 'Position',
    of: 'variant',
    ...optionalWhole(0, 1_000_000_000),
    hint: 'a whole number, 0 or more',
    empty: 'stays',
    inFile: [-MAX_INTEGER, MAX_INTEGER],
  },
  ...PRODUCT_FACTS,
  variantOf: {
    label: 'Variant of',
    of: 'variant',
    ...optionalText(200),
    hint: 'the id of another product that is not a variant, or empty',
  },
  variant: {
    label: 'Variant',
    of: 'variant',
    ...optionalText(MAX_VARIANT_LENGTH),
    hint: VARIANT_HINT,
    example: 'Glaze: Celadon #a8c0b0',
    form: { clean: writeVariant, isValid: (written) => readVariant(written) !== null },
    rule: kept(
      wordsOf(MAX_VARIANT_LENGTH).check(
        z.refine((written) => readVariant(written) !== null),
        z.overwrite(writeVariant),
      ),
    ),
    searched: true,
  },
  sku: { label: 'SKU', of: 'variant', ...optionalText(64), rule: kept(text(64)), example: 'TEA-CEL-2' },
} as const satisfies Record<string, ProductField>

export type ProductFieldName = keyof typeof PRODUCT_FIELDS

/** The label and the hint of each field of a product and a stock change, and of the fields that only a coupon has. */
const FIELDS: Record<string, { label: string; hint: string }> = {
  ...PRODUCT_FIELDS,
  stock: { label: 'Stock', hint: 'a whole number, 0 or more' },
  change: { label: 'Change', hint: 'a whole number other than 0' },
  code: { label: 'Code', hint: '3 to 30 letters and digits' },
  percent: { label: 'Percent', hint: '1 to 99' },
  validFrom: { label: 'Beginning', hint: 'a time such as 2026-11-22T09:00:00+05:30, or empty' },
  validUntil: { label: 'End', hint: 'a time after the beginning, or empty' },
  useLimit: { label: 'Total Uses', hint: 'a whole number of orders, or empty' },
  customerLimit: { label: 'Uses Per Customer', hint: 'a whole number of orders, or empty' },
  minimumAmount: { label: 'Minimum', hint: 'whole rupees, or empty' },
}

/** The error message for an invalid field. */
export function goodsMessage(field: string): string {
  if (field === 'images') return 'Add 1 to 20 photos and describe each.'
  const { label, hint } = FIELDS[field] ?? { label: field, hint: 'something else' }
  return `Please enter valid ${label}: ${hint}`
}

/** The error message for an invalid field of a coupon. */
export const couponMessage = (field: string): string =>
  field === 'description' ? 'Please enter valid Description: 1 to 200 characters' : goodsMessage(field)

const image = z.object({ url: lineOf(200), alt: wordsOf(500) })

const rulesOf = <Fields extends Record<string, ProductField>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { rule }]) => [name, rule])) as {
    -readonly [Name in keyof Fields]: Fields[Name]['rule']
  }

/** All fields of a product. A missing field means unknown. The stock of an existing product is changed by another operation. */
export const productInput = z
  .object({
    ...rulesOf(PRODUCT_FIELDS),
    images: z.array(image).check(z.minLength(1), z.maxLength(GOODS_LIMITS.images)),
  })
  .check(z.refine(({ discounted, original }) => discounted <= original, { path: ['discounted'] }))
export type ProductInput = z.output<typeof productInput>

export const stock = whole(0, GOODS_LIMITS.stock)
export const stockChange = whole(-GOODS_LIMITS.stock, GOODS_LIMITS.stock)

/** From 2000 to 2999, because PostgreSQL has no year 0. */
const instant = z.pipe(
  instantText.check(z.refine((written) => /^2\d{3}-/.test(written))),
  z.transform((written) => new Date(written)),
)

export const couponInput = z
  .object({
    code: couponCode,
    percent: whole(1, GOODS_LIMITS.percent),
    description: wordsOf(200),
    validFrom: maybe(instant),
    validUntil: maybe(instant),
    useLimit: maybe(whole(1, GOODS_LIMITS.count)),
    customerLimit: maybe(whole(1, GOODS_LIMITS.count)),
    minimumAmount: maybe(whole(1, GOODS_LIMITS.price)),
  })
  .check(
    z.refine(({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom < validUntil, {
      path: ['validUntil'],
    }),
  )
