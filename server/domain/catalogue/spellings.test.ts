/** Searches compare texts without case, accents, apostrophes, invisible characters and doubled spaces. */
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { BOWL } from '../../testing/data/fixtures'
import { searchProducts } from './search'
import { suggestProducts } from './suggestions'

const { shop } = await startTestApp()
const model = (await shop.db.product.findUnique({ where: { id: BOWL } }))!
const TITLES = {
  composed: 'Cr\u00e8me br\u00fbl\u00e9e ramekin',
  decomposed: 'Cre\u0300me caramel ramekin',
  ring: '\u00c5ngstr\u00f6m jar',
  mother: 'Mother\u2019s Day jug',
  inches: '7.50" quarter & saucer',
  tea: 'Tea  for three',
  hindi: 'कटोरी बड\u093cी',
  stroke: 'Smørrebrød board',
  german: 'Weißbier stein',
  potter: "Potter's choice 5",
}
await shop.db.product.createMany({
  data: Object.entries(TITLES).map(([id, title], i) => ({ ...model, id, title, position: 100 + i })),
})

const exactly = async (search: string): Promise<string[]> => {
  const { edges } = await searchProducts(shop, { filter: { search }, sort: 'FEATURED', first: 100 }).readPage()
  return edges.filter(({ matchedBy }) => matchedBy === 'EXACT').map(({ node }) => node.id)
}

describe('an exact search in any spelling', () => {
  it.each<[string, keyof typeof TITLES]>([
    ['crème brûlée', 'composed'],
    ['creme brulee', 'composed'],
    ['CRE\u0300ME BRU\u0302LE\u0301E', 'composed'],
    ['crème caramel', 'decomposed'],
    ['creme caramel', 'decomposed'],
    ['angstrom', 'ring'],
    ['ångström', 'ring'],
    ['A\u030angstrom jar', 'ring'],
    ['mothers day', 'mother'],
    ["mother's day", 'mother'],
    ['mother’s day jug', 'mother'],
    ['mother`s day', 'mother'],
    ['7.50 quarter', 'inches'],
    ['7.50” quarter', 'inches'],
    ['tea for three', 'tea'],
    ['tea\u00a0for   three', 'tea'],
    ['te\u00ada for three', 'tea'],
    ['te\u200ba for three', 'tea'],
    ['ｔｅａ ｆｏｒ ｔｈｒｅｅ', 'tea'],
    ['\u202atea for three\u202c', 'tea'],
    ['tea\nfor\tthree', 'tea'],
    ['कटोरी बड़ी', 'hindi'],
    ['कटोरी ब\u095cी', 'hindi'],
    ['smorrebrod', 'stroke'],
    ['weissbier', 'german'],
    ['potters choice', 'potter'],
    ['choice ५', 'potter'],
  ])('for %j finds the product %s', async (search, id) => {
    expect(await exactly(search)).toEqual([id])
    expect((await suggestProducts(shop, { text: search, first: 5 })).map((product) => product.id)[0]).toBe(id)
  })

  it('finds no word with another vowel sign', async () => {
    expect(await exactly('कटारी')).toEqual([])
    expect(await exactly('कटोर')).toEqual(['hindi'])
  })
})
