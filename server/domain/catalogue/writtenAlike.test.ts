/** Searches find the same products, however a size or a compound word is written in the search and in the product. */
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { BOWL } from '../../testing/data/fixtures'
import { searchProducts } from './search'
import { suggestProducts } from './suggestions'
import { readingsOf } from './words/readings'

const { shop } = await startTestApp()
const model = (await shop.db.product.findUnique({ where: { id: BOWL } }))!
const TITLES = {
  cruet: 'Oil cruet 250 ml',
  glued: 'Vinegar bottle 250ml',
  jar: 'Pickle martaban 500ml',
  half: 'Ghee pot 0.5 l',
  words: 'Honey pot, half litre',
  litre: 'Surahi 1 litre',
  thousand: 'Pitcher 1,000 ml',
  drum: 'Drum 5 l',
  plate27: 'Round thali 27 cm',
  plate270: 'Square thali 270mm',
  inch: '10 inch charger',
  mark: '10" charger',
  curly: '7.5″ thali',
  inches: 'Thali of 7.5 inches',
  zero: 'Thali 7.50 inch',
  dims: 'Tray 31 x 21 cm',
  dimsGlued: 'Board 31x21cm',
  dimsTimes: 'Caddy 31 × 21 cm',
  kilo: 'Wheel clay 2kg',
  grams: 'Slip 2000 gms',
  pieces: 'Spoons, 6 pcs',
  piecesGlued: 'Forks 6pieces',
  tLight: 'T-light stand',
  tlight: 'Tlight cradle',
  teaLight: 'Tea light glass',
  teaset: 'Blue teaset',
  teaSet: 'Red tea set',
  teaPot: 'Round tea-pot',
  tier: '3-tier stand',
  tierGlued: '3tier rack',
  soap: 'Soapdish, ribbed',
  soapApart: 'Soap dish, plain',
  hindi: 'चायसेट नीला',
  hindiApart: 'चाय सेट हरा',
  dinner: 'Dinner ware',
}
type Id = keyof typeof TITLES | 'tea-for-two-set' | 'lotus-tealight-holder'
await shop.db.product.createMany({
  data: Object.entries(TITLES).map(([id, title], i) => ({ ...model, id, title, description: '', position: 100 + i })),
})

const found = async (search: string): Promise<string[]> => {
  const { edges } = await searchProducts(shop, { filter: { search }, sort: 'FEATURED', first: 100 }).readPage()
  return edges.map(({ node }) => node.id)
}
const suggested = async (text: string): Promise<string[]> =>
  (await suggestProducts(shop, { text, first: 100 })).map(({ id }) => id)

const ALIKE: [searches: string[], among: Id[], isAll?: boolean][] = [
  [['5l', '5 l', '5L', '5 litre', '5000ml', '5,000 ml'], ['drum']],
  [
    ['250ml', '250 ml', '250 ML', '250-ml', '२५० ml', '250 मिली', '250 millilitres', '0.25 l', '.25l', '¼ litre'],
    ['cruet', 'glued'],
    true,
  ],
  [
    [
      '0.5 l',
      '0.5l',
      '0,5 l',
      '500 ml',
      '500ml',
      'half litre',
      'half a liter',
      'half-litre',
      '1/2 l',
      '½ litre',
      '0.50 ltr',
    ],
    ['jar', 'half', 'words'],
    true,
  ],
  [['1l', '1 l', '1000 ml', '1,000ml', '1.0 litre'], ['litre', 'thousand'], true],
  [['27cm', '27 cm', '27 cms', '270 mm', '27.0 centimetres'], ['plate27', 'plate270'], true],
  [
    ['10 inch charger', '10" charger', '10in charger', '10-inch charger', "10'' charger", '१०″ charger', 'charger 10”'],
    ['inch', 'mark'],
    true,
  ],
  [
    ['10"', '10 inches', '10inch'],
    ['inch', 'mark'],
  ],
  [['7.5" thali', '7.5inch thali', '7.50 inches thali'], ['curly', 'inches', 'zero'], true],
  [
    ['31x21cm', '31 x 21 cm', '31 × 21 cm', '31*21cm', '31 by 21 cm', '310 x 210 mm'],
    ['dims', 'dimsGlued', 'dimsTimes'],
    true,
  ],
  [['2kg', '2 kg', '2 kilo', '2000g', '2000 gm'], ['kilo', 'grams'], true],
  [['6pcs', '6 pcs', '6 piece', '6-piece', '6pieces'], ['pieces', 'piecesGlued'], true],
  [
    ['tlight', 't light', 't-light', 'T-Lights', 'tlights'],
    ['tLight', 'tlight', 'teaLight', 'lotus-tealight-holder'],
  ],
  [
    ['tealight', 'tea light', 'tea-light', 'tea lights'],
    ['tLight', 'tlight', 'teaLight', 'lotus-tealight-holder'],
  ],
  [
    ['teaset', 'tea set', 'tea-set', 'teasets', 'TEA SETS'],
    ['teaset', 'teaSet', 'tea-for-two-set'],
  ],
  [
    ['teapot', 'tea pot', 'tea-pot', 'tea pots'],
    ['teaPot', 'tea-for-two-set'],
  ],
  [['soapdish', 'soap dish', 'soap-dish', 'soapdishes'], ['soap', 'soapApart'], true],
  [['3tier', '3 tier', '3-tier'], ['tier', 'tierGlued'], true],
  [
    ['चायसेट', 'चाय सेट'],
    ['hindi', 'hindiApart'],
  ],
  [['dinnerware', 'dinner ware', 'dinner-ware'], ['dinner']],
]

describe.each(ALIKE)('the searches %j', (searches, among, isAll = false) => {
  it('find the same products, and suggest them', async () => {
    const first = (await found(searches[0]!)).sort()
    expect(isAll ? first : first.filter((id) => (among as string[]).includes(id))).toEqual([...among].sort())
    for (const search of searches) {
      expect((await found(search)).sort(), search).toEqual(first)
      expect((await suggested(search)).sort(), search).toEqual(first)
    }
  })

  it('are read the same from memory and from the database', async () => {
    const inDatabase = { ...shop, productWords: () => Promise.resolve(null) }
    for (const search of searches) expect(await readingsOf(shop, search)).toEqual(await readingsOf(inDatabase, search))
  })
})

describe('a size', () => {
  it.each(['25 ml', '2500 ml', '50 ml', '27 mm', '27 inch', '1 inch charger', '10 cm charger', '6 kg'])(
    'of another number or unit finds no product of a similar size: %j',
    async (search) => {
      const { readings } = await readingsOf(shop, search)
      const size = readings.find(({ all }) => all.some((form) => /^\d/.test(form)))
      const patterns = (size?.all ?? []).filter((form) => !form.endsWith('"')).map((form) => `% ${form}%`)
      const ids = await shop.db.$queryRaw<{ id: string }[]>`
        SELECT id FROM product WHERE search_text LIKE ANY(${patterns}::text[]) AND position >= 100`
      expect(ids).toEqual([])
    },
  )

  it.each(['"set of 4"', '“set of 4”', 'set of 4 in a box', '4 in'])('is not read from %j', async (search) => {
    const { readings } = await readingsOf(shop, search)
    expect(readings.flatMap(({ all }) => all).filter((form) => /inch|"/.test(form))).toEqual([])
  })
})

describe('the number of forms', () => {
  it.each(['12x8x5cm '.repeat(20), '1,000ml '.repeat(20), 'teasetteasetteasetteaset '.repeat(8), '0.5l'.repeat(50)])(
    'is limited for %j',
    async (search) => {
      const { readings } = await readingsOf(shop, search.slice(0, 200))
      expect(readings.length).toBeLessThanOrEqual(12)
      for (const { all } of readings) expect(all.length).toBeLessThanOrEqual(24 + 24 + 40)
    },
  )
})
