/** Generates any number of products. Product i depends only on the seed and i, so a longer catalogue begins with the shorter one. */
import categories from './categories.json' with { type: 'json' }
import words from './generated-words.json' with { type: 'json' }
import photographed from './products.json' with { type: 'json' }

/** `leaves` is the share of the original price that remains. A combo costs half as much as its items together. */
const OFFERS = [
  { value: '20%', leaves: 0.8, weight: 40 },
  { value: '50%', leaves: 0.5, weight: 30 },
  { value: '70%', leaves: 0.3, weight: 15 },
  { value: 'combo-offer', leaves: 0.5, weight: 15 },
]
const RATINGS = [
  { value: 5, weight: 38 },
  { value: 4, weight: 36 },
  { value: 3, weight: 15 },
  { value: 2, weight: 7 },
  { value: 1, weight: 4 },
]
const GROUPS: Record<string, string[]> = { bowls: ['DINING', 'KITCHEN'], cups: ['DINING'], plates: ['DINING'] }
const CARE = [
  'Microwave and dishwasher safe.',
  'Dishwasher safe. Not for the microwave.',
  'Oven, microwave and dishwasher safe.',
  'Wash by hand.',
  null,
]
const SHARE = { bestsellers: 0.03, soldOut: 0.06, nearlySoldOut: 0.1, signed: 0.6 }
const FIRST_DAY_MS = Date.UTC(2023, 0, 1)
const DAYS = 1000
const DAY_MS = 24 * 3600_000

type Random = () => number

/** Mulberry32, a small well-known generator. The first few steps separate neighbouring seeds. */
function randomFrom(start: number): Random {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

function weighted<T extends { weight: number }>(random: Random, list: readonly T[]): T {
  let left = random() * list.reduce((total, { weight }) => total + weight, 0)
  return list.find(({ weight }) => (left -= weight) < 0) ?? list[0]!
}

/** The shop's categories, and more categories that reuse their photos. */
export const generatedCategories = words.categories.map(({ id, name, photos }, position) => {
  const own = categories.find((category) => category.id === photos)!
  const { file, alt, width, height } = own.image
  return {
    id,
    name: name ?? own.name,
    position,
    imageUrl: `/photos/${file}`,
    imageAlt: alt,
    imageWidth: width,
    imageHeight: height,
  }
})

function stockOf(random: Random): number {
  const chance = random()
  if (chance < SHARE.soldOut) return 0
  return chance < SHARE.soldOut + SHARE.nearlySoldOut ? 1 + Math.floor(random() * 5) : 6 + Math.floor(random() * 90)
}

/** Many cheap and few expensive products, with prices in rupees that end in 9, 0 or 5. */
function originalPrice(random: Random, pieces: number): number {
  const single = 150 * Math.exp(random() * 3.4) * (0.8 + random() * 0.4)
  return Math.max(100, Math.round((single * (1 + (pieces - 1) * 0.6)) / 10) * 10 - oneOf(random, [0, 1, 5]))
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/** A row of the product table, with its column names. */
export function generatedProduct(seed: number, i: number) {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b))
  random()
  const kind = oneOf(random, words.categories)
  const [glaze, look, thing] = [oneOf(random, words.glazes), oneOf(random, words.looks), oneOf(random, kind.things)]
  const offer = weighted(random, OFFERS)
  const pieces = offer.value === 'combo-offer' ? oneOf(random, [2, 3, 4, 6]) : 1
  const studio = random() < SHARE.signed ? `${oneOf(random, words.studios)} ` : ''
  const material = oneOf(random, words.materials)
  const title = `${studio}${random() < 0.5 ? `${look} ${glaze}` : `${glaze} ${look}`} ${thing}${pieces > 1 ? `, Set of ${pieces}` : ''}`
  const { images } = oneOf(
    random,
    photographed.filter(({ categoryId }) => categoryId === kind.photos),
  )
  const image = images[0]!
  const original = originalPrice(random, pieces)
  const size = 6 + Math.floor(random() * 30)
  const at = new Date(FIRST_DAY_MS + Math.floor(random() * DAYS) * DAY_MS).toISOString()
  return {
    id: `${slugOf(title)}-${i}`,
    title,
    description: `${material} in ${glaze.toLowerCase()} with a ${look.toLowerCase()} finish, made by hand. No two are alike.`,
    material,
    dimensions: `${size} cm across`,
    category_id: kind.id,
    category_name: generatedCategories.find(({ id }) => id === kind.id)!.name,
    image_url: `/photos/${image.file}`,
    image_alt: image.alt,
    image_width: image.width,
    image_height: image.height,
    discounted: Math.floor(original * offer.leaves),
    original,
    rating: weighted(random, RATINGS).value,
    offer: offer.value,
    is_bestseller: random() < SHARE.bestsellers,
    groups: GROUPS[kind.photos] ?? ['DECOR'],
    stock: stockOf(random),
    version: 0,
    position: i,
    created_at: at,
    updated_at: at,
    // Drawn last, so that the other values stay the same.
    care: oneOf(random, CARE),
    is_food_safe: kind.photos in GROUPS || null,
  }
}

const SIZES = [
  { name: 'Small', costs: 1 },
  { name: 'Large', costs: 1.3 },
  { name: 'Extra Large', costs: 1.6 },
]
/** The maximum number of variants of a generated product: each of some glazes in each size. */
export const MAX_GENERATED_VARIANTS = 12
const GLAZES_EACH = MAX_GENERATED_VARIANTS / SIZES.length

/**
 * The rows of product i and its variants, each in a glaze and a size. The product's own row is the first of them, and the cheapest. With one
 * variant, the product has no options.
 */
export function generatedFamily(seed: number, i: number, variants: number) {
  const product = generatedProduct(seed, i)
  const alone = { ...product, variant_of: null as string | null, variant: null as string | null }
  if (variants === 1) return [alone]
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(i, 0xc2b2ae35))
  random()
  // A prime step, so that the glazes of a product differ.
  const first = Math.floor(random() * words.glazes.length)
  const glazes = Array.from({ length: GLAZES_EACH }, (_, n) => words.glazes[(first + n * 7) % words.glazes.length]!)
  return Array.from({ length: variants }, (_, nth) => {
    const [glaze, size] = [glazes[Math.floor(nth / SIZES.length)]!, SIZES[nth % SIZES.length]!]
    const variant = `Glaze: ${glaze}; Size: ${size.name}`
    if (nth === 0) return { ...alone, variant }
    return {
      ...alone,
      variant,
      variant_of: product.id,
      id: `${product.id}-${slugOf(`${glaze} ${size.name}`)}`,
      discounted: Math.round(product.discounted * size.costs),
      original: Math.round(product.original * size.costs),
      stock: stockOf(random),
    }
  })
}
