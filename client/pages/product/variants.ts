/** Finds the variant that an address names, and the address of a variant. */
import { parseChoices, paths, type OptionSlugs } from '../../paths'
import type { ProductPageQuery } from './ProductPage.generated'

export type Product = NonNullable<ProductPageQuery['product']>
export type Variant = Product['variants'][number]

/** The id of the product to which the variants belong. */
export const wholeIdOf = ({ id, variantOf }: Pick<Product, 'id' | 'variantOf'>): string => variantOf ?? id

type Choices = Record<string, string | undefined>

const choicesOf = ({ options }: Variant): Choices =>
  Object.fromEntries(options.map(({ option, value }) => [option.slug, value.slug]))

/** The variant with the most of these choices. Of several, the first one that can be bought. */
function closest(variants: Variant[], wanted: Choices): Variant {
  const score = (variant: Variant) =>
    variant.options.filter(({ option, value }) => wanted[option.slug] === value.slug).length
  const most = Math.max(...variants.map(score))
  return firstToBuy(variants.filter((variant) => score(variant) === most))
}

const canBuy = ({ product }: Variant): boolean => product.quantityAvailable > 0

/** The first variant that is not sold out, or else the first one. */
const firstToBuy = (variants: Variant[]): Variant => variants.find(canBuy) ?? variants[0]!

/**
 * The variant that an address without choices shows: the one whose id is in the address, or for the id of the whole product, the first one
 * that can be bought.
 */
export function openedVariant(product: Product): Variant {
  const own = product.variants.find(({ id }) => id === product.id) ?? product.variants[0]!
  return product.variantOf !== null || canBuy(own) ? own : firstToBuy(product.variants)
}

/** The photos of the variant, then those of the product: on a table, for scale, in the box. */
export function photosOf(product: Product, { product: { images } }: Variant): Variant['product']['images'] {
  const whole = product.variants.find(({ id }) => id === wholeIdOf(product))?.product ?? product
  const own = new Set(images.map(({ url }) => url))
  return [...images, ...whole.images.filter(({ url }) => !own.has(url))]
}

const optionsOf = ({ options }: Product): OptionSlugs =>
  new Map(options.map(({ slug, values }) => [slug, new Set(values.map((value) => value.slug))]))

/** The variant that the address names, such as `?glaze=celadon`, or else the one that the page opened with. */
export function chosenVariant(product: Product, query: URLSearchParams, opened: Variant): Variant {
  const given = parseChoices(query, optionsOf(product))
  const has = (variant: Variant) => Object.entries(given).every(([slug, value]) => choicesOf(variant)[slug] === value)
  if (has(opened)) return opened
  const matching = product.variants.filter(has)
  return matching.length > 0
    ? closest(matching, choicesOf(opened))
    : closest(product.variants, { ...choicesOf(opened), ...given })
}

/** The variant with another value. If that combination does not exist, another one with the value. */
export function withValue(product: Product, chosen: Variant, option: string, value: string): Variant | null {
  const having = product.variants.filter((variant) => choicesOf(variant)[option] === value)
  return having.length > 0 ? closest(having, choicesOf(chosen)) : null
}

/** The address to share: it keeps the variant, and drops parameters of no meaning. */
export const sharedAddress = (product: Product, variant: Variant): string =>
  product.variants.length > 1 ? addressOfVariant(product, variant) : paths.product(wholeIdOf(product))

/** The address of the product with this variant chosen. It names the choices, because a plain address shows what can be bought. */
export const addressOfVariant = (product: Product, variant: Variant): string =>
  paths.product(wholeIdOf(product), choicesOf(variant))
