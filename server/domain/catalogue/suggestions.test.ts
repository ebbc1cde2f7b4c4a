import { describe, expect, it } from 'vitest'
import { generateCatalogue } from '../../testing/data/generateCatalogue'
import type { Product } from '../../generated/prisma/client'
import { startTestApp } from '../../testing/app'
import { firstClose } from './closeSearch'
import { suggestProducts } from './suggestions'

const { shop } = await startTestApp()
await generateCatalogue(shop.db, { products: 3000, seed: 1 })
const rows = await shop.db.product.findMany({ where: { variantOf: null } })
const featured = [...rows].sort(
  (a, b) =>
    Number(b.stock > 0) - Number(a.stock > 0) ||
    Number(b.isBestseller) - Number(a.isBestseller) ||
    a.position - b.position,
)

const vocabulary = [
  ...new Set(rows.flatMap((row) => wordsOf(`${row.title} ${row.material} ${row.categoryName} ${row.description}`))),
].filter((word) => word.length >= 3)

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const TEXTS = [
  'e',
  'bo',
  'ow',
  'bowl',
  'set of 4',
  'set',
  'ado',
  'celadon',
  'CELADON',
  'zq',
  '%',
  '4',
  'tea pot',
  'teal bowl',
]
const MISSPELT = [
  'celedon',
  'terakota',
  'bowll',
  'speckeld',
  'turqoise tumblr',
  'ripple bowll',
  'herringbon plat',
  'plantr gulmohr',
  'lorem ipsum',
  'zzzz tumblr',
  'a larg speckeld terakota bowll of ot',
]

describe('suggestions', () => {
  it.each([...TEXTS, ...MISSPELT])('for %j list titles that contain it before close matches', async (text) => {
    const wanted = text.toLowerCase()
    const groups = [
      (title: string) => title.startsWith(wanted) || title.includes(` ${wanted}`),
      (title: string) => title.includes(wanted),
    ]
    const holding = new Set<string>()
    for (const isIn of groups) {
      for (const { id, title } of featured) if (isIn(title.toLowerCase())) holding.add(id)
    }
    const close = text.length < 3 ? [] : (await firstClose(shop, text, 100)).ids
    for (const first of [1, 5, 100]) {
      const found = await suggestProducts(shop, { text, first })
      expect(found.map(({ id }) => id)).toEqual([...holding, ...close].slice(0, first))
    }
  })

  it.each([
    ['celdon', /celadon/i],
    ['terakota', /terracotta/i],
    ['sea glas bowll', /^Sea Glass .*Bowl$/],
    ['kulad', /kulhad/i],
    ['dinnr sett', /dinner.*set/i],
  ])('for %j show the intended product', async (text, meant) => {
    const [best] = await suggestProducts(shop, { text, first: 5 })
    expect(best!.title).toMatch(meant)
  })

  it('return products with all their fields', async () => {
    const [found] = await suggestProducts(shop, { text: 'celedon', first: 1 })
    expect(found).toEqual(rows.find(({ id }) => id === found!.id))
  })
})

describe('the words of products', () => {
  const suggested = async (text: string) =>
    (await suggestProducts(shop, { text, first: 5 })).map(({ title }: Product) => title)

  it('are updated when any statement adds or renames products', async () => {
    const [{ id: _id, ...product }] = rows as [Product]
    const added = ['Quinoa Ladle', 'Quinoa Zephyr Étagère'].map((title, i) => ({ ...product, id: `added-${i}`, title }))
    expect(await suggested('zephir')).toEqual([])
    await shop.db.product.createMany({ data: added })
    expect(await suggested('zephir')).toEqual(['Quinoa Zephyr Étagère'])
    await shop.db.product.update({ where: { id: 'added-0' }, data: { title: 'Quinoa Xylophone' } })
    expect(await suggested('xylofone')).toEqual(['Quinoa Xylophone'])
    await shop.db.product.deleteMany({ where: { id: { startsWith: 'added-' } } })
    expect(await suggested('xylofone')).toEqual([])
  })

  it('are each stored once, if they have at least three letters', async () => {
    const known = (await shop.db.searchWord.findMany()).map(({ word }) => word)
    expect(known).toEqual(expect.arrayContaining(vocabulary))
    expect(known.filter((word) => word.length < 3 || word !== word.toLowerCase())).toEqual([])
  })
})
