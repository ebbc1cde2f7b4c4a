import { normalized } from './text'

/**
 * The form in which searches compare texts: without case, the accents of Latin letters, apostrophes, quotation marks, invisible characters
 * and doubled spaces, and with Latin digits. Vowel signs of Indian scripts stay. The SQL function search_form does the same with stored
 * text; a test compares the two.
 */
export const searchForm = (text: string): string =>
  withPlainLetters(
    normalized(normalized(text.replace(QUOTES, ''), 'NFKD').replace(ACCENTS, ''), 'NFC').replace(INVISIBLE, ''),
  )
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** 'Mother's' and 7.5" become 'mothers' and 7.5. */
const QUOTES = /["'`´ʹ-ʼ‘-‟′″＂＇]/g
/**
 * What NFKD separates from Latin, Greek and Cyrillic letters, and the quotation marks that it makes, for example of a full-width one. The
 * marks of Indian scripts are elsewhere.
 */
const ACCENTS = /[\u0300-\u036f"'`ʹ-ʼ′]/g
/** Soft hyphens, joiners, direction marks, variation selectors and fillers. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff]|\p{Variation_Selector}/gu

/** The digits from zero to nine of the scripts of India, of Arabic and of Urdu. NFKD converts full-width digits. */
const ZEROS = '०০੦૦୦௦౦೦൦᱐꯰٠۰'
const DIGITS = [...ZEROS].flatMap((zero) =>
  Array.from({ length: 10 }, (_, i): [string, string] => [String.fromCodePoint(zero.codePointAt(0)! + i), String(i)]),
)
/** Latin letters that Unicode does not separate into a letter and an accent. */
const PLAIN = new Map<string, string>([
  ...DIGITS,
  ...Object.entries({ ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' }),
  ...Object.entries({ ø: 'o', Ø: 'o', ł: 'l', Ł: 'l', đ: 'd', Đ: 'd', ð: 'd', Ð: 'd', ħ: 'h', Ħ: 'h', ı: 'i' }),
])

export const withPlainLetters = (text: string): string =>
  Array.from(text, (letter) => PLAIN.get(letter) ?? letter).join('')
