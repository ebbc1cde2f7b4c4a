/** The rules for valid products, stock and coupons, for the domain and the office's forms. */
import * as z from 'zod/mini'
import { isStorable } from './validation'

const text = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), z.refine(isStorable))
/** An empty value means unknown, and becomes null. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.nullable(z.pipe(z.transform(emptyAsNull), z.nullable(schema))), null)
const emptyAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)
const whole = (minimum: number, maximum: number) => z.int().check(z.gte(minimum), z.lte(maximum))

export const GOODS_LIMITS = {
  /** Characters. */
  title: 200,
  description: 5_000,
  material: 200,
  dimensions: 200,
  care: 1_000,
  offer: 40,
  /** In rupees. The total of a cart with 100 lines of 99 pieces each still fits into an integer in the database and in GraphQL. */
  price: 200_000,
  /** Pieces. */
  stock: 1_000_000,
  images: 20,
  /** At 100 percent, the total would be 0, which payment providers refuse. */
  percent: 99,
  count: 1_000_000,
} as const

/** Keyed by field: its label for users, and its rule. */
const FIELDS: Record<string, [label: string, hint: string]> = {
  title: ['Title', '1 to 200 characters'],
  description: ['Description', '1 to 5,000 characters'],
  material: ['Material', 'at most 200 characters'],
  dimensions: ['Dimensions', 'at most 200 characters'],
  care: ['Care', 'at most 1,000 characters'],
  capacityMl: ['Capacity', 'whole millilitres, or empty'],
  weightGrams: ['Weight', 'whole grams, or empty'],
  categoryId: ['Category', 'one of the categories'],
  categoryName: ['Category Name', 'at most 200 characters'],
  discounted: ['Price', 'whole rupees, below the original price'],
  original: ['Original Price', 'whole rupees, at most 2,00,000'],
  rating: ['Rating', '1 to 5'],
  offer: ['Offer', '1 to 40 characters, such as 20%'],
  position: ['Position', 'a whole number, 0 or more'],
  stock: ['Stock', 'a whole number, 0 or more'],
  change: ['Change', 'a whole number other than 0'],
  images: ['Photos', '1 to 20 photos, each with a description'],
  code: ['Code', '3 to 30 letters and digits'],
  percent: ['Percent', '1 to 99'],
  validFrom: ['Beginning', 'a time such as 2026-11-22T09:00:00+05:30, or empty'],
  validUntil: ['End', 'a time after the beginning, or empty'],
  useLimit: ['Limit', 'a whole number of orders, or empty'],
  customerLimit: ['Limit Per Customer', 'a whole number of orders, or empty'],
  minimumAmount: ['Minimum', 'whole rupees, or empty'],
}

/** The error message for an invalid field. */
export function goodsMessage(field: string): string {
  const [label, hint] = FIELDS[field] ?? [field, 'something else']
  return `Please enter valid ${label}: ${hint}`
}

const image = z.object({ url: text(200), alt: text(500) })

/** All fields of a product. A missing field means unknown. The stock of an existing product is changed by another operation. */
export const productInput = z
  .object({
    title: text(GOODS_LIMITS.title),
    description: text(GOODS_LIMITS.description),
    material: maybe(text(GOODS_LIMITS.material)),
    dimensions: maybe(text(GOODS_LIMITS.dimensions)),
    care: maybe(text(GOODS_LIMITS.care)),
    capacityMl: maybe(whole(1, 1_000_000)),
    weightGrams: maybe(whole(1, 1_000_000)),
    isFoodSafe: maybe(z.boolean()),
    categoryId: text(200),
    categoryName: maybe(text(200)),
    discounted: whole(0, GOODS_LIMITS.price),
    original: whole(1, GOODS_LIMITS.price),
    rating: whole(1, 5),
    offer: text(GOODS_LIMITS.offer),
    isBestseller: z._default(z.boolean(), false),
    position: maybe(whole(0, 1_000_000_000)),
    images: z.array(image).check(z.minLength(1), z.maxLength(GOODS_LIMITS.images)),
  })
  .check(z.refine(({ discounted, original }) => discounted < original, { path: ['discounted'] }))
export type ProductInput = z.output<typeof productInput>

export const stock = whole(0, GOODS_LIMITS.stock)
export const stockChange = whole(-GOODS_LIMITS.stock, GOODS_LIMITS.stock)

/** From 2000 to 2999, because PostgreSQL has no year 0. */
const instant = z.pipe(
  z.iso.datetime({ offset: true }).check(z.refine((written) => /^2\d{3}-/.test(written))),
  z.transform((written) => new Date(written)),
)

export const couponInput = z
  .object({
    /** Shoppers may enter the code in upper or lower case. */
    code: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{3,30}$/)),
    percent: whole(1, GOODS_LIMITS.percent),
    description: text(200),
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
