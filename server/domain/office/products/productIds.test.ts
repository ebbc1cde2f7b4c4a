import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { call } from '../../../testing/calls'
import { BOWL } from '../../../testing/data/fixtures'
import { addressOf } from '../../../shared/slug'
import { newProductId } from './productIds'

const app = await startTestApp()
const { db } = app.shop

describe('the address of a title', () => {
  it.each([
    ['Moon Jar', 'moon-jar'],
    ['Crème brûlée dish', 'creme-brulee-dish'],
    ['Cre\u0300me bru\u0302le\u0301e dish', 'creme-brulee-dish'],
    ['Katori कटोरी', 'katori'],
    ['Katori कटोरी १२', 'katori-12'],
    ['Großer Œuf', 'grosser-oeuf'],
    ['Ærø Skål', 'aero-skal'],
    ['ß', 'ss'],
    ['Łódź Mug', 'lodz-mug'],
    ['कटोरी बड़ी', 'कटोरी-बड\u093cी'],
    ['कटोरी, ब\u095cी!', 'कटोरी-बड\u093cी'],
    ['कटोरी १२', 'कटोरी-12'],
    ['மண் குவளை', 'மண்-குவளை'],
    ['చాయ్ కప్పు', 'చాయ్-కప్పు'],
    ['ಮಣ್ಣಿನ ಬಟ್ಟಲು', 'ಮಣ್ಣಿನ-ಬಟ್ಟಲು'],
    ['মাটির বাটি', 'মাটির-বাটি'],
    ['ਮਿੱਟੀ ਦਾ ਕੱਪ', 'ਮਿੱਟੀ-ਦਾ-ਕੱਪ'],
    ['માટીનો વાટકો', 'માટીનો-વાટકો'],
    ['മൺപാത്രം', 'മൺപാത്രം'],
    ['ମାଟି ପାତ୍ର', 'ମାଟି-ପାତ୍ର'],
    ['چائے کا کپ', 'چائے-کا-کپ'],
    ['陶器', '陶器'],
    ['12', '12'],
    ['🏺', ''],
    ['...', ''],
  ])('%j is %j', (title, address) => {
    expect(addressOf(title)).toBe(address)
  })

  it('is the same for each Unicode form of the title', () => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect(addressOf('कटोरी ब\u095cी'.normalize(form))).toBe('कटोरी-बड\u093cी')
  })
})

it('a product without a Latin title is read under its own address', async () => {
  const title = 'हाथ से बनी बड़ी कटोरी और तश्तरी'
  const model = (await db.product.findUnique({ where: { id: BOWL } }))!
  const id = await db.$transaction((tx) => newProductId(tx, title))
  expect(id).toBe('हाथ-से-बनी-बड\u093cी-कटोरी-और-तश्तरी')
  await db.product.create({ data: { ...model, id, title } })
  expect(await db.$transaction((tx) => newProductId(tx, title))).toBe(`${id}-2`)
  const path = encodeURIComponent(id)
  const rest = await call(app, 'GET', `/api/products/${path}`)
  expect(rest.json().product.title).toBe(title)
})
