/** What a valid product, stock and coupon is, for the domain and the office's forms alike. */
import * as z from 'zod/mini'
import { isStorable } from './validation'

const text = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), z.refine(isStorable))
/** What is left empty is not known. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.nullable(z.pipe(z.transform(emptyAsNull), z.nullable(schema))), null)
const emptyAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)
const whole = (minimum: number, maximum: number) => z.int().check(z.gte(minimum), z.lte(maximum))

export const GOODS_LIMITS = {
  /** In rupees: a cart of 100 lines with 99 pieces each still adds up to what the database and GraphQL call an integer. */
  price: 200_000,
  /** Pieces. */
  stock: 1_000_000,
  images: 10,
  /** At 100 there would be nothing to pay, and no provider takes that. */
  percent: 99,
  count: 1_000_000,
} as const

/** What the sentence about a bad field adds, beside the field's name. */
export const GOODS_HINTS: Record<string, string> = {
  title: '1 to 200 characters',
  description: '1 to 5,000 characters',
  material: 'at most 200 characters',
  dimensions: 'at most 200 characters',
  care: 'at most 1,000 characters',
  capacityMl: 'whole millilitres, or nothing',
  weightGrams: 'whole grams, or nothing',
  categoryId: 'one of the categories',
  categoryName: 'at most 200 characters',
  discounted: 'whole rupees, below the price before the offer',
  original: 'whole rupees, at most 2,00,000',
  rating: '1 to 5',
  offer: '1 to 40 characters, such as 20%',
  position: 'a whole number, 0 or more',
  stock: 'a whole number of pieces, 0 or more',
  change: 'a whole number of pieces, above 0 for more and below it for fewer',
  images: '1 to 10 photos, each with words for those who do not see it',
  code: '3 to 30 letters and digits',
  percent: '1 to 99',
  validFrom: 'an instant such as 2026-11-22T09:00:00+05:30, or nothing',
  validUntil: 'an instant later than the beginning, or nothing',
  useLimit: 'a whole number of orders, or nothing',
  customerLimit: 'a whole number of orders, or nothing',
  minimumAmount: 'whole rupees, or nothing',
}

const image = z.object({ url: text(200), alt: text(500) })

/** Every field of a product; what is not given is not known. The stock of one that is there has a change of its own. */
export const productInput = z
  .object({
    title: text(200),
    description: text(5_000),
    material: maybe(text(200)),
    dimensions: maybe(text(200)),
    care: maybe(text(1_000)),
    capacityMl: maybe(whole(1, 1_000_000)),
    weightGrams: maybe(whole(1, 1_000_000)),
    isFoodSafe: maybe(z.boolean()),
    categoryId: text(200),
    categoryName: maybe(text(200)),
    discounted: whole(0, GOODS_LIMITS.price),
    original: whole(1, GOODS_LIMITS.price),
    rating: whole(1, 5),
    offer: text(40),
    isBestseller: z._default(z.boolean(), false),
    position: maybe(whole(0, 1_000_000_000)),
    images: z.array(image).check(z.minLength(1), z.maxLength(GOODS_LIMITS.images)),
  })
  .check(z.refine(({ discounted, original }) => discounted < original, { path: ['discounted'] }))
export type ProductInput = z.output<typeof productInput>

export const stock = whole(0, GOODS_LIMITS.stock)
export const stockChange = whole(-GOODS_LIMITS.stock, GOODS_LIMITS.stock)

const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((written) => new Date(written)),
)

export const couponInput = z
  .object({
    /** As shoppers type it, in whatever case. */
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
export type CouponInput = z.output<typeof couponInput>
