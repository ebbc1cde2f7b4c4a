import { describe, expect, it } from 'vitest'
import { line } from '../../../shared/text'
import { variantKey } from '../../../shared/variants'
import { familyProblem, inOneSpelling } from './families'

const texts = (...variants: string[]) =>
  inOneSpelling(
    variants.map((variant, i) => ({ id: String(i), before: i === variants.length - 1 ? null : variant, variant })),
  )

describe('variants that look alike', () => {
  it.each([
    ['Blue', 'blue'],
    ['Crème', 'Creme'],
    ['Sea-green', 'Sea green'],
    ['Oat.', 'Oat'],
    ['Ｂｌｕｅ', 'Blue'],
    ['SEA  GREEN', 'Sea-Green'],
    ['Straße', 'STRASSE'],
    ['Rosé', 'Rose\u0301'],
    ['“Moon”', 'Moon'],
    ['Salt & Pepper', 'salt pepper'],
    ['Blue\u200b', 'Blue'],
    ['(Matt) White', 'matt white'],
    ['Ｌ', 'l'],
    ['३० cm', '30 cm'],
    ['Potter’s pink', "Potter's Pink"],
    ['Café_au_lait', 'cafe au lait'],
    ['Ｓｅａ　ｇｒｅｅｎ', 'sea-green'],
    ['ﬁg', 'Fig'],
  ])('%s and %s are one value', (one, other) => {
    expect(variantKey(`Glaze: ${one}`)).toBe(variantKey(`Glaze: ${other}`))
    const spelt = texts(`Glaze: ${one}; Size: S`, `glaze: ${other}; Size: L`)
    expect(spelt.get('1')).toBe(`Glaze: ${line(one)}; Size: L`)
  })

  it.each([
    ['Blue', 'Blues'],
    ['A', 'A+'],
    ['10', '10%'],
    ['1.5 l', '15 l'],
    ['Blue नीला', 'Blue लाल'],
    ['कटोरी', 'कटोरा'],
    ['Sea green', 'Seagreen'],
  ])('%s and %s are two values', (one, other) => {
    expect(variantKey(`Glaze: ${one}`)).not.toBe(variantKey(`Glaze: ${other}`))
    expect(texts(`Glaze: ${one}`, `Glaze: ${other}`).size).toBe(0)
  })

  it('are written as the row that rewrites its own value, with the swatch of each row', () => {
    const changed = inOneSpelling([
      { id: 'a', before: 'Glaze: celadon', variant: 'Glaze: Celadon; Size: S' },
      { id: 'b', before: 'Glaze: celadon #a8c0b0; Size: L', variant: 'Glaze: celadon #a8c0b0; Size: L' },
      { id: 'c', before: 'Glaze: Oat; Size: L', variant: 'Glaze: Oat; Size: L' },
    ])
    expect([...changed]).toEqual([['b', 'Glaze: Celadon #a8c0b0; Size: L']])
  })

  it('cannot be two variants of one product', () => {
    const row = { title: 'Cup', discounted: 100, isHidden: false }
    const problem = familyProblem('cup', [
      { ...row, id: 'cup', variantOf: null, variant: 'Glaze: Crème' },
      { ...row, id: 'cup-2', variantOf: 'cup', variant: 'Glaze: creme #112233' },
    ])
    expect(problem).toEqual({ field: 'variant', message: 'Cup has this variant already.' })
  })
})
