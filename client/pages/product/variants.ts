/** Finds the variant that an address names, and the address of a variant. */
import { paths } from '../../paths'
import type { ProductPageQuery } from './ProductPage.generated'

export type Product = NonNullable<ProductPageQuery['product']>
export type Variant = Product['variants'][number]

/** The id of the product to which the variants belong. */
export const wholeIdOf = ({ id, variantOf }: Pick<Product, 'id' | 'variantOf'>): string => variantOf ?? id

type Choices = Record<string, string | undefined>

const choicesOf = ({ options }: Variant): Choices =>
  Object.fromEntries(options.map(({ option, value }) => [option.slug, value.slug]))

/** The variant with the most of these choices, or the first of several. */
function closest(variants: Variant[], wanted: Choices): Variant {
  const score = (variant: Variant) =>
    variant.options.filter(({ option, value }) => wanted[option.slug] === value.slug).length
  return variants.reduce((best, each) => (score(each) > score(best) ? each : best))
}

/** The variant that the address names, such as `?glaze=celadon`, or else the one whose id is in the address. */
export function chosenVariant(product: Product, query: URLSearchParams): Variant {
  const own = product.variants.find(({ id }) => id === product.id) ?? product.variants[0]!
  const named = Object.fromEntries(product.options.map(({ slug }) => [slug, query.get(slug) ?? undefined]))
  if (Object.values(named).every((value) => value === undefined)) return own
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return closest(product.variants, { ...choicesOf(own), ...given })
}

/** The variant with another value. If that combination does not exist, another one with the value. */
export function withValue(product: Product, chosen: Variant, option: string, value: string): Variant | null {
  const having = product.variants.filter((variant) => choicesOf(variant)[option] === value)
  return having.length > 0 ? closest(having, choicesOf(chosen)) : null
}

/** The address of the product with this variant chosen. The variant with the product's id has a plain address. */
export function addressOfVariant(product: Product, variant: Variant): string {
  const whole = wholeIdOf(product)
  return paths.product(whole, variant.id === whole ? {} : choicesOf(variant))
}
