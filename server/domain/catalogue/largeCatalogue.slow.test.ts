import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateCatalogue } from '../../testing/data/generateCatalogue'
import { generatedProduct } from '../../../prisma/catalogue/generatedProducts'
import { startTestApp } from '../../testing/app'
import { closeTo } from './closeSearch'
import { countByCategory, countByPrice, countByRating, countByUse, countMatches, findPriceRange } from './facets'
import type { ProductFilter } from './productFilter'
import { searchProducts } from './search'
import type { ProductSort } from './sorts'
import { allWordsOf, someWordsOf, type Match } from './words/matching'
import { readingsOf } from './words/readings'
import { PRODUCT_USES } from '../../shared/productUses'
import { readSearchWords } from '../../shared/searchWords'

const { shop } = await startTestApp()
const PRODUCTS = 3000
const VARIANTS = 3
await generateCatalogue(shop.db, { products: PRODUCTS, variants: VARIANTS, seed: 1 })
const rows = await shop.db.product.findMany({ where: { variantOf: null }, include: { variants: true } })
const isAvailable = ({ stock, variants }: (typeof rows)[number]) => stock > 0 || variants.some((each) => each.stock > 0)

describe('a generated catalogue', () => {
  it('has the requested number of products, starting with the seeded ones', () => {
    expect(rows).toHaveLength(PRODUCTS)
    expect(rows.find(({ id }) => id === 'sea-glass-serving-bowl')!.position).toBeLessThan(22)
    const generated = rows.filter(({ position }) => position >= 22)
    expect(new Set(generated.map(({ variants }) => variants.length))).toEqual(new Set([VARIANTS - 1]))
  })

  it('depends only on its seed and is the same when generated again', async () => {
    expect(generatedProduct(1, 2000)).toEqual(generatedProduct(1, 2000))
    expect(generatedProduct(1, 2000)).not.toEqual(generatedProduct(2, 2000))
    await generateCatalogue(shop.db, { products: 2000, variants: VARIANTS, seed: 1 })
    expect(await shop.db.product.count({ where: { variantOf: null } })).toBe(PRODUCTS)
  })
})

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const EXACT = ['bowl', 'a', 'RIPPLE', 'set of', 'ado', 'zzzz']
const CLOSE = ['bowll', 'mug', 'kulad', 'blue bowl', 'plates set', 'stoneware', 'gilded katori']
/** The close matches for each text. closeSearch.slow.test.ts checks that they are right. */
const closeIds = new Map<string, Set<string>>()
for (const text of [...EXACT, ...CLOSE]) {
  closeIds.set(text, new Set(text.length < 3 ? [] : (await closeTo(shop, text)).ids))
}
const anyFilter: fc.Arbitrary<ProductFilter> = fc
  .record(
    {
      search: maybe(fc.constantFrom(...EXACT, ...CLOSE)),
      categoryIds: maybe(fc.subarray(['cups', 'mugs', 'tiles', 'nope'])),
      minPrice: maybe(fc.integer({ min: 0, max: 1500 })),
      maxPrice: maybe(fc.integer({ min: 100, max: 9000 })),
      minRating: maybe(fc.integer({ min: 1, max: 5 })),
      offer: maybe(fc.constantFrom('20%', 'combo-offer')),
      bestsellersOnly: maybe(fc.boolean()),
      availableOnly: maybe(fc.boolean()),
      group: maybe(fc.constantFrom('DECOR', 'DINING', 'KITCHEN')),
      uses: maybe(fc.subarray([...PRODUCT_USES])),
    },
    { requiredKeys: [] },
  )
  .filter(({ minPrice, maxPrice }) => minPrice == null || maxPrice == null || minPrice <= maxPrice)

const isExact = ({ title }: { title: string }, { search }: ProductFilter) =>
  title.toLowerCase().includes((search ?? '').toLowerCase())

/** Applies the filter in plain JavaScript, without some of its parts. */
function matching(filter: ProductFilter, ...leftOut: (keyof ProductFilter)[]) {
  const f: ProductFilter = { ...filter, ...Object.fromEntries(leftOut.map((part) => [part, null])) }
  return rows.filter(
    (row) =>
      (isExact(row, f) || closeIds.get(f.search ?? '')?.has(row.id)) &&
      (!f.categoryIds?.length || f.categoryIds.includes(row.categoryId)) &&
      row.discounted >= (f.minPrice ?? 0) &&
      row.discounted <= (f.maxPrice ?? Infinity) &&
      row.rating >= (f.minRating ?? 0) &&
      (f.offer == null || row.offer === f.offer) &&
      (!f.bestsellersOnly || row.isBestseller) &&
      (!f.availableOnly || isAvailable(row)) &&
      (f.group == null || row.groups.includes(f.group)) &&
      (f.uses ?? []).every((use) => row.uses.includes(use)),
  )
}

const searchFor = (filter: ProductFilter) => searchProducts(shop, { filter, sort: 'FEATURED', first: 8 })

describe('counts and facets', () => {
  /** Each query with the expected result, computed in plain JavaScript. */
  const questions: Record<string, (filter: ProductFilter) => [asked: Promise<unknown>, wanted: unknown]> = {
    total: (filter) => [countMatches(searchFor(filter)), matching(filter).length],
    category: (filter) => {
      const counts = new Map<string, number>()
      for (const { categoryId: id } of matching(filter, 'categoryIds')) counts.set(id, (counts.get(id) ?? 0) + 1)
      return [countByCategory(searchFor(filter)), counts]
    },
    rating: (filter) => [
      countByRating(searchFor(filter)),
      [4, 3, 2, 1].map((minRating) => ({
        minRating,
        count: matching(filter, 'minRating').filter(({ rating }) => rating >= minRating).length,
        selected: filter.minRating === minRating,
      })),
    ],
    use: (filter) => [
      countByUse(searchFor(filter)),
      PRODUCT_USES.map((use) => ({
        use,
        count: matching(filter).filter(({ uses }) => uses.includes(use)).length,
        selected: filter.uses?.includes(use) ?? false,
      })),
    ],
    price: (filter) => {
      const prices = matching(filter, 'minPrice', 'maxPrice').map(({ discounted }) => discounted)
      const range = { minimum: Math.min(...prices), maximum: Math.max(...prices) }
      return [findPriceRange(searchFor(filter)), prices.length > 0 ? range : null]
    },
    ...Object.fromEntries([1, 7, 16, 50].map((parts) => [`histogram of ${parts}`, histogramOf(parts)])),
  }

  function histogramOf(parts: number) {
    return (filter: ProductFilter): [Promise<unknown>, unknown] => {
      const prices = matching(filter, 'minPrice', 'maxPrice').map(({ discounted }) => discounted)
      const counts = Array.from({ length: parts }, (_, i) => {
        const isLast = i === parts - 1
        return prices.filter((p) => p * parts >= 8000 * i && (isLast ? p <= 8000 : p * parts < 8000 * (i + 1))).length
      })
      return [countByPrice(searchFor(filter), parts).then((all) => all.map(({ count }) => count)), counts]
    }
  }

  it('match a plain JavaScript calculation for any combination of filters', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.subarray(Object.keys(questions), { minLength: 1 }), async (filter, names) => {
        const pairs = names.map((name) => questions[name]!(filter))
        expect(await Promise.all(pairs.map(([asked]) => asked))).toEqual(pairs.map(([, wanted]) => wanted))
      }),
      { numRuns: 150 },
    )
  })

  it('are updated after a change, for example when a product sells out', async () => {
    const filter = { availableOnly: true }
    const before = await countMatches(searchFor(filter))
    const { id, stock } = rows.find((row) => row.stock > 0 && row.variants.every((variant) => variant.stock === 0))!
    await shop.db.product.update({ where: { id }, data: { stock: 0 } })
    // A change invalidates the caches within a second.
    await expect.poll(() => countMatches(searchFor(filter))).toBe(before - 1)
    await shop.db.product.update({ where: { id }, data: { stock } })
    await expect.poll(() => countMatches(searchFor(filter))).toBe(before)
  })

  it('use the current title of a product', async () => {
    const { id, title } = rows[0]!
    await shop.db.product.update({ where: { id }, data: { title: 'ÉTAZQXÈRE' } })
    expect(await countMatches(searchFor({ search: 'ZQxÈre' }))).toBe(1)
    await shop.db.product.update({ where: { id }, data: { title } })
    expect(await countMatches(searchFor({ search: 'ZQxÈre' }))).toBe(0)
  })
})

describe('cursors', () => {
  const SORTS: ProductSort[] = ['FEATURED', 'PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW', 'RATING', 'NEWEST']

  it.each(SORTS)('sorted by %s return the same pages as page numbers do, at any depth', async (sort) => {
    for (const filter of [{}, { minRating: 4, search: 'e' }]) {
      for (const page of [1, 7, 120]) {
        const { edges } = await searchProducts(shop, { filter, sort, first: 8, page }).readPage()
        const next = await searchProducts(shop, { filter, sort, first: 8, page: page + 1 }).readPage()
        const after = await searchProducts(shop, { filter, sort, first: 8, after: edges.at(-1)!.cursor }).readPage()
        expect(after.edges).toEqual(next.edges)
      }
    }
  })

  it.each(SORTS)('sorted by %s return exact matches before close ones, without gaps or repeats', async (sort) => {
    for (const search of CLOSE) {
      const filter = { search, minRating: 3 }
      const walked: { id: string; isClose: boolean }[] = []
      let after: string | null = null
      do {
        const { edges, hasNextPage } = await searchProducts(shop, { filter, sort, first: 30, after }).readPage()
        walked.push(...edges.map(({ node }) => node))
        after = hasNextPage ? edges.at(-1)!.cursor : null
      } while (after !== null)
      const wanted = matching(filter)
      expect(walked.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort())
      expect(walked.map(({ isClose }) => isClose)).toEqual(
        walked.map((_, i) => i >= wanted.filter((row) => isExact(row, filter)).length),
      )
      const matchedBy = walked[0]?.isClose ? 'CLOSE' : 'EXACT'
      expect(await searchProducts(shop, { filter, sort, first: 1, page: 2 }).matchedBy()).toBe(matchedBy)
    }
  })
})

describe('a long search with six words that each have many synonyms', () => {
  const words = ['red', 'blue', 'green', 'brown', 'lamp', 'diwali']
  const text = words.join(' ').padEnd(200, ' zzzzzzzzzz')
  /** An operator's file that makes hundreds of the catalogue's words synonyms of each of the six words. */
  const withFile = async () => {
    const known = await shop.db.searchWord.findMany({ take: 400 })
    const all = known.map(({ word }) => word).filter((word) => /^[a-z]+$/.test(word))
    const lines = Array.from({ length: Math.ceil(all.length / 20) }, (_, i) => all.slice(i * 20, (i + 1) * 20))
    const file = lines.flatMap((line) => words.map((word) => `${word} = ${line.join(', ')}`)).join('\n')
    return { ...shop, settings: { ...shop.settings, searchWords: readSearchWords(file) } }
  }
  const conditionsIn = ({ condition, rank }: Match) => `${condition.sql} ${rank.sql}`.split(' LIKE ').length - 1

  it.each([
    ['the shipped file', () => Promise.resolve(shop)],
    ['an operator’s file', withFile],
  ])('has at most 43 conditions per word and few rows with %s', async (_, shopWith) => {
    const asked = await shopWith()
    expect(text).toHaveLength(200)
    const { readings } = await readingsOf(asked, text)
    expect(readings.length).toBeGreaterThan(3)
    expect(readings.length).toBeLessThanOrEqual(6)
    for (const { all } of readings) expect(all.length).toBeLessThanOrEqual(43)
    const each = readings.reduce((sum, { all }) => sum + all.length, 0)
    // Each word occurs once in the condition and four times in the rank.
    expect(conditionsIn(allWordsOf(readings))).toBeLessThanOrEqual(5 * each)
    expect(conditionsIn(someWordsOf(readings))).toBeLessThanOrEqual(2 * each)
    expect((await closeTo(asked, text)).ids.length).toBeLessThanOrEqual(200)
    const { edges } = await searchProducts(asked, { filter: { search: text }, sort: 'FEATURED', first: 8 }).readPage()
    expect(edges.length).toBeLessThanOrEqual(8)
  })
})
