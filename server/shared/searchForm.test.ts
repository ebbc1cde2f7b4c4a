import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { searchForm } from './searchForm'

const { shop } = await startTestApp()

const inDatabase = async (texts: string[]): Promise<string[]> => {
  const rows = await shop.db.$queryRaw<{ form: string }[]>`
    SELECT search_form(text) AS form FROM unnest(${texts}::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place`
  return rows.map(({ form }) => form)
}

const FORMS: [string, string][] = [
  ['Crème brûlée', 'creme brulee'],
  ['Cre\u0300me bru\u0302le\u0301e', 'creme brulee'],
  ['Ångström', 'angstrom'],
  ['Señora jalapeño', 'senora jalapeno'],
  ['Żółć', 'zolc'],
  ['Smørrebrød', 'smorrebrod'],
  ['Straße', 'strasse'],
  ['Œuvre', 'oeuvre'],
  ['İznik', 'iznik'],
  ['Mother\u2019s Day', 'mothers day'],
  ["Potter's wheel", 'potters wheel'],
  ['Dad\u2018s', 'dads'],
  ['7.50\u2033 plate', '7.50 plate'],
  ['12" platter', '12 platter'],
  ['tea \u00a0 for\t\ttwo ', 'tea for two'],
  ['cu\u00adp', 'cup'],
  ['\u200bmug\u200e', 'mug'],
  ['\ufeffvase', 'vase'],
  ['ＢＯＷＬ　５', 'bowl 5'],
  ['५०० ml', '500 ml'],
  ['௧௦ கப்', '10 கப்'],
  ['कटोरी बड़ी', 'कटोरी बड\u093cी'],
  ['ज\u093cरूर', 'ज\u093cरूर'],
  ['\u095bरूर', 'ज\u093cरूर'],
  ['ক্ষ\u200dীর', 'ক্ষীর'],
  ['ﬁne', 'fine'],
  ['a/b & c', 'a/b & c'],
  ['🏺 jar', '🏺 jar'],
]

describe('the form in which searches compare texts', () => {
  it.each(FORMS)('of %j is %j', (text, form) => {
    expect(searchForm(text)).toBe(form)
  })

  it('is the same in the database', async () => {
    const texts = FORMS.map(([text]) => text)
    expect(await inDatabase(texts)).toEqual(FORMS.map(([, form]) => form))
  })

  it('is the same in the database for texts in the scripts of India', async () => {
    const letters = [
      [0x20, 0x7e],
      [0xa0, 0x24f],
      [0x300, 0x36f],
      [0x900, 0xd7f],
      [0x2010, 0x203a],
      [0xff01, 0xff5e],
    ].map(([from, to]) => fc.integer({ min: from!, max: to! }).map((code) => String.fromCodePoint(code)))
    const text = fc.array(fc.oneof(...letters), { maxLength: 20 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 50 }), async (texts) => {
        expect(await inDatabase(texts)).toEqual(texts.map(searchForm))
      }),
      { numRuns: 40 },
    )
  })

  it('does not change when it is converted again, for any character', async () => {
    const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => `a${String.fromCodePoint(code)}b`)
    const once = all.map(searchForm)
    expect(once.filter((text, i) => text !== all[i] && searchForm(text) !== text)).toEqual([])
    const made = ['ŉ', 'ʹ', '`', '‴', '⁗', '｀'].map((quote) => `a${quote}b`)
    expect(made.map(searchForm)).toEqual(['anb', 'ab', 'ab', 'ab', 'ab', 'ab'])
    expect(await inDatabase(made)).toEqual(made.map(searchForm))
  })

  it('does not change when it is converted again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchForm(searchForm(text))).toBe(searchForm(text))
      }),
    )
  })
})
