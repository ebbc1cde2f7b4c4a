import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import categories from '../../prisma/catalogue/categories.json' with { type: 'json' }
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { closeTo, NOTHING_CLOSE } from '../domain/catalogue/closeSearch'
import { PRODUCT_USES } from '../shared/productUses'
import { startBeside, startTestApp } from '../testing/app'
import { ask } from '../testing/calls'

const app = await startTestApp()
const { db } = app.shop

// The seeded catalogue and extra products: some share their sort values, and some have titles with pattern characters.
const SEEDED = products.map(({ id }) => id)
const model = await db.product.findUniqueOrThrow({ where: { id: 'celadon-chai-cup' } })
const EXTRA_TITLES = [
  '100% Clay Cup',
  'Under_score Cup',
  'Back\\slash Cup',
  "Potter's Cup",
  'Plain Cup',
  'ÉCLAT Bowl',
  'plain cup',
]
await db.product.createMany({
  data: EXTRA_TITLES.map((title, i) => ({
    ...model,
    id: `extra-${i}`,
    title,
    categoryId: i % 2 === 0 ? 'cups' : 'gifts',
    categoryName: i % 2 === 0 ? 'Cups' : 'Gifts',
    stock: i % 3,
    // Catalogue files allow negative positions.
    position: i < 4 ? -2 : 31,
  })),
})
const DAY_MS = 24 * 3600_000
const rows = await db.product.findMany({ where: { variantOf: null } })
for (const [i, { id }] of rows.entries()) {
  // Four products were created on each day, some only a millisecond apart, so cursors must distinguish them. Catalogue files allow times
  // before 1970.
  const createdAt = new Date(Date.UTC(1969, 11, 28) + Math.floor(i / 4) * DAY_MS + (i % 2))
  rows[i] = await db.product.update({ where: { id }, data: { createdAt } })
}
type Row = (typeof rows)[number]

interface Filter {
  search?: string | null
  categoryIds?: string[] | null
  minPrice?: number | null
  maxPrice?: number | null
  minRating?: number | null
  offer?: string | null
  bestsellersOnly?: boolean | null
  availableOnly?: boolean | null
  group?: Row['groups'][number] | null
  uses?: Row['uses'] | null
}

const TEXTS = [
  '',
  ' ',
  'bowl',
  'CUP',
  'e',
  'set of',
  '%',
  '_',
  '\\',
  "'",
  'nothing at all',
  'é',
  ' Plain ',
  'bowll',
  'mug',
  'stoneware',
]
/** closeSearch.slow.test.ts checks which titles are close to a text. */
const closeIds = new Map<string, Set<string>>()
/** For each text, how well its close matches match. A lower number is better. */
const closeRanks = new Map<string, Map<string, number>>()
for (const text of TEXTS.map((text) => text.trim())) {
  const { ids, ranks } = text.length < 3 ? NOTHING_CLOSE : await closeTo(app.shop, text)
  closeIds.set(text, new Set(ids))
  closeRanks.set(text, new Map(ids.map((id, i) => [id, ranks[i]!])))
}
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .trim()
const isExact = (row: Row, { search }: Filter) => {
  if (!search?.trim()) return true
  return plain(search) !== '' && plain(row.title).includes(plain(search))
}

/** The filter in plain JavaScript, without the parts in `leftOut`. */
const matching = (filter: Filter, ...leftOut: (keyof Filter)[]): Row[] => {
  const f: Filter = { ...filter, ...Object.fromEntries(leftOut.map((part) => [part, null])) }
  return rows.filter(
    (row) =>
      (isExact(row, f) || closeIds.get((f.search ?? '').trim())!.has(row.id)) &&
      (!f.categoryIds?.length || f.categoryIds.includes(row.categoryId)) &&
      row.discounted >= (f.minPrice ?? 0) &&
      row.discounted <= (f.maxPrice ?? Infinity) &&
      row.rating >= (f.minRating ?? 0) &&
      (f.offer == null || row.offer === f.offer) &&
      (!f.bestsellersOnly || row.isBestseller) &&
      (!f.availableOnly || row.stock > 0) &&
      (f.group == null || row.groups.includes(f.group)) &&
      (f.uses ?? []).every((use) => row.uses.includes(use)),
  )
}

/** 0 for a title with the text as whole words, singular or plural, 1 at the start of a word, otherwise 2. */
function rankInTitle(title: string, text: string): number {
  const wordsOf = (each: string) =>
    each
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  const sought = wordsOf(text).join(' ')
  const inTitle = ` ${wordsOf(title).join(' ')} `
  if (sought === '' || [sought, `${sought}s`, sought.replace(/s$/, '')].some((form) => inTitle.includes(` ${form} `)))
    return 0
  return inTitle.includes(` ${sought}`) ? 1 : 2
}

const rankOf = (row: Row, filter: Filter): number => {
  const text = (filter.search ?? '').trim()
  // Shorter texts are not ranked.
  if (text.length < 3) return 0
  return isExact(row, filter) ? rankInTitle(row.title, text) : closeRanks.get(text)!.get(row.id)!
}

const SORT_KEYS: Record<string, (row: Row, filter: Filter) => number[]> = {
  FEATURED: (row, filter) => [row.stock > 0 ? 0 : 1, rankOf(row, filter), row.isBestseller ? 0 : 1, row.position],
  PRICE_LOW_TO_HIGH: (row) => [row.discounted],
  PRICE_HIGH_TO_LOW: (row) => [-row.discounted],
  RATING: (row) => [-row.rating],
  NEWEST: (row) => [-row.createdAt.getTime()],
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const anyFilter: fc.Arbitrary<Filter> = fc
  .record(
    {
      search: maybe(fc.constantFrom(...TEXTS)),
      categoryIds: maybe(fc.subarray([...categories.map(({ id }) => id), 'nope'])),
      minPrice: maybe(fc.constantFrom(0, 270, 271, 1000, 9000)),
      maxPrice: maybe(fc.constantFrom(8000, 270, 269, 2000, 0)),
      minRating: maybe(fc.integer({ min: 1, max: 5 })),
      offer: maybe(fc.constantFrom('20%', '50%', '70%', 'combo-offer', 'nope')),
      bestsellersOnly: maybe(fc.boolean()),
      availableOnly: maybe(fc.boolean()),
      group: maybe(fc.constantFrom('DECOR', 'DINING', 'KITCHEN')),
      uses: maybe(fc.subarray([...PRODUCT_USES])),
    },
    { requiredKeys: [] },
  )
  .filter(({ minPrice, maxPrice }) => minPrice == null || maxPrice == null || minPrice <= maxPrice)
const anySort = fc.constantFrom(...Object.keys(SORT_KEYS))

const PAGE = `query ($filter: ProductFilter, $sort: ProductSort!, $first: Int!, $after: String, $page: Int) {
  products(filter: $filter, sort: $sort, first: $first, after: $after, page: $page) {
    totalCount
    nodes { id }
    matchedBy
    edges { cursor matchedBy node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

async function page(variables: object) {
  const { data, errors } = await ask(app, PAGE, { variables: { sort: 'FEATURED', first: 8, ...variables } })
  expect(errors).toBeUndefined()
  return data.products as {
    totalCount: number
    nodes: { id: string }[]
    matchedBy: string
    edges: { cursor: string; matchedBy: string; node: { id: string } }[]
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  }
}

/** The error codes of a query that fails. */
async function codesOf(query: string, variables?: Record<string, unknown>) {
  const { errors } = await ask(app, query, { variables })
  return errors?.map(({ extensions }) => extensions.code)
}

const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id)
const byId = new Map(rows.map((row) => [row.id, row]))

describe('products', () => {
  it('pages through every filter and sort by cursor and by page number, without gaps or repeats', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, anySort, fc.integer({ min: 3, max: 12 }), async (filter, sort, first) => {
        const wanted = matching(filter)
        const exact = wanted.filter((row) => isExact(row, filter))
        const walked: string[] = []
        let after: string | null = null
        for (let number = 1; ; number++) {
          const byCursor = await page({ filter, sort, first, after })
          const byNumber = await page({ filter, sort, first, page: number })
          expect(byCursor.nodes).toEqual(byNumber.nodes)
          expect(byCursor.edges.map(({ node }) => node)).toEqual(byCursor.nodes)
          expect(byCursor.totalCount).toBe(wanted.length)
          expect(byCursor.matchedBy).toBe(wanted.length === 0 || exact.length > 0 ? 'EXACT' : 'CLOSE')
          for (const [i, { matchedBy }] of byCursor.edges.entries()) {
            expect(matchedBy).toBe(walked.length + i < exact.length ? 'EXACT' : 'CLOSE')
          }
          walked.push(...ids(byCursor.nodes))
          const { pageInfo, edges } = byCursor
          expect(pageInfo).toEqual({
            hasNextPage: walked.length < wanted.length,
            hasPreviousPage: number > 1,
            startCursor: edges[0]?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
          })
          expect(byNumber.pageInfo.hasPreviousPage).toBe(number > 1)
          if (!pageInfo.hasNextPage) break
          expect(byCursor.nodes).toHaveLength(first)
          after = pageInfo.endCursor
        }
        expect([...walked].sort()).toEqual(ids(wanted).sort())
        for (const part of [walked.slice(0, exact.length), walked.slice(exact.length)]) {
          const keys = part.map((id) => SORT_KEYS[sort]!(byId.get(id)!, filter))
          const differences = (a: number[], b: number[]) => a.map((key, i) => key - b[i]!)
          expect(keys).toEqual([...keys].sort((a, b) => differences(a, b).find(Boolean) ?? 0))
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each(['FEATURED', 'NEWEST'])('pages by %s to the limits of positions and times in a file', async (sort) => {
    const limits = [
      { position: -(2 ** 31 - 1), createdAt: new Date('0001-01-01T00:00:00Z') },
      { position: -1, createdAt: new Date('1969-12-31T23:59:59.999Z') },
      { position: 2 ** 31 - 1, createdAt: new Date('9999-12-31T23:59:59.999Z') },
    ]
    await db.product.createMany({ data: limits.map((limit, i) => ({ ...model, ...limit, id: `limit-${i}` })) })
    try {
      const walked: string[] = []
      for (let after: string | null = null, isLast = false; !isLast && walked.length < 99;) {
        const { nodes, pageInfo } = await page({ sort, first: 1, after })
        walked.push(...ids(nodes))
        after = pageInfo.endCursor
        isLast = !pageInfo.hasNextPage
      }
      expect(walked).toEqual(ids((await page({ sort, first: 100 })).nodes))
      expect(walked).toHaveLength(rows.length + limits.length)
    } finally {
      await db.product.deleteMany({ where: { id: { startsWith: 'limit-' } } })
    }
  })

  it('continues after a cursor in the middle of a page, or one for a deleted product', async () => {
    const all = await page({ sort: 'RATING', first: 100 })
    const rest = await page({ sort: 'RATING', first: 100, after: all.edges[4]!.cursor })
    expect(rest.nodes).toEqual(all.nodes.slice(5))
    await db.product.create({ data: { ...model, id: 'short-lived', rating: 4 } })
    const withIt = await page({ filter: { minRating: 4 }, sort: 'RATING', first: 99 })
    const { cursor } = withIt.edges.find(({ node }) => node.id === 'short-lived')!
    await db.product.delete({ where: { id: 'short-lived' } })
    const after = await page({ filter: { minRating: 4 }, sort: 'RATING', first: 99, after: cursor })
    const at = withIt.nodes.findIndex(({ id }) => id === 'short-lived')
    expect(after.nodes).toEqual(withIt.nodes.slice(at + 1))
  })

  it('returns the first 8 featured products by default, without a filter', async () => {
    const { data } = await ask(app, '{ products { totalCount nodes { id } } }')
    expect(data.products.totalCount).toBe(rows.length)
    expect(data.products.nodes).toEqual((await page({ filter: {} })).nodes)
    expect(data.products.nodes).toHaveLength(8)
  })

  it('is empty past the last page', async () => {
    const last = await page({ page: 2_147_483_647, first: 100 })
    expect(last).toEqual({
      totalCount: rows.length,
      matchedBy: 'EXACT',
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    })
  })

  it('finds all four planters by category, regardless of their categoryName', async () => {
    const { data } = await ask(
      app,
      '{ products(filter: { categoryIds: ["planters"] }) { nodes { categoryName category { id name } } } }',
    )
    expect(data.products.nodes.map((node: { categoryName: string }) => node.categoryName).sort()).toEqual([
      ...['Planter', 'Planter', 'Planter', 'Planters'],
    ])
    expect(
      new Set(data.products.nodes.map(({ category }: { category: object }) => JSON.stringify(category))).size,
    ).toBe(1)
  })

  it.each([0, -1, 101, 2_147_483_647])('refuses first: %d', async (first) => {
    expect(await codesOf(PAGE, { sort: 'FEATURED', first })).toEqual(['BAD_USER_INPUT'])
  })

  it.each([0, -1, -2_147_483_648])('refuses page: %d', async (number) => {
    expect(await codesOf(PAGE, { sort: 'FEATURED', first: 8, page: number })).toEqual(['BAD_USER_INPUT'])
  })

  it('rejects a page together with a cursor', async () => {
    const { pageInfo } = await page({})
    expect(await codesOf(PAGE, { sort: 'FEATURED', first: 8, page: 1, after: pageInfo.endCursor })).toEqual([
      'BAD_USER_INPUT',
    ])
  })

  it('reports the price range found in a search text', async () => {
    const query = 'query ($s: String) { products(filter: { search: $s }) { searchPrice { minPrice maxPrice search } } }'
    const read = async (s: string) => (await ask(app, query, { variables: { s } })).data.products.searchPrice
    expect(await read('bowls between ₹500 and 1,000')).toEqual({ minPrice: 500, maxPrice: 1000, search: 'bowls' })
    expect(await read('bowls')).toBeNull()
  })

  it('rejects a cursor from another filter or sort as stale', async () => {
    const { pageInfo } = await page({ filter: { search: 'bowl' }, first: 2 })
    for (const other of [
      { filter: { search: 'cup' } },
      { filter: {} },
      { filter: { search: 'bowl', availableOnly: true } },
      { filter: { search: 'bowl' }, sort: 'RATING' },
    ]) {
      const { data, errors } = await ask(app, PAGE, {
        variables: { sort: 'FEATURED', first: 2, after: pageInfo.endCursor, ...other },
      })
      expect([data, errors![0]!.extensions]).toEqual([null, { code: 'BAD_USER_INPUT', reason: 'STALE_CURSOR' }])
    }
  })

  it('accepts a cursor after the filter is written differently or the page size changes', async () => {
    const one = { search: ' BOWL', categoryIds: ['cups', 'bowls'], availableOnly: false, offer: null }
    const { pageInfo } = await page({ filter: one, first: 2 })
    const other = { categoryIds: ['bowls', 'cups', 'bowls'], search: 'bowl', minPrice: null }
    const rest = await page({ filter: other, first: 5, after: pageInfo.endCursor })
    expect(rest.nodes).toEqual((await page({ filter: one, first: 100 })).nodes.slice(2, 7))
  })

  it('rejects invalid and forged cursors without a server error', async () => {
    for (const sort of Object.keys(SORT_KEYS)) {
      const cursor = (await page({ sort, first: 1 })).pageInfo.endCursor!
      const [hash, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      const forge = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
      for (const after of [
        ...['', 'nope', '\0', 'é', '=', cursor.slice(1), forge(), forge(hash), forge(hash, ...values.slice(1))],
        ...[forge(hash, ...values, 'more'), forge(hash, ...values.map(String)), forge(hash, ...values.map(() => null))],
        ...[1e300, 1.5, -1.5, 2 ** 60, -(2 ** 60)].map((n) =>
          forge(hash, ...values.map((v: unknown) => (typeof v === 'number' ? n : v))),
        ),
        forge(hash, ...values.slice(0, -1), 'nul\0'),
      ]) {
        const codes = await codesOf(PAGE, { sort, first: 1, after })
        expect([sort, after, codes]).toEqual([sort, after, ['BAD_USER_INPUT']])
      }
      for (const far of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
        const after = forge(hash, ...values.map((v: unknown) => (typeof v === 'number' ? far : v)))
        expect([sort, far, await codesOf(PAGE, { sort, first: 1, after })]).toEqual([sort, far, undefined])
      }
    }
  })

  it.each([
    { search: 'nul\0' },
    { search: 'x'.repeat(201) },
    { offer: '\0' },
    { categoryIds: ['cups\0'] },
    { categoryIds: Array.from({ length: 201 }, (_, i) => `c${i}`) },
    { minRating: 0 },
    { minRating: 6 },
    { minRating: -1 },
    { minRating: 2 ** 31 - 1 },
    { minPrice: -1 },
    { minPrice: -(2 ** 31) },
    { maxPrice: -1 },
    { minPrice: 501, maxPrice: 500 },
    { minPrice: 1, maxPrice: 0 },
    { search: 'bowl', minPrice: 2, maxPrice: 1 },
    { minRating: 6, minPrice: 1, maxPrice: 2 },
    { uses: Array.from({ length: 5 }, () => 'OVEN') },
  ])('refuses the filter %j', async (filter) => {
    expect(await codesOf(PAGE, { sort: 'FEATURED', first: 1, filter })).toEqual(['BAD_USER_INPUT'])
  })

  it('reports variables of the wrong type as the client’s error', async () => {
    for (const variables of [
      {},
      { sort: 'FEATURED' },
      { sort: 'FEATURED', first: 'x' },
      { sort: 'FEATURED', first: 3e9 },
      { sort: 'NOPE', first: 1 },
    ]) {
      const { status, data, errors } = await ask(app, PAGE, { variables })
      expect([status, data, errors![0]!.extensions]).toEqual([400, undefined, { code: 'BAD_USER_INPUT' }])
      expect(errors![0]!.message).toMatch(/^Variable "\$/)
    }
  })
})

const FACETS = `query ($filter: ProductFilter, $buckets: Int!) {
  products(filter: $filter, first: 1) {
    facets {
      categories { category { id } count selected }
      ratings { minRating count selected }
      uses { use count selected }
      price { minimum maximum }
      priceHistogram(buckets: $buckets) { minimum maximum count }
    }
  }
}`

describe('facets', () => {
  it('ignore the filter on the field that they count, except for uses', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.integer({ min: 1, max: 50 }), async (filter, buckets) => {
        const { data, errors } = await ask(app, FACETS, { variables: { filter, buckets } })
        expect(errors).toBeUndefined()
        const { facets } = data.products
        const byCategory = matching(filter, 'categoryIds')
        expect(facets.categories).toEqual(
          categories.map(({ id }) => ({
            category: { id },
            count: byCategory.filter((row) => row.categoryId === id).length,
            selected: filter.categoryIds?.includes(id) ?? false,
          })),
        )
        const byRating = matching(filter, 'minRating')
        expect(facets.ratings).toEqual(
          [4, 3, 2, 1].map((minRating) => ({
            minRating,
            count: byRating.filter((row) => row.rating >= minRating).length,
            selected: filter.minRating === minRating,
          })),
        )
        const listed = matching(filter)
        expect(facets.uses).toEqual(
          PRODUCT_USES.map((use) => ({
            use,
            count: listed.filter((row) => row.uses.includes(use)).length,
            selected: filter.uses?.includes(use) ?? false,
          })),
        )
        const prices = matching(filter, 'minPrice', 'maxPrice').map(({ discounted }) => discounted)
        expect(facets.price).toEqual(
          prices.length === 0 ? null : { minimum: Math.min(...prices), maximum: Math.max(...prices) },
        )
        const histogram: { minimum: number; maximum: number; count: number }[] = facets.priceHistogram
        expect(histogram.map(({ count }) => count)).toEqual(
          Array.from({ length: buckets }, (_, i) => {
            const isLast = i === buckets - 1
            // Uses only integers: compares the price times the number of buckets with the range times the bucket's index.
            return prices.filter((p) => p * buckets >= 8000 * i && (isLast ? p <= 8000 : p * buckets < 8000 * (i + 1)))
              .length
          }),
        )
        expect([histogram[0]!.minimum, histogram.at(-1)!.maximum]).toEqual([0, 8000])
        for (const [i, { minimum }] of histogram.entries()) {
          if (i > 0) expect(minimum).toBe(histogram[i - 1]!.maximum)
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each([0, -1, 51])('reject a histogram of %d buckets', async (buckets) => {
    expect(await codesOf(FACETS, { buckets })).toEqual(['BAD_USER_INPUT'])
  })

  it('have sixteen buckets by default', async () => {
    const { data } = await ask(app, '{ products { facets { priceHistogram { minimum maximum } } } }')
    expect(data.products.facets.priceHistogram).toEqual(
      Array.from({ length: 16 }, (_, i) => ({ minimum: i * 500, maximum: (i + 1) * 500 })),
    )
  })
})

const imageOf = ({ file, ...image }: (typeof products)[number]['images'][number]) => ({
  url: `/photos/${file}`,
  ...image,
})

describe('product', () => {
  it('has every field of the contract', async () => {
    const { data } = await ask(
      app,
      `{ product(id: "celadon-chai-cup") {
        id title description material dimensions care capacityMl weightGrams isFoodSafe image { url alt width height } images { url alt width height } price { discounted original discountPercent }
        rating category { id name } categoryName offer isBestseller groups uses quantityAvailable availableForSale createdAt updatedAt
      } }`,
    )
    const seeded = products.find(({ id }) => id === 'celadon-chai-cup')!
    expect(data.product).toEqual({
      id: seeded.id,
      title: seeded.title,
      description: seeded.description,
      material: seeded.material,
      dimensions: seeded.dimensions,
      care: seeded.care,
      capacityMl: 180,
      weightGrams: 190,
      isFoodSafe: true,
      image: imageOf(seeded.images[0]!),
      images: seeded.images.map(imageOf),
      price: { discounted: 270, original: 900, discountPercent: 70 },
      rating: 4,
      category: { id: 'cups', name: 'Cups' },
      categoryName: 'Cups',
      offer: '70%',
      isBestseller: true,
      groups: ['DINING'],
      uses: ['MICROWAVE', 'DISHWASHER', 'FOOD_SAFE'],
      quantityAvailable: 40,
      availableForSale: true,
      createdAt: expect.stringMatching(/^19(69|70)-\d\d-\d\dT00:00:00Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  })

  it('has its main photo first, then the other photos in order', async () => {
    await app.shop.db.productImage.createMany({
      data: [2, 1].map((position) => ({
        productId: 'extra-0',
        position,
        imageUrl: `/photos/extra-${position}.webp`,
        imageAlt: `Photo ${position}`,
        imageWidth: 800,
        imageHeight: 600,
      })),
    })
    const { data } = await ask(
      app,
      '{ products(first: 100) { nodes { id image { url } images { url alt width height } } } }',
    )
    for (const { image, images } of data.products.nodes) expect(images[0].url).toBe(image.url)
    const extra = data.products.nodes.find(({ id }: { id: string }) => id === 'extra-0')
    expect(extra.images.slice(1)).toEqual(
      [1, 2].map((i) => ({ url: `/photos/extra-${i}.webp`, alt: `Photo ${i}`, width: 800, height: 600 })),
    )
  })

  it('is not available for sale if it is out of stock', async () => {
    const { data } = await ask(app, '{ product(id: "extra-0") { quantityAvailable availableForSale } }')
    expect(data.product).toEqual({ quantityAvailable: 0, availableForSale: false })
  })

  it.each(['nope', '', ' ', 'nul\0', 'x'.repeat(5000)])('is null for %j', async (id) => {
    const { data, errors } = await ask(app, 'query ($id: ID!) { product(id: $id) { id } category(id: $id) { id } }', {
      variables: { id },
    })
    expect([data, errors]).toEqual([{ product: null, category: null }, undefined])
  })
})

describe('related', () => {
  it.each(SEEDED)(
    'of %s begin with one product from each other category, excluding the product itself and ratings below 3',
    async (id) => {
      const { data } = await ask(
        app,
        `query ($id: ID!) {
          product(id: $id) { isFoodSafe category { id } related(first: 100) { id rating isFoodSafe category { id } } four: related { id } }
        }`,
        { variables: { id } },
      )
      const { category, isFoodSafe, related, four } = data.product as {
        category: { id: string }
        isFoodSafe: boolean
        related: { id: string; rating: number; isFoodSafe: boolean; category: { id: string } }[]
        four: { id: string }[]
      }
      expect(ids(related).sort()).toEqual(
        ids(rows.filter((row) => row.rating >= 3 && row.stock > 0 && row.id !== id)).sort(),
      )
      const sameUse = related.filter((product) => product.isFoodSafe === isFoodSafe)
      expect(related.slice(0, sameUse.length)).toEqual(sameUse)
      const categories = sameUse.map((product) => product.category.id)
      const others = new Set(categories.filter((each) => each !== category.id))
      expect(new Set(categories.slice(0, others.size))).toEqual(others)
      for (const each of new Set(categories)) {
        const ratings = sameUse.filter((product) => product.category.id === each).map(({ rating }) => rating)
        expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
      }
      expect(ids(four)).toEqual(ids(related).slice(0, 4))
    },
  )

  it('of a bowl include a cup and a plate, but no planter', async () => {
    const { data } = await ask(app, '{ product(id: "sea-glass-serving-bowl") { related { category { id } } } }')
    const categories = data.product.related.map((product: { category: { id: string } }) => product.category.id)
    expect(categories).toEqual(expect.arrayContaining(['cups', 'plates']))
    expect(categories).not.toContain('planters')
  })

  it('returns the requested number of products, even for different numbers in one query', async () => {
    const { data } = await ask(
      app,
      '{ products(first: 20) { nodes { id one: related(first: 1) { id } three: related(first: 3) { id } } } }',
    )
    for (const { id, one, three } of data.products.nodes) {
      expect([one.length, three.length]).toEqual([1, 3])
      expect(three[0]).toEqual(one[0])
      expect(ids(three)).not.toContain(id)
    }
  })

  it.each([0, -1, 101])('refuses first: %d', async (first) => {
    expect(await codesOf(`{ product(id: "celadon-chai-cup") { related(first: ${first}) { id } } }`)).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})

describe('suggestions', () => {
  const suggest = async (text: string, first?: number): Promise<{ id: string; title: string }[]> => {
    const query = 'query ($text: String!, $first: Int! = 5) { suggestions(text: $text, first: $first) { id title } }'
    const { data, errors } = await ask(app, query, { variables: { text, first } })
    expect(errors).toBeUndefined()
    return data.suggestions
  }

  it('puts titles that contain the text first, regardless of case', async () => {
    const found = await suggest(' bOWl ', 20)
    const holding = rows.filter(({ title }) => title.toLowerCase().includes('bowl'))
    expect(ids(found.slice(0, holding.length)).sort()).toEqual(ids(holding).sort())
  })

  it('returns at most five, or the requested number', async () => {
    expect(await suggest('e')).toHaveLength(5)
    expect(await suggest('e', 2)).toHaveLength(2)
  })

  it.each([
    ['terakota', 'terracotta-kulhad-set-of-4'],
    ['terracota', 'ribbed-terracotta-pot'],
    ['bowll', 'sea-glass-serving-bowl'],
    ['glas', 'sea-glass-serving-bowl'],
    ['plantr', 'white-fluted-planter'],
    ['celedon', 'celadon-chai-cup'],
    ['esspreso', 'indigo-dip-espresso-cup'],
    ['moon jarr', 'grand-moon-jar'],
  ])('tolerates the misspelling %j', async (text, id) => {
    expect(ids(await suggest(text, 100))).toContain(id)
  })

  it('tolerates a missing letter in any long word of any title', async () => {
    for (const { id, title } of products) {
      for (const word of title.split(/\W+/).filter((word) => word.length >= 6)) {
        const misspelt = word.slice(0, 3) + word.slice(4)
        expect([misspelt, ids(await suggest(misspelt, 100))]).toEqual([misspelt, expect.arrayContaining([id])])
      }
    }
  })

  it.each(['', '   ', '\t'])('returns nothing for %j', async (text) => {
    expect(await suggest(text)).toEqual([])
  })

  it('treats pattern characters as plain text', async () => {
    expect(ids(await suggest('%'))).toEqual(['extra-0'])
    expect(ids(await suggest('r_s'))[0]).toBe('extra-1')
    expect(ids(await suggest('\\'))).toEqual(['extra-2'])
    // It is sold out, and so behind the others.
    expect(ids(await suggest("r's", 100))).toContain('extra-3')
  })

  it('rejects a null byte, a text that is too long, and a number out of bounds', async () => {
    for (const [text, first] of [
      ['\0', 5],
      ['x'.repeat(201), 5],
      ['x', 0],
      ['x', 101],
    ] as const) {
      expect(
        await codesOf('query ($text: String!, $first: Int!) { suggestions(text: $text, first: $first) { id } }', {
          text,
          first,
        }),
      ).toEqual(['BAD_USER_INPUT'])
    }
  })
})

describe('categories', () => {
  it('include all five, in order, each with an image and a product count', async () => {
    const { data } = await ask(app, '{ categories { id name productCount image { url alt width height } } }')
    expect(data.categories).toEqual(
      categories.map(({ id, name, image: { file, ...image } }) => ({
        id,
        name,
        productCount: rows.filter(({ categoryId }) => categoryId === id).length,
        image: { url: `/photos/${file}`, ...image },
      })),
    )
    expect(data.categories[4]).toMatchObject({ name: 'Planters', productCount: 4 })
  })

  it('can be queried individually', async () => {
    const { data } = await ask(app, '{ category(id: "planters") { id name productCount } }')
    expect(data.category).toEqual({ id: 'planters', name: 'Planters', productCount: 4 })
  })
})

describe('coupons', () => {
  it('are SUMMER and BOHO', async () => {
    const { data } = await ask(app, '{ coupons { code value description } }')
    expect(data.coupons).toEqual([
      { code: 'SUMMER', value: 50, description: expect.stringMatching(/./) },
      { code: 'BOHO', value: 15, description: expect.stringMatching(/./) },
    ])
  })
})

describe('shop', () => {
  const SHOP = `{ shop {
    name currency giftWrapPrice priceRange { minimum maximum } priceRangeMinimumGap pageSize returnWindowDays
    guestAccount { email password }
  } }`

  it('has the constants of the contract, and a guest account that can log in', async () => {
    const { data } = await ask(app, SHOP)
    expect(data.shop).toEqual({
      name: 'Cerashop',
      currency: 'INR',
      giftWrapPrice: 30,
      priceRange: { minimum: 0, maximum: 8000 },
      priceRangeMinimumGap: 500,
      pageSize: 8,
      returnWindowDays: 14,
      guestAccount: { email: expect.any(String), password: expect.any(String) },
    })
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token user { email } userErrors { code } } }'
    const answer = await ask(app, login, { variables: { input: data.shop.guestAccount } })
    expect(answer.data.login).toMatchObject({ token: expect.any(String), userErrors: [] })
  })

  it('has the name from the settings, and no guest if there are no demo accounts', async () => {
    const other = await startBeside(app, { SHOP_NAME: 'Clay & Co', DEMO_ACCOUNTS: '0' })
    const { data } = await ask(other, '{ shop { name guestAccount { email } } }')
    expect(data.shop).toEqual({ name: 'Clay & Co', guestAccount: null })
  })

  it('has the contact address and the social networks from the settings', async () => {
    const query = '{ shop { paymentProvider contactEmail socialLinks { name url } } }'
    expect((await ask(app, query)).data.shop).toEqual({
      paymentProvider: 'SANDBOX',
      contactEmail: null,
      socialLinks: [],
    })
    const [instagram, facebook] = ['https://www.instagram.com/cerashop', 'https://facebook.com/cerashop']
    const CONTACT_EMAIL = 'hello@cerashop.example'
    const other = await startBeside(app, { CONTACT_EMAIL, SOCIAL_LINKS: `${instagram}, ${facebook}` })
    expect((await ask(other, query)).data.shop).toEqual({
      paymentProvider: 'SANDBOX',
      contactEmail: CONTACT_EMAIL,
      socialLinks: [
        { name: 'Instagram', url: instagram },
        { name: 'Facebook', url: facebook },
      ],
    })
  })
})
