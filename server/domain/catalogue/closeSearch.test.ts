import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { countByCategory, countByPrice, countMatches, findPriceRange } from './facets'
import { searchProducts } from './search'
import { suggestProducts } from './suggestions'

const { shop } = await startTestApp()

const searchFor = (search: string) => searchProducts(shop, { filter: { search }, sort: 'FEATURED', first: 100 })

async function titlesOf(search: string) {
  const found = searchFor(search)
  const { edges } = await found.readPage()
  const matching = (wanted: string) =>
    edges.filter(({ matchedBy }) => matchedBy === wanted).map(({ node }) => node.title)
  expect(await countMatches(found)).toBe(edges.length)
  return { exact: matching('EXACT'), close: matching('CLOSE'), matchedBy: await found.matchedBy() }
}

/** Changes the texts of the moon jar for the time of `check`. */
async function withJar(
  data: { title?: string; care?: string; description?: string },
  check: () => Promise<void>,
): Promise<void> {
  const where = { id: 'grand-moon-jar' }
  const { title, care, description } = await shop.db.product.findUniqueOrThrow({ where })
  await shop.db.product.update({ where, data })
  try {
    await check()
  } finally {
    await shop.db.product.update({ where, data: { title, care, description } })
  }
}

const BOWLS = [
  'Sea Glass Serving Bowl',
  'Ash Ripple Ramen Bowl',
  'Saffron Nut Bowl',
  'Midnight Nesting Bowls, Set of 3',
  'Cream Footed Fruit Bowl',
]

describe('a search for a text that no title contains', () => {
  it.each([
    ['bowll', BOWLS],
    ['kulad', ['Terracotta Kulhads, Set of 4']],
    ['cofee cup', ['Indigo Dip Espresso Cup']],
    ['blue bowl', ['Sea Glass Serving Bowl', 'Midnight Nesting Bowls, Set of 3']],
    ['plates set', ['Ivory Dinner Plates, Set of 4']],
    ['katori', BOWLS],
    ['vases', ['Bud Vase Trio, Gift Boxed']],
    ['bowl sea-glass', ['Sea Glass Serving Bowl']],
    ['terakota pots', ['Ribbed Terracotta Pot']],
    // The search omits the space between two words.
    ['seaglass', ['Sea Glass Serving Bowl']],
    ['nutbowls', ['Saffron Nut Bowl']],
  ])('%j shows the intended products', async (text, titles) => {
    expect(await titlesOf(text)).toEqual({ exact: [], close: titles, matchedBy: 'CLOSE' })
  })

  it.each([
    ['mug', /cup|tumbler|kulhad/i, 4],
    ['stoneware', /./, 10],
  ])('%j shows all matching products', async (text, title, least) => {
    const { exact, close, matchedBy } = await titlesOf(text)
    expect([exact, matchedBy]).toEqual([[], 'CLOSE'])
    expect(close.filter((one) => title.test(one)).length).toBeGreaterThanOrEqual(least)
  })

  it('shows products that match one word if none matches all of them', async () => {
    const { close } = await titlesOf('cobalt kulhad')
    expect(close).toEqual(['Terracotta Kulhads, Set of 4', 'Cobalt Splash Quarter Plate'])
  })

  it.each(['zzzz', 'nowhere', 'xylophone', '%%%', '___', 'a b c', 'and for the with'])(
    '%j finds nothing',
    async (text) => {
      expect(await titlesOf(text)).toEqual({ exact: [], close: [], matchedBy: 'EXACT' })
    },
  )

  it('counts its results in every facet', async () => {
    const found = searchFor('bowll')
    expect(await countByCategory(found)).toEqual(new Map([['bowls', 5]]))
    const prices = (await found.readPage()).edges.map(({ node }) => node.discounted)
    expect(await findPriceRange(found)).toEqual({ minimum: Math.min(...prices), maximum: Math.max(...prices) })
    const buckets = await countByPrice(found, 16)
    expect(buckets.reduce((total, { count }) => total + count, 0)).toBe(5)
  })
})

describe('a search for a text that some titles contain', () => {
  it('shows products with the text in their title first, then close matches', async () => {
    expect(await titlesOf('gift')).toEqual({
      exact: ['Bud Vase Trio, Gift Boxed'],
      close: ['Tea for Two Set', 'Lotus Tealight Holder', 'Grand Moon Jar'],
      matchedBy: 'EXACT',
    })
  })

  it('reports CLOSE if a filter leaves only close matches', async () => {
    const filter = { search: 'gift', maxPrice: 1 }
    expect(await searchProducts(shop, { filter, sort: 'FEATURED', first: 8 }).matchedBy()).toBe('EXACT')
    const [vases] = (await searchFor('gift').readPage()).edges
    const without = { search: 'gift', minPrice: vases!.node.discounted + 1 }
    const found = searchProducts(shop, { filter: without, sort: 'FEATURED', first: 8 })
    expect((await found.readPage()).edges.map(({ matchedBy }) => matchedBy)).not.toContain('EXACT')
    expect(await found.matchedBy()).toBe('CLOSE')
  })

  it('does not correct words that products contain', async () => {
    expect(await titlesOf('bowl')).toEqual({ exact: BOWLS, close: [], matchedBy: 'EXACT' })
  })
})

describe('words in a search', () => {
  const ALL = 22

  it.each(['ceramic', 'handmade', 'pottery'])(
    '%j finds all products, because it describes every one of them',
    async (text) => {
      expect((await titlesOf(text)).close).toHaveLength(ALL)
    },
  )

  it.each([
    ['dishwasher', 11],
    ['microwave', 8],
  ])('%j finds the products whose care instructions allow it', async (text, count) => {
    const { close } = await titlesOf(text)
    expect(close).toHaveLength(count)
    expect(close).not.toContain('Cream Footed Fruit Bowl')
    expect(close).not.toContain('Terracotta Kulhads, Set of 4')
  })

  it.each([
    ['mug', 'Stone Grey Platter'],
    ['mother', 'Midnight Nesting Bowls, Set of 3'],
    ['stone', 'Speckled Oat Tumbler'],
  ])('%j does not match the middle or the beginning of a longer word', async (text, title) => {
    expect((await titlesOf(text)).close).not.toContain(title)
  })

  it('match prefixes if no product contains the whole word', async () => {
    expect((await titlesOf('dishwash')).close).toHaveLength(11)
  })

  it('list whole-word matches before prefix matches', async () => {
    const { exact, close } = await titlesOf('tea')
    expect(exact).toEqual(['Tea for Two Set', 'Lotus Tealight Holder'])
    expect(close).toEqual(['Celadon Chai Cup', 'Terracotta Kulhads, Set of 4'])
  })

  it('rank the word itself above synonyms, and both above care instructions', async () => {
    const { close } = await titlesOf('white')
    const places = ['Blush Rim Dinner Plate', 'Ivory Dinner Plates, Set of 4', 'Ribbed Terracotta Pot'].map((title) =>
      close.indexOf(title),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('do not affect the order of products sorted by price', async () => {
    const { edges } = await searchProducts(shop, {
      filter: { search: 'white' },
      sort: 'PRICE_LOW_TO_HIGH',
      first: 100,
    }).readPage()
    const prices = (wanted: string) =>
      edges.filter(({ matchedBy }) => matchedBy === wanted).map(({ node }) => node.discounted)
    for (const group of [prices('EXACT'), prices('CLOSE')]) expect(group).toEqual([...group].sort((a, b) => a - b))
  })

  it('find the intended products first if two letters are swapped', async () => {
    const { close } = await titlesOf('plnaters')
    expect(close.length).toBeGreaterThanOrEqual(4)
    for (const title of close.slice(0, 4)) expect(title).toMatch(/Planter|Pot/)
  })
})

describe('prices in a search', () => {
  const read = async (search: string, filter = {}) => {
    const found = searchProducts(shop, { filter: { search, ...filter }, sort: 'FEATURED', first: 100 })
    const { edges } = await found.readPage()
    expect(await countMatches(found)).toBe(edges.length)
    return { price: await found.searchPrice(), titles: edges.map(({ node }) => node.title) }
  }

  it('limit the products, and are returned separately from the remaining text', async () => {
    expect(await read('gift under 1000')).toEqual({
      price: { minPrice: null, maxPrice: 1000, search: 'gift' },
      titles: ['Lotus Tealight Holder'],
    })
  })

  it('can form a narrower range than the slider allows, and can be the whole text', async () => {
    const { price, titles } = await read('₹300 to 320')
    expect(price).toEqual({ minPrice: 300, maxPrice: 320, search: '' })
    expect(titles.sort()).toEqual(['Cobalt Splash Quarter Plate', 'Indigo Dip Espresso Cup'])
  })

  it('apply in addition to the price range of the filter', async () => {
    expect((await read('cups above 300', { maxPrice: 400 })).titles).toEqual(['Indigo Dip Espresso Cup'])
  })

  it('are treated as plain text if a title contains them', async () => {
    await withJar({ title: 'Jar 300 to 320' }, async () => {
      expect(await read('300 to 320')).toEqual({ price: null, titles: ['Jar 300 to 320'] })
    })
  })

  it('also limit suggestions', async () => {
    const suggested = await suggestProducts(shop, { text: 'gift under 1000', first: 5 })
    expect(suggested.map(({ title }) => title)).toEqual(['Lotus Tealight Holder'])
  })
})

describe('the texts of products', () => {
  it.each([
    ['Never put it into the kiln.', 0],
    ['Wash by hand; too thin for the kiln.', 0],
    ['Not for the oven, the grill or the kiln.', 0],
    ['Safe for the kiln, but not for the grill.', 1],
    ['Do not drop it. Safe for the kiln.', 1],
  ])('match a use only if the care text allows it: %j', (care, count) =>
    withJar({ care }, async () => expect((await titlesOf('kiln')).close).toHaveLength(count)),
  )

  it('may be in an Indian script', () =>
    withJar({ description: 'सफ़ेद सुराही, हाथ से बनी।' }, async () => {
      expect((await titlesOf('बनी सुराही')).close).toEqual(['Grand Moon Jar'])
      expect((await titlesOf('राही')).close).toEqual([])
    }))

  it('are searched in their current version', async () => {
    await withJar({ description: 'Thrown in Puducherry.' }, async () => {
      expect((await titlesOf('puducherri')).close).toEqual(['Grand Moon Jar'])
    })
    expect((await titlesOf('puducherri')).close).toEqual([])
  })
})
