import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { HELD_OUT } from '../../testing/data/judgedSearches/heldOut'
import { idsMeant, type JudgedSearch } from '../../testing/data/judgedSearches/judged'
import { TUNING } from '../../testing/data/judgedSearches/tuning'
import { searchProducts } from './search'

const { shop } = await startTestApp()

const COUNTED = 3
const LEAST_SHARE = 0.9

async function found({ search }: JudgedSearch) {
  const { edges } = await searchProducts(shop, { filter: { search }, sort: 'FEATURED', first: 100 }).readPage()
  return edges.map(({ node }) => node)
}

/** For each search: the number of results that are judged, how many of these are intended products, and a line for the report. */
async function judge(searches: JudgedSearch[]) {
  const judged: { counted: number; right: number; line: string }[] = []
  for (const search of searches) {
    const meant = idsMeant(search)
    const counted = Math.min(COUNTED, meant.length)
    const ids = (await found(search)).map(({ id }) => id)
    const right = ids.slice(0, counted).filter((id) => meant.includes(id)).length
    judged.push({ counted, right, line: `${search.search}: ${right}/${counted} ${ids.slice(0, counted).join(' ')}` })
  }
  const sum = (key: 'counted' | 'right') => judged.reduce((total, one) => total + one[key], 0)
  const wrong = judged.filter(({ counted, right }) => right < counted).map(({ line }) => line)
  return { share: sum('right') / sum('counted'), wrong: wrong.join('\n') }
}

describe.each([
  ['tuning', TUNING],
  ['held-out', HELD_OUT],
])('the %s half of the judged searches', (_, searches) => {
  it('has 75 different searches', () => {
    expect(new Set(searches.map(({ search }) => search)).size).toBe(75)
  })

  it('lists the intended products first', async () => {
    const { share, wrong } = await judge(searches)
    expect(share, wrong).toBeGreaterThanOrEqual(LEAST_SHARE)
  })

  it('lists no product outside the price bounds', async () => {
    for (const search of searches) {
      const { minPrice, maxPrice } = search
      if (minPrice === undefined && maxPrice === undefined) continue
      const prices = (await found(search)).map(({ discounted }) => discounted)
      expect(prices.length, search.search).toBeGreaterThan(0)
      expect(Math.min(...prices), search.search).toBeGreaterThanOrEqual(minPrice ?? 0)
      expect(Math.max(...prices), search.search).toBeLessThanOrEqual(maxPrice ?? Infinity)
    }
  })
})
