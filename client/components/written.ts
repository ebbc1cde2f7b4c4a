/** The attributes of a text that a person wrote, so that it runs in its direction and a screen reader reads it with the right voice. */

/** The best-known language of each script that people in India write. Latin letters say nothing: they may be English or Hindi. */
const LANGUAGES: [language: string, letters: RegExp][] = [
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['or', /\p{Script=Oriya}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['ur', /\p{Script=Arabic}/gu],
]
const LETTERS = /[\p{L}\p{M}]/gu

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

/** The language of a script that has more than half of the letters. Undefined for all others, which inherit the page's language. */
export function languageOf(text: string): string | undefined {
  const half = countOf(text, LETTERS) / 2
  return LANGUAGES.find(([, letters]) => countOf(text, letters) > half)?.[0]
}

/** For the element that shows the text. */
export const written = (text: string) => ({ dir: 'auto' as const, lang: languageOf(text) })
