import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { setStock } from '../../testing/data/factories'
import { relatedByProductIds } from './catalogue'
import type { ProductFilter } from './productFilter'
import { searchProducts } from './search'
import { suggestProducts } from './suggestions'

const app = await startTestApp()
const { shop } = app
const stocks = Object.fromEntries(
  (await shop.db.product.findMany({ where: { variantOf: null } })).map(({ id, stock }) => [id, stock]),
)

/** The ids of the exact matches, or of the close ones if no product matches exactly. */
async function featured(filter: ProductFilter): Promise<string[]> {
  const { edges } = await searchProducts(shop, { filter, sort: 'FEATURED', first: 100 }).readPage()
  return edges.filter(({ matchedBy }) => matchedBy === edges[0]!.matchedBy).map(({ node }) => node.id)
}

describe('the featured order', () => {
  it.each<ProductFilter>([
    {},
    { search: 'bowl' },
    { search: 'bowll' },
    { search: 'set' },
    { search: 'bowl under 3000' },
    { search: 'stoneware' },
    { search: 'mug' },
    { search: 'e' },
    { categoryIds: ['bowls'] },
    { maxPrice: 2000 },
    { minRating: 3 },
    { group: 'DINING' },
    { bestsellersOnly: true },
  ])('lists what is sold out last for %j, until it is in stock again', async (filter) => {
    const before = await featured(filter)
    const available = before.filter((id) => stocks[id]! > 0)
    expect(available.length).toBeGreaterThan(1)
    const [first, ...others] = available as [string, ...string[]]
    await setStock(app, { [first]: 0 })
    expect((await featured(filter)).slice(0, others.length)).toEqual(others)
    await setStock(app, { [first]: stocks[first]! })
    expect(await featured(filter)).toEqual(before)
  })

  it('leaves out what is sold out of the products that go well with another', async () => {
    const related = async () => (await relatedByProductIds(shop, ['celadon-chai-cup'], 4))[0]!.map(({ id }) => id)
    const [first, ...others] = await related()
    await setStock(app, { [first!]: 0 })
    expect((await related()).slice(0, 3)).not.toContain(first)
    expect(await related()).toHaveLength(4)
    await setStock(app, { [first!]: stocks[first!]! })
    expect(await related()).toEqual([first, ...others])
  })

  it('applies to suggestions', async () => {
    const suggested = async () => (await suggestProducts(shop, { text: 'bowl', first: 100 })).map(({ id }) => id)
    const [first, ...others] = await suggested()
    await setStock(app, { [first!]: 0 })
    const ranked = await suggested()
    expect(ranked[0]).toBe(others[0])
    expect(ranked).toContain(first)
    await setStock(app, { [first!]: stocks[first!]! })
  })

  it.each(['PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW', 'RATING', 'NEWEST'] as const)(
    'is the only one that lists what is sold out last: %s does not',
    async (sort) => {
      const sorted = async () =>
        (await searchProducts(shop, { filter: {}, sort, first: 8 }).readPage()).edges.map(({ node }) => node.id)
      const before = await sorted()
      await setStock(app, { [before[0]!]: 0 })
      expect(await sorted()).toEqual(before)
      await setStock(app, { [before[0]!]: stocks[before[0]!]! })
    },
  )
})
