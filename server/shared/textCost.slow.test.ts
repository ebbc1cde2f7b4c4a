/**
 * Sends long, hostile text through every schema and every function that reads text from callers, and compares the processor time with that
 * of plain text of the same length. Schemas and the functions of text.ts are found by their export. Another function needs a line in READERS.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hashAddress } from '../domain/orders/on-delivery/openOnDelivery'
import { countedForm } from '../domain/catalogue/emptySearches'
import { harmlessName } from '../domain/mail/greeting'
import { isHarmless } from '../domain/mail/shopperText'
import { tokensIn } from '../domain/catalogue/words/measures'
import { emailHolds, mobileIn } from '../domain/office/orders/searchText'
import { trackingLink } from './delivery/couriers'
import { countryCodeOf } from './delivery/countries'
import { plainMobile, plainPin } from './indianNumbers'
import { stateCode } from './money/states'
import { searchForm } from './searchForm'
import { addressOf } from './slug'
import * as cleaners from './text'
import { readVariant, valuesOf, writeVariant } from './variants'
import { wholeNumber } from './wholeNumber'

/** Each is repeated up to the length. */
const HOSTILE: Record<string, string> = {
  'variation selectors on a Latin letter': `a${'\u180b'.repeat(30)}`,
  'variation selectors on a Mongolian letter': `\u1820${'\u180b'.repeat(29)}`,
  'all Mongolian variation selectors': '\u1820\u180b\u180c\u180d\u180f\u180e',
  'unsorted marks': '\u0301\u0316',
  'unsorted marks of a Devanagari letter': '\u0951\u0952\u093c',
  'marks that decompose into two': '\u0344\u0344\u0f73',
  'thirty marks on each letter': `a${'\u0316'.repeat(29)}\u0301`,
  'marks without a letter': '\u05b0\u064b',
  joiners: '\u200d',
  'joiners after viramas': '\u0915\u094d\u200d',
  'joiners between joiners': '\u0915\u094d\u200d\u200c\u200d',
  'families of emoji': '👨\u200d👩\u200d👧\u200d',
  'emoji with tones': '👩🏽\u200d\ufe0f',
  'selectors after digits': '1\ufe0f\u20e3',
  'variants of Chinese characters': `辻${'\u{e0100}'.repeat(8)}`,
  'half a flag': '🏴\u{e0067}\u{e0062}\u{e0065}',
  'flags of England': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'flags of countries': '🇮🇳🇮',
  'halves of emoji': '\ud83d',
  'the wrong half': '\ude00\ud83d',
  'marks of direction': '\u202e\u2066\u2069',
  'spaces without width': '\u200b',
  'fillers of Hangul': '\u115f\u3164\uffa0',
  'Hangul in parts': '\u1100\u1161\u11a8',
  blanks: ' ',
  'blanks of all kinds': ' \t\u00a0\u2800\u3000',
  'line breaks': '\n',
  'line breaks of all kinds': '\r\n\u2028\u0085\v',
  'blank lines': ' \n\u200b\n',
  'letters that decompose into eighteen': '\ufdfa and other words. ',
  'letters that decompose and lengthen': '\u1e9e\ufb03\u01c5',
  'full-width letters': 'Ａ１',
  'mathematical digits': '𝟿',
  'digits of India': '९৯௯',
  digits: '9',
  'grouped digits': '1,23,',
  'a phone number without an end': '+91 (0) ',
  brackets: '(((',
  hyphens: '-',
  'separators of countries': '/|;,',
  'words between separators': 'a and & ',
  'addresses without an end': 'a@a.',
  'dots and letters': 'a.b。',
  links: 'http://a:b@',
  quotes: '\'"`’',
  'opened escapes': '\\"',
  controls: '\u0007\u001b',
  'null bytes': '\0',
  options: 'a:b;',
  'one option': 'Glaze: ',
  swatches: 'Glaze: a #a8c0b0 ',
  currencies: '₹ Rs. INR ',
  'mixed scripts': 'aअاא我',
}

const filled = (pattern: string, length: number) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
/** Different at each repetition. */
const counted = (length: number) => filled(Array.from({ length: length / 5 }, (_, i) => `n${i}:v;`).join(''), length)

/** What a person may have typed, of the same length. */
const plainText = (length: number) => filled('12 MG Road, Bengaluru ', length)

const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!\.test)\.ts$/.test(path),
)
const modules = await Promise.all(
  paths.map(async (path) => [path, (await import(`./${path}`)) as Record<string, unknown>] as const),
)

interface Schema {
  _zod: { def: Record<string, unknown> & { type: string } }
  safeParse: (input: unknown) => unknown
}
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value

/** Input for the schema, with the text in each place that takes text. */
function inputFor(schema: Schema, text: string): unknown {
  const { def } = schema._zod
  const inner = def['innerType'] ?? def['element']
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def['shape'] as Record<string, Schema>).map(([name, each]) => [name, inputFor(each, text)]),
    )
  if (def.type === 'array') return [inputFor(inner as Schema, text)]
  if (def.type === 'union') return inputFor((def['options'] as Schema[]).at(-1)!, text)
  if (def.type === 'pipe') {
    const [from, to] = [def['in'] as Schema, def['out'] as Schema]
    return inputFor(from._zod.def.type === 'transform' ? to : from, text)
  }
  return inner ? inputFor(inner as Schema, text) : text
}

type Reader = (text: string) => unknown

const schemas = modules.flatMap(([path, exports]) =>
  Object.entries(exports).flatMap(([name, value]): [string, Reader][] =>
    isSchema(value) ? [[`${path} ${name}`, (text) => value.safeParse(inputFor(value, text))]] : [],
  ),
)

const { normalized, ...ofText } = cleaners
const READERS: Record<string, Reader> = {
  ...ofText,
  ...{ countedForm, countryCodeOf, emailHolds, harmlessName, isHarmless, mobileIn, plainMobile, plainPin },
  ...{ addressOf, readVariant, searchForm, stateCode, valuesOf, wholeNumber, writeVariant },
  trackingLink: (text) => trackingLink(text, text),
  tokensIn: (text) => tokensIn(text, () => false),
  normalized: (text) => [normalized(text, 'NFC'), normalized(text, 'NFKC'), normalized(text, 'NFKD')],
  hashAddress: (text) => hashAddress({ street: text, city: text, zipCode: text }),
}

/** The processor time in milliseconds. */
function millisecondsOf(read: Reader, text: string): number {
  const start = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

describe.each([250_000, 8_000])('hostile text of %i characters', (length) => {
  const texts = [
    ...Object.entries(HOSTILE).map(([name, pattern]) => [name, `a${filled(pattern, length - 2)}a`] as const),
    ['a different option each time', counted(length)] as const,
  ]
  const dear = (read: Reader, perCharacter: number) => {
    const most = 20 * millisecondsOf(read, plainText(length)) + perCharacter * length + 10
    // Only the fastest of three runs counts, because the others may include compiling and collecting garbage.
    const isDear = (text: string) => [1, 2, 3].every(() => millisecondsOf(read, text) > most)
    return texts.filter(([, text]) => isDear(text)).map(([name]) => name)
  }

  it.each(schemas)('is refused or read in little time: %s', (_, read) => {
    expect(dear(read, 1 / 5_000)).toEqual([])
  })

  // Linear, but some characters become eighteen, and reading marks one by one costs ten times as much as plain text.
  it.each(Object.entries(READERS))('takes time in proportion to its length: %s', (_, read) => {
    expect(dear(read, 1 / 250)).toEqual([])
  })
})

it('the test of hostile text finds the schemas of both contracts and of the office', () => {
  const names = schemas.map(([name]) => name)
  for (const name of ['signupInput', 'addressInput', 'cartChoicesInput', 'couponInput', 'roleInput', 'reviewInput'])
    expect(names.some((each) => each.endsWith(` ${name}`))).toBe(true)
  expect(names.length).toBeGreaterThan(30)
})
