import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { countByCategory, countByPrice, countMatches, findPriceRange } from './facets'
import { searchProducts } from './search'
import { SYNONYMS } from './synonyms'

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

const BOWLS = [
  'Sea Glass Serving Bowl',
  'Ash Ripple Ramen Bowl',
  'Saffron Nut Bowl',
  'Midnight Nesting Bowls, Set of 3',
  'Cream Footed Fruit Bowl',
]

describe('a search text that is in no title', () => {
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

  it('shows products with one of its words if no product has all', async () => {
    const { close } = await titlesOf('cobalt kulhad')
    expect(close).toEqual(['Terracotta Kulhads, Set of 4', 'Cobalt Splash Quarter Plate'])
  })

  it.each(['zzzz', 'nowhere', 'xylophone', '%%%', '___', 'a b c', 'and for the with'])(
    '%j finds nothing',
    async (text) => {
      expect(await titlesOf(text)).toEqual({ exact: [], close: [], matchedBy: 'EXACT' })
    },
  )

  it('is counted in every facet', async () => {
    const found = searchFor('bowll')
    expect(await countByCategory(found)).toEqual(new Map([['bowls', 5]]))
    const prices = (await found.readPage()).edges.map(({ node }) => node.discounted)
    expect(await findPriceRange(found)).toEqual({ minimum: Math.min(...prices), maximum: Math.max(...prices) })
    const buckets = await countByPrice(found, 16)
    expect(buckets.reduce((total, { count }) => total + count, 0)).toBe(5)
  })
})

describe('a search text that is in titles', () => {
  it('shows these products first, then close ones', async () => {
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

describe('the synonyms', () => {
  it('are lower-case words in the singular', () => {
    for (const word of SYNONYMS.flat()) expect(word).toMatch(/^[a-z]{3,}(?<![^s]s)$/)
  })
})

describe('the texts of products', () => {
  it('are searched in their current version', async () => {
    const id = 'grand-moon-jar'
    const before = await shop.db.product.findUniqueOrThrow({ where: { id } })
    await shop.db.product.update({ where: { id }, data: { description: 'Thrown in Puducherry.' } })
    expect((await titlesOf('puducherri')).close).toEqual(['Grand Moon Jar'])
    await shop.db.product.update({ where: { id }, data: { description: before.description } })
    expect((await titlesOf('puducherri')).close).toEqual([])
  })
})
