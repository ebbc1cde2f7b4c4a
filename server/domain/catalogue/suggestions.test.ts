import { describe, expect, it } from 'vitest'
import { generateCatalogue } from '../../database/generate'
import type { Product } from '../../generated/prisma/client'
import { startTestApp } from '../../testing/app'
import { suggestProducts } from './suggestions'

const { shop } = await startTestApp()
await generateCatalogue(shop.db, { products: 3000, seed: 1 })
const rows = await shop.db.product.findMany()
const featured = [...rows].sort((a, b) => Number(b.isBestseller) - Number(a.isBestseller) || a.position - b.position)

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
const vocabulary = [...new Set(rows.flatMap(({ title }) => wordsOf(title.toLowerCase())))].filter((w) => w.length >= 3)

interface Close {
  word: string
  closeness: number
}

/** The five words of all titles that are closest to one, each of them looked at. */
const closeWords = (wanted: string) => shop.db.$queryRaw<Close[]>`
  SELECT word, closeness::float8 FROM (
    SELECT word, (word_similarity(${wanted}, word) + similarity(${wanted}, word)) / 2 AS closeness
    FROM unnest(${vocabulary}::text[]) AS word WHERE word_similarity(${wanted}, word) >= 0.3::real
  ) AS close ORDER BY closeness DESC, word LIMIT 5`

/** What is to be found, group by group, by looking at every title. */
async function groupsOf(text: string): Promise<((title: string) => boolean)[]> {
  const wanted = text.toLowerCase()
  const choices = (await Promise.all(wordsOf(wanted).slice(0, 4).map(closeWords))).filter(({ length }) => length > 0)
  const total = (words: Close[]) => words.reduce((sum, { closeness }) => sum + closeness, 0)
  const all = choices.reduce<Close[][]>((texts, words) => texts.flatMap((t) => words.map((w) => [...t, w])), [[]])
  const corrected = [
    ...(choices.length > 1 ? all.sort((a, b) => total(b) - total(a)).slice(0, 6) : []),
    ...choices
      .flat()
      .sort((a, b) => b.closeness - a.closeness)
      .slice(0, 6)
      .map((one) => [one]),
  ]
  return [
    (title) => title.startsWith(wanted) || title.includes(` ${wanted}`),
    (title) => title.includes(wanted),
    ...corrected.map((words) => (title: string) => words.every(({ word }) => title.includes(word))),
  ]
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
  it.each([...TEXTS, ...MISSPELT])('for %j are those of all titles, group by group', async (text) => {
    const groups = await groupsOf(text)
    const wanted = new Set<string>()
    for (const isIn of groups) {
      for (const { id, title } of featured) if (isIn(title.toLowerCase())) wanted.add(id)
    }
    for (const first of [1, 5, 100]) {
      const found = await suggestProducts(shop, { text, first })
      expect(found.map(({ id }) => id)).toEqual([...wanted].slice(0, first))
    }
  })

  it.each([
    ['celdon', /celadon/i],
    ['terakota', /terracotta/i],
    ['sea glas bowll', /^Sea Glass .*Bowl$/],
    ['kulad', /kulhad/i],
    ['dinnr sett', /dinner.*set/i],
  ])('for %j show what was meant', async (text, meant) => {
    const [best] = await suggestProducts(shop, { text, first: 5 })
    expect(best!.title).toMatch(meant)
  })

  it('are products as a page has them', async () => {
    const [found] = await suggestProducts(shop, { text: 'celedon', first: 1 })
    expect(found).toEqual(rows.find(({ id }) => id === found!.id))
  })
})

describe('the words of titles', () => {
  const suggested = async (text: string) =>
    (await suggestProducts(shop, { text, first: 5 })).map(({ title }: Product) => title)

  it('are learnt from products that are added and renamed, by whatever statement', async () => {
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

  it('stand there once, all of three letters and more', async () => {
    const known = (await shop.db.titleWord.findMany()).map(({ word }) => word)
    expect(known).toEqual(expect.arrayContaining(vocabulary))
    expect(known.filter((word) => word.length < 3 || word !== word.toLowerCase())).toEqual([])
  })
})
