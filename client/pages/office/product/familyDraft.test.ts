import { describe, expect, it } from 'vitest'
import { SHOP } from '../../../../server/shared/shop'
import { MAX_VARIANTS, readVariant, variantText } from '../../../../server/shared/variants'
import {
  combinationsOf,
  EMPTY_CELL,
  familyFault,
  newFamily,
  nextName,
  planOf,
  previewOf,
  stockWords,
  swatchOf,
  withTyped,
  withTyping,
  type FamilyDraft,
} from './familyDraft'
import { EMPTY_DRAFT } from './productDraft'

const option = (name: string, typed: string) => withTyped({ name, values: [], typed })
const family = (...options: [string, string][]): FamilyDraft => ({
  options: options.map(([name, values]) => option(name, values)),
  cells: {},
})
const textsOf = (text: string) => option('Glaze', text).values.map((value) => value.text)
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`).join(',')

describe('withTyped', () => {
  it.each([
    ['Celadon', ['Celadon']],
    ['Celadon, White , Indigo', ['Celadon', 'White', 'Indigo']],
    ['Celadon,celadon;CELADON\nCéladon', ['Celadon']],
    [' ,, ;\n', []],
    ['Sea-green, sea green', ['Sea-green']],
    ['22 cm; 14 cm', ['22 cm', '14 cm']],
    ['सफ़ेद, नीला', ['सफ़ेद', 'नीला']],
  ])('reads %j', (text, values) => expect(textsOf(text)).toEqual(values))

  it('stops at a bound, however long the text is', () =>
    expect(textsOf(numbers(100_000)).length).toBe(MAX_VARIANTS + 1))
})

describe('withTyping', () => {
  it.each<[string, string[], string]>([
    ['Cel', [], 'Cel'],
    ['Celadon,', ['Celadon'], ''],
    ['Celadon, White; Ind', ['Celadon', 'White'], 'Ind'],
    [', ', [], ''],
  ])('adds what a separator ends in %j', (text, values, typed) => {
    const typing = withTyping({ name: 'Glaze', values: [], typed: '' }, text)
    expect([typing.values.map((value) => value.text), typing.typed]).toEqual([values, typed])
  })
})

describe('familyFault', () => {
  it.each<[string, [string, string][], RegExp | null]>([
    ['three glazes', [['Glaze', 'Celadon, White, Indigo']], null],
    [
      'glazes in sizes',
      [
        ['Glaze', 'Celadon, White'],
        ['Size', 'Small, Large'],
      ],
      null,
    ],
    ['100 variants', [['Size', numbers(100)]], null],
    ['101 variants', [['Size', numbers(101)]], /make 101 variants. A product has at most 100/],
    [
      '120 variants of two options',
      [
        ['Size', numbers(10)],
        ['Glaze', numbers(12)],
      ],
      /make 120 variants/,
    ],
    ['no value', [['Glaze', '']], /values of Glaze, or remove it/],
    ['one variant', [['Glaze', 'White']], /at least two values/],
    ['no name', [['', 'White, Blue']], /name for option 1/],
    ['a name of signs', [['---', 'White, Blue']], /name for option 1/],
    ['a name with a colon', [['Gla:ze', 'White, Blue']], /name for option 1/],
    ['a name with a semicolon', [['Gl;aze', 'White, Blue']], /name for option 1/],
    ['a long name', [['G'.repeat(41), 'White, Blue']], /name for option 1.*up to 40/],
    [
      'a name twice',
      [
        ['Glaze', 'White, Blue'],
        ['glaze', 'Small'],
      ],
      /Two options are called glaze/,
    ],
    ['a long value', [['Glaze', `White, ${'b'.repeat(61)}`]], /each value of Glaze in up to 60/],
    ['a value that ends like a colour', [['Glaze', 'White, Blue #0000ff']], /each value of Glaze/],
    [
      'four options',
      [
        ['A', '1,2'],
        ['B', '1'],
        ['C', '1'],
        ['D', '1'],
      ],
      /at most 3 options/,
    ],
  ])('of %s', (_, options, fault) => {
    const found = familyFault(family(...options))
    if (fault) expect(found).toMatch(fault)
    else expect(found).toBeNull()
  })

  it('names a value that staff typed twice, one with a semicolon, and a colour that is none', () => {
    const values = (...given: [string, string][]): FamilyDraft => ({
      options: [{ name: 'Glaze', values: given.map(([text, swatch]) => ({ text, swatch })), typed: '' }],
      cells: {},
    })
    expect(familyFault(values(['White', ''], ['white ', '']))).toBe('Glaze has white twice.')
    expect(familyFault(values(['White', ''], ['Sand; rust', '']))).toMatch(/without semicolons/)
    expect(familyFault(values(['White', ''], ['', '']))).toMatch(/each value/)
    expect(familyFault(values(['White', 'blue'], ['Blue', '']))).toMatch(/colour of White as six digits/)
    expect(familyFault(values(['White', 'FFFFFF'], ['Sand, rust', '#c0a080']))).toBeNull()
  })
})

it.each([
  ['', null],
  ['#A8C0B0', '#a8c0b0'],
  [' a8c0b0 ', '#a8c0b0'],
  ['#fff', undefined],
  ['#a8c0b0;', undefined],
])('reads the colour %j', (text, colour) => expect(swatchOf(text)).toBe(colour))

it('makes texts that files can have, in the order of the values, and colours only for glazes', () => {
  const { options } = family(['Glaze', 'Celadon, White'], ['Size', 'Large, Small'])
  options[0]!.values[0]!.swatch = 'A8C0B0'
  options[1]!.values[0]!.swatch = '#123456'
  const texts = combinationsOf({ options, cells: {} }).map(({ choices }) => variantText(choices))
  expect(texts).toEqual([
    'Glaze: Celadon #a8c0b0; Size: Large',
    'Glaze: Celadon #a8c0b0; Size: Small',
    'Glaze: White; Size: Large',
    'Glaze: White; Size: Small',
  ])
  for (const text of texts) expect(variantText(readVariant(text)!)).toBe(text)
})

describe('planOf', () => {
  const { options } = family(['Glaze', 'Celadon, White, Indigo'])
  const planned = (cells: Record<string, object>, price = '900') => {
    const entries = Object.entries(cells).map(([value, cell]) => [JSON.stringify([value]), { ...EMPTY_CELL, ...cell }])
    return planOf(combinationsOf({ options, cells: Object.fromEntries(entries) }), price)?.map(
      ({ name, priceRupees, pieces }) => [name, priceRupees, pieces],
    )
  }
  it('starts with the first of the lowest price, which becomes the product', () => {
    expect(planned({ indigo: { price: '₹ 800', stock: '3' }, white: { price: '1,200' } })).toEqual([
      ['Indigo', 800, 3],
      ['Celadon', 900, 1],
      ['White', 1200, 1],
    ])
    expect(planned({ celadon: { stock: '' } })?.[0]).toEqual(['Celadon', 900, 0])
  })
  it.each([
    [{ white: { price: '0' } }],
    [{ white: { price: '2,00,001' } }],
    [{ white: { price: '12.50' } }],
    [{ white: { stock: '-1' } }],
    [{ white: { stock: '1e3' } }],
    [{ white: { stock: '1000001' } }],
  ])('is null for %j', (cells) => expect(planned(cells)).toBeUndefined())
  it('is null without any price', () => expect(planned({}, '')).toBeUndefined())
})

it.each([
  ['1', 'Each variant has its own stock, at first 1: now 7 items in all.'],
  ['', 'Each variant has its own stock, at first 1: now 7 items in all.'],
  [
    ' 6 ',
    'Each variant has its own stock, at first 1: now 7 items in all. The stock 6 that you entered before is not used.',
  ],
])('says how many items the variants have after the stock %j', (typed, words) => {
  const { options } = family(['Glaze', 'Celadon, White, Indigo'])
  const cells = { '["white"]': { ...EMPTY_CELL, stock: '5' } }
  expect(stockWords(combinationsOf({ options, cells }), typed)).toBe(words)
})

it('suggests the names that are not taken', () => {
  const { options } = newFamily()
  expect([options[0]!.name, nextName(options), nextName([])]).toEqual(['Glaze', 'Size', 'Glaze'])
  expect(nextName(family(['glaze', 'a'], ['SIZE', 'b'], ['set of', 'c']).options)).toBe('')
})

describe('previewOf', () => {
  const photo = (url: string) => ({ url, alt: '', width: 9, height: 9 })
  const draft = { ...EMPTY_DRAFT, title: 'Bowl', original: '500', photos: [photo('/form.jpg')] }
  const glazes = family(['Glaze', 'Celadon, White'])
  const cell = (given: object) => ({ ...EMPTY_CELL, ...given })
  const cells = (celadon: object, white: object) => ({ '["celadon"]': cell(celadon), '["white"]': cell(white) })
  const urlOf = (given: object) => previewOf(draft, { ...glazes, cells: given as never }, '1').draft.photos[0]!.url

  it.each<[string, object, string]>([
    ['the photo of the first glaze', cells({ photo: photo('/c.jpg') }, { photo: photo('/w.jpg') }), '/c.jpg'],
    ['no photo of another glaze', cells({}, { photo: photo('/w.jpg') }), '/form.jpg'],
    ['the photo of the glaze with the lowest price', cells({}, { photo: photo('/w.jpg'), price: '400' }), '/w.jpg'],
  ])('shows %s', (_, given, url) => expect(urlOf(given)).toBe(url))

  it('shows the lowest price', () => {
    const given = { ...glazes, cells: cells({}, { price: '400' }) }
    expect(previewOf(draft, given, '1').draft).toMatchObject({ original: '400', discounted: '' })
  })

  it.each([
    ['1', null],
    ['', null],
    ['0', 0],
    ['3', 3],
    ['40', 40],
  ])('of the stock %j mentions what staff have entered', (stock, shown) => {
    const { stock: previewed } = previewOf({ ...draft, stock }, null, '1')
    if (shown === null) expect(previewed).toBeGreaterThan(SHOP.fewLeft)
    else expect(previewed).toBe(shown)
  })
})
