/**
 * The countries of ISO 3166, their names in English, and the country that a text means. GST depends on it, and REST accepts
 * any text. A PIN code alone does not mean India, because other countries have codes of six digits too.
 */
import { plainPin } from '../indianNumbers'
import { stateCode } from '../money/states'
import { normalized } from '../text'

/** Every code of ISO 3166-1, two letters each. */
const CODES = (
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEE' +
  'EGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLC' +
  'LILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW' +
  'SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'
).match(/../g)!

export const isCountryCode = (code: string): boolean => CODES.includes(code)

const names = new Intl.DisplayNames('en', { type: 'region' })
export const countryName = (code: string): string => names.of(code) ?? code

/** All countries by name, India first. */
export const listCountries = (): { code: string; name: string }[] =>
  CODES.map((code) => ({ code, name: countryName(code) })).sort(
    (a, b) => Number(b.code === 'IN') - Number(a.code === 'IN') || a.name.localeCompare(b.name, 'en'),
  )

/** India in the scripts of its languages, in its own words, and in the words of other languages. */
const INDIA = [
  ...[
    'Ind',
    'Republic of India',
    'Union of India',
    'Indian Republic',
    'Bharat',
    'Bharath',
    'Bharata',
    'Bharatam',
    'Bharatvarsh',
  ],
  ...[
    'Republic of Bharat',
    'Bharat Ganarajya',
    'Hindustan',
    'Hindusthan',
    'Hind',
    'Inde',
    'Indien',
    'Indië',
    'Índia',
    'Индия',
  ],
  // Hindi, Marathi, Nepali, Konkani, Sanskrit
  ...['भारत', 'भारतम्', 'इंडिया', 'इण्डिया', 'इन्डिया', 'हिंदुस्तान', 'हिन्दुस्तान', 'हिंदुस्थान', 'भारत गणराज्य'],
  // Bengali, Assamese, Manipuri
  ...['ভারত', 'ভাৰত', 'ইন্ডিয়া', 'ইণ্ডিয়া', 'ভারতবর্ষ', 'হিন্দুস্তান'],
  ...['இந்தியா', 'பாரதம்', 'பாரத்'],
  ...['భారతదేశం', 'భారత్', 'భారతం', 'ఇండియా', 'ఇండియ', 'భారత దేశము', 'హిందుస్తాన్'],
  ...['ಭಾರತ', 'ಇಂಡಿಯಾ', 'ಭಾರತ ದೇಶ', 'ಹಿಂದೂಸ್ತಾನ'],
  ...['ഇന്ത്യ', 'ഭാരതം', 'ഇൻഡ്യ', 'ഇന്ഡ്യ'],
  ...['ભારત', 'ઇન્ડિયા', 'ઈન્ડિયા', 'હિન્દુસ્તાન', 'હિંદુસ્તાન'],
  ...['ਭਾਰਤ', 'ਇੰਡੀਆ', 'ਹਿੰਦੁਸਤਾਨ'],
  ...['ଭାରତ', 'ଇଣ୍ଡିଆ', 'ଭାରତବର୍ଷ'],
  // Urdu, Kashmiri, Sindhi
  ...['بھارت', 'انڈیا', 'ہندوستان', 'ہند', 'هندوستان', 'ڀارت', 'الهند'],
  ...['ᱥᱤᱧᱚᱛ', 'ᱵᱷᱟᱨᱚᱛ'],
]

const OTHER_NAMES: Record<string, string[]> = {
  AE: ['UAE', 'Emirates'],
  BN: ['Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia'],
  CD: ['Democratic Republic of the Congo', 'DRC'],
  CG: ['Congo', 'Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FM: ['Federated States of Micronesia'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  HK: ['Hong Kong'],
  IR: ['Islamic Republic of Iran'],
  KP: ['Democratic Peoples Republic of Korea'],
  KR: ['Korea', 'Republic of Korea'],
  LA: ['Lao Peoples Democratic Republic'],
  MD: ['Republic of Moldova'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland'],
  PS: ['Palestine', 'State of Palestine'],
  RU: ['Russian Federation'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  PK: ['PAK', 'Islamic Republic of Pakistan', 'پاکستان'],
  TR: ['Turkey', 'Turkiye'],
  TW: ['Taiwan Province of China'],
  TZ: ['United Republic of Tanzania'],
  US: ['USA', 'United States of America', 'America'],
  VA: ['Holy See'],
  VE: ['Bolivarian Republic of Venezuela'],
  VN: ['Viet Nam'],
}

/** A flag emoji becomes its two letters. */
const flagLetter = (flag: string): string => String.fromCodePoint(flag.codePointAt(0)! - 0x1f1e6 + 0x41)

/** Only letters and vowel signs, in lower case, without the word `and` and the accents of Latin letters. */
const plain = (text: string): string =>
  normalized(text.replace(/&|\band\b/gi, ' ').replace(/[\u{1F1E6}-\u{1F1FF}]/gu, flagLetter), 'NFKD')
    .replace(/[\u0300-\u036F\p{Default_Ignorable_Code_Point}]|[^\p{L}\p{M}]/gu, '')
    .toLowerCase()

let codes: Map<string, string> | undefined

/** Made at the first use, because most pages need no country. */
const codesByName = (): Map<string, string> =>
  (codes ??= new Map(
    [
      ...CODES.flatMap((code) => [[code, code] as const, [countryName(code), code] as const]),
      ...Object.entries(OTHER_NAMES).flatMap(([code, others]) => others.map((name) => [name, code] as const)),
      ...INDIA.map((name) => [name, 'IN'] as const),
    ].map(([name, code]) => [plain(name), code]),
  ))

function codeOfName(text: string): string | null {
  const name = plain(text).replace(/^the(?=.{3})/, '')
  // N/A is not the code of Namibia.
  if (name.length === 2 && text.includes('/')) return null
  return codesByName().get(name) ?? null
}

/** More words than any name has. A part of a longer text may still name a country. */
const MAX_WORDS = 8
/** Shorter words are too often something else, such as `in` and `no`. */
const MIN_LETTERS = 4

/** Each run of neighbouring words, such as `New Zealand` in `Auckland New Zealand`. */
function runsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{M}'’]+/u, 60).filter((word) => word !== '')
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(MAX_WORDS, words.length - start) }, (_, more) =>
      words.slice(start, start + more + 1).join(' '),
    ),
  )
}

/**
 * The code of the country that the text names, such as `IN` for `I N D I A`, `भारत` or `Bharat (India)`. If a part of the text names another
 * country, as in `Lahore, Pakistan`, that country counts. Null if none is recognized.
 */
export function countryCodeOf(text: string): string | null {
  const whole = codeOfName(text)
  if (whole) return whole
  const parts = text.replace(/[\u{1F1E6}-\u{1F1FF}]{2}/gu, '/$&/').split(/[(),/|;:–—-]/u)
  const named = parts.map(codeOfName)
  const runs = runsOf(text).filter((run) => plain(run).length >= MIN_LETTERS)
  const isOther = (code: string | null) => code !== null && code !== 'IN'
  return [...named, ...runs.map(codeOfName)].find(isOther) ?? (named.includes('IN') ? 'IN' : null)
}

export interface Place {
  country: string
  zipCode: string
  state?: string
  /** As chosen from the list. Null or missing for addresses from programs. */
  countryCode?: string | null | undefined
}

/**
 * The chosen country, or the one that the text names. A PIN code and an Indian state, also in place of the country, mean India if the text
 * names no country, or has only two letters, because `MH` is Maharashtra more often than the Marshall Islands, and `NA` means no answer.
 */
export function countryOf({ country, zipCode, state = '', countryCode }: Place): string | null {
  if (countryCode != null) return countryCode
  const hasPin = plainPin(zipCode) !== null
  const hasIndianPlace = hasPin && stateCode(state) !== null
  if (hasIndianPlace && plain(country).length <= 2) return 'IN'
  return countryCodeOf(country) ?? (hasIndianPlace || (hasPin && stateCode(country) !== null) ? 'IN' : null)
}

/** True if an address is in India. */
export const isInIndia = (place: Place): boolean => countryOf(place) === 'IN'
