import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { BOWL } from '../../../testing/data/fixtures'
import { eventually, statementsOf } from '../../../testing/statements'
import { searchProducts } from '../search'
import { readProductWords } from './productWords'
import { readingsOf } from './readings'

const app = await startTestApp()
const { shop } = app
/** Reads the words again for each call, as a shop does that does not notice changes. */
const inMemory = { ...shop, productWords: () => readProductWords(shop.db) }
/** A shop with too many words to keep them in memory. */
const inDatabase = { ...shop, productWords: () => Promise.resolve(null) }
const words = [...(await readProductWords(shop.db))!].sort()

describe('the readings of a text', () => {
  it.each([
    'bowl',
    'tea set',
    'serving bowls',
    'ceramic',
    'gift',
    'kettle',
    'cer',
    'celdon',
    'teaset',
    'कप',
    'the',
    '',
  ])('are the same from memory and from the database: %j', async (text) => {
    expect(await readingsOf(inMemory, text)).toEqual(await readingsOf(inDatabase, text))
  })

  it('are the same from memory and from the database for random words of products, their forms and misspelt words', async () => {
    const written = fc.constantFrom(...words)
    const changed = fc
      .tuple(written, fc.nat(20))
      .map(([word, at]) => word.slice(0, at % word.length) + word.slice((at % word.length) + 1))
    const word = fc.oneof(
      { arbitrary: written, weight: 4 },
      written.map((each) => `${each}s`),
      changed,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 4 }), async (parts) => {
        const text = parts.join(' ')
        expect(await readingsOf(inMemory, text)).toEqual(await readingsOf(inDatabase, text))
      }),
      { numRuns: 60 },
    )
  })
})

describe('a search for words that products contain', () => {
  const search = (text: string) =>
    statementsOf(async () => {
      const found = searchProducts(shop, { filter: { search: text, maxPrice: 5000 }, sort: 'FEATURED', first: 8 })
      await found.readPage()
    })

  it('sends three statements: for close matches, for the page and for its products', async () => {
    await search('cup')
    expect(await search('bowl')).toHaveLength(3)
  })

  it('sends one more for a misspelt word', async () => {
    await search('cup')
    expect(await search('bolw')).toHaveLength(4)
  })

  it('finds a new word after the product has changed', async () => {
    await search('cup')
    await shop.db.product.update({ where: { id: BOWL }, data: { title: 'Quincunx Ramen Bowl' } })
    expect(await eventually(async () => (await shop.productWords())!.has('quincunx'), Boolean)).toBe(true)
  })
})
