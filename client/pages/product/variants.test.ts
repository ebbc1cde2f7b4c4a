import { describe, expect, it } from 'vitest'
import { hasDetails } from './Details'
import { photosOf, sharedAddress, type Product, type Variant } from './variants'

const photo = (name: string) => ({ url: `/photos/${name}.webp`, alt: name, width: 800, height: 800 })

/** A vase in three glazes. The first variant has the product's id. */
function vase(photos: Record<string, string[]>, opened = 'vase') {
  const variants = Object.entries(photos).map(([glaze, names], i) => ({
    id: i === 0 ? 'vase' : `vase-${glaze}`,
    options: [{ option: { id: 'o', slug: 'glaze' }, value: { id: glaze, slug: glaze } }],
    product: { id: i === 0 ? 'vase' : `vase-${glaze}`, images: names.map(photo) },
  })) as unknown as Variant[]
  const own = variants.find(({ id }) => id === opened)!
  const product = { id: opened, variantOf: opened === 'vase' ? null : 'vase', variants, images: own.product.images }
  return { product: product as unknown as Product, variants }
}

describe('the photos of a variant', () => {
  const PHOTOS = {
    white: ['white', 'table', 'box'],
    celadon: ['celadon'],
    plain: ['white', 'table', 'box'],
    sand: ['sand', 'table'],
  }
  it.each<[string, string[]]>([
    ['vase', ['white', 'table', 'box']],
    ['vase-celadon', ['celadon', 'white', 'table', 'box']],
    ['vase-plain', ['white', 'table', 'box']],
    ['vase-sand', ['sand', 'table', 'white', 'box']],
  ])('of %s are its own and then those of the product', (id, names) => {
    for (const opened of ['vase', 'vase-celadon', 'vase-sand']) {
      const { product, variants } = vase(PHOTOS, opened)
      const variant = variants.find((each) => each.id === id)!
      expect(photosOf(product, variant).map(({ alt }) => alt)).toEqual(names)
    }
  })
})

describe('the address to share', () => {
  it('keeps the glaze, and is plain for a product without variants', () => {
    const { product, variants } = vase({ white: ['a'], celadon: ['b'] }, 'vase-celadon')
    expect(variants.map((each) => sharedAddress(product, each))).toEqual([
      '/product/vase?glaze=white',
      '/product/vase?glaze=celadon',
    ])
    const single = vase({ white: ['a'] })
    expect(sharedAddress(single.product, single.variants[0]!)).toBe('/product/vase')
  })
})

const BARE = {
  ...{ title: 'Vase', material: null, dimensions: null, capacityMl: null, weightGrams: null },
  ...{ piecesInSet: null, isFoodSafe: null },
}

it.each([
  [{}, false],
  [{ material: '' }, false],
  [{ material: 'Stoneware' }, true],
  [{ dimensions: '9 x 9 cm' }, true],
  [{ capacityMl: 280 }, true],
  [{ weightGrams: 310 }, true],
  [{ isFoodSafe: false }, true],
  [{ piecesInSet: 4 }, true],
])('Details are shown only if there is a fact: %j', (facts, isShown) =>
  expect(hasDetails({ ...BARE, ...facts })).toBe(isShown),
)
