/** The variants of products, such as glazes and sizes. A variant is a row of product, so it has an id, a price and a stock. */
import { sql as sqlText } from 'kysely'
import { columnsOf, statement, type Param, type Sql } from '../../database/sql'
import { Prisma, type Product } from '../../generated/prisma/client'
import { addressOf } from '../../shared/slug'
import { piecesFor } from './shown'
import { likeness, readVariant, valuesOf, type Choice } from '../../shared/variants'

interface OptionValue {
  /** Unique in the shop, because clients cache by id: `tea-for-two-set:glaze:celadon`. */
  id: string
  /** Unique in its option, such as `celadon`. */
  slug: string
  label: string
  /** The colour of a swatch, such as #a8c0b0, or null. */
  swatch: string | null
}

interface Option {
  /** Unique in the shop, such as `tea-for-two-set:glaze`. */
  id: string
  /** Unique in its product, such as `glaze`. */
  slug: string
  name: string
  values: OptionValue[]
}

/** @public for codegen.ts */
export interface Variant {
  product: Product
  options: { option: Option; value: OptionValue }[]
}

/** A product with its variants that can be bought. */
export interface Family {
  options: Option[]
  /** In the catalogue's order, the one with the product's id first. */
  variants: Variant[]
}

const VARIANTS = statement('variants', (db, ids: Param<string[]>) =>
  db
    .selectFrom('product')
    .where(sqlText<boolean>`(product.id = ANY(${ids}::text[]) OR product.variant_of = ANY(${ids}::text[]))`)
    .where('product.hiddenAt', 'is', null)
    .select(columnsOf('product', Prisma.ProductScalarFieldEnum))
    .select(sqlText<Product['groups']>`product.groups::text[]`.as('groups'))
    .select(sqlText<Product['uses']>`product.uses::text[]`.as('uses'))
    .orderBy(sqlText`product.variant_of IS NOT NULL`)
    .orderBy('product.position')
    .orderBy('product.id'),
)

/** The id of the product that the row is a variant of, or its own id. */
export const wholeId = ({ id, variantOf }: Pick<Product, 'id' | 'variantOf'>): string => variantOf ?? id

/** Reads the database only for products with variants. */
export async function familiesOf({ sql }: { sql: Sql }, products: readonly Product[]): Promise<Family[]> {
  const ids = new Set(products.filter(({ variant }) => variant !== null).map(wholeId))
  const rows = ids.size > 0 ? await sql.rows(VARIANTS, [...ids]) : []
  return products.map((product) => (product.variant === null ? familyOf([product]) : familyOf(rowsOf(product, rows))))
}

/** A hidden product, which may still be in a cart, is alone. */
function rowsOf(product: Product, rows: Product[]): Product[] {
  const own = rows.filter((row) => wholeId(row) === wholeId(product))
  return own.length > 0 ? own : [product]
}

interface LikeChoice extends Choice {
  /** Values that look alike are one. */
  likeness: string
}

/** `rows` has the row with the product's id first. */
export function familyOf(rows: Product[]): Family {
  const choices = rows.map(({ variant }) =>
    (variant === null ? [] : (readVariant(variant) ?? [])).map((choice) => ({
      ...choice,
      likeness: likeness(choice.value),
    })),
  )
  const options: Option[] = []
  const valueOf: Map<string, OptionValue>[] = []
  for (const [i, { name }] of (choices[0] ?? []).entries()) {
    const slug = unusedSlug(slugOfOption(name), options)
    const id = `${wholeId(rows[0]!)}:${slug}`
    const values = valuesIn(
      id,
      choices.flatMap((each) => each[i] ?? []),
    )
    valueOf.push(values)
    options.push({ id, slug, name, values: [...values.values()] })
  }
  const variants = rows.map((product, i) => ({
    product,
    options: options.map((option, nth) => ({
      option,
      value: valueOf[nth]!.get(choices[i]![nth]?.likeness ?? '') ?? option.values[0]!,
    })),
  }))
  return { options, variants }
}

/** By likeness. */
function valuesIn(optionId: string, choices: LikeChoice[]): Map<string, OptionValue> {
  const values = new Map<string, OptionValue>()
  for (const { value: label, swatch, likeness: key } of choices) {
    const known = values.get(key)
    if (known) known.swatch ??= swatch
    else {
      const slug = unusedSlug(slugOfValue(label), [...values.values()])
      values.set(key, { id: `${optionId}:${slug}`, slug, label, swatch })
    }
  }
  return values
}

export const slugOfOption = (name: string): string => addressOf(name) || 'option'
export const slugOfValue = (label: string): string => addressOf(label) || 'value'

/** `celadon`, or `celadon-2` if that is taken. */
function unusedSlug(slug: string, taken: { slug: string }[]): string {
  const has = (wanted: string) => taken.some((each) => each.slug === wanted)
  if (!has(slug)) return slug
  for (let n = 2; ; n += 1) if (!has(`${slug}-${n}`)) return `${slug}-${n}`
}

/** The number of values that a list names. */
const MAX_LABELS = 5

/** What lists show about the variants. Null for a product without variants. */
export function variantSummaryOf({ options, variants }: Family) {
  if (options.length === 0) return null
  const { values } = options[0]!
  const named = values.slice(0, MAX_LABELS)
  const swatches = named.flatMap(({ swatch }) => swatch ?? [])
  return {
    optionNames: options.map(({ name }) => name),
    labels: named.map(({ label }) => label),
    swatches: swatches.length === named.length ? swatches : [],
    labelCount: values.length,
    variesInPrice: new Set(variants.map(({ product }) => product.discounted)).size > 1,
    availableForSale: variants.some(({ product }) => piecesFor(product) > 0),
  }
}

const MAX_TITLE_LENGTH = 200

/** The title with the variant's values: `Tea for Two Set, Celadon`. The stored title of a variant has them already. */
export function fullTitle({ title, variant, variantOf }: Pick<Product, 'title' | 'variant' | 'variantOf'>): string {
  if (variant === null || variantOf !== null) return title
  const values = valuesOf(variant)
  return `${title.slice(0, MAX_TITLE_LENGTH - 2 - values.length)}, ${values}`
}
