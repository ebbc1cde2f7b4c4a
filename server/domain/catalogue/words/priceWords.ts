/** Reads the prices in a search text, such as 'under 1000', 'above rs 500' and '₹300 to 800'. */
import { asciiDigits, normalized } from '../../../shared/text'
import { SHOP } from '../../../shared/shop'
import { UNIT_NAMES } from './measures'

export interface PriceWords {
  /** The text without the prices. */
  text: string
  /** The price bounds in whole rupees, inclusive. At least one of the two is not null. */
  minPrice: number | null
  maxPrice: number | null
  /** The removed parts of the text, as written. */
  phrases: string[]
}

interface Token {
  /** A word in lower case, a number reduced to its digits, or a symbol. */
  text: string
  isNumber: boolean
  start: number
  end: number
}

interface Phrase {
  minPrice?: number
  maxPrice?: number
  /** The position of the next token. */
  next: number
}

interface Amount {
  rupees: number
  /** True if the text names the currency, or thousands as in '5k'. */
  isMoney: boolean
  next: number
}

/** Numbers with thousands separators and paise, in ASCII digits; words; symbols. No text can be matched in two ways. */
const TOKEN = /[0-9][0-9,]*(?:\.[0-9]+)?|[\p{L}\p{M}]+|[₹<>+–—-]/gu

const MAX_BEFORE = phrases(
  'under, below, less than, lower than, cheaper than, up to, upto, within, max, maximum, at most, not more than, not above, not over, <',
)
const MAX_AFTER = phrases('or less, or under, or below, max, maximum, se kam, ke andar, tak, से कम, के अंदर, तक')
const MIN_BEFORE = phrases(
  'above, over, more than, higher than, greater than, at least, not less than, not below, not under, min, minimum, from, starting at, starting from, >',
)
const MIN_AFTER = phrases(
  'or more, or above, and above, and up, and more, onwards, se zyada, se upar, से ज़्यादा, से ज्यादा, से ऊपर, +',
)
const SEPARATORS = phrases('to, and, -, –, —, till, upto, up to, se, से')
const CURRENCIES = new Set(['₹', 'rs', 're', 'inr', 'rupee', 'rupees', 'rupaye', 'bucks', 'रुपये', 'रुपए', 'रु'])
/** A number with one of these units is a size or a count, not a price. */
const UNITS = new Set([...UNIT_NAMES, 'percent', 'day', 'days'])
/** Words that only connect the price with the rest of the text. */
const CONNECTING = new Set([
  'for',
  'in',
  'of',
  'at',
  'price',
  'priced',
  'cost',
  'costing',
  'budget',
  'range',
  'and',
  'with',
])

const MAX_RUPEES = 9_999_999
/** Smaller numbers without a currency are not prices: 'set of 4 to 6', 'under 5'. */
const LEAST = { alone: 10, ofRange: 100 }

/** Null if the text contains no price. Reads at most as many characters as a filter allows, in linear time. */
export function readPriceWords(written: string): PriceWords | null {
  const text = asciiDigits(written.slice(0, SHOP.filterLimits.characters))
  const tokens = tokensOf(text)
  let [minPrice, maxPrice]: [number | null, number | null] = [null, null]
  const removed: { start: number; end: number }[] = []
  for (let i = 0; i < tokens.length;) {
    const phrase = phraseAt(tokens, i)
    if (phrase) {
      if (phrase.minPrice !== undefined) minPrice = Math.max(phrase.minPrice, minPrice ?? 0)
      if (phrase.maxPrice !== undefined) maxPrice = Math.min(phrase.maxPrice, maxPrice ?? MAX_RUPEES)
      removed.push({ start: tokens[i]!.start, end: tokens[phrase.next - 1]!.end })
    }
    i = phrase?.next ?? i + 1
  }
  if (removed.length === 0) return null
  return { ...without(text, tokens, removed), minPrice, maxPrice }
}

/** Removes commas at the end. A regular expression for this takes quadratic time for many commas. */
function withoutCommas(text: string): string {
  let end = text.length
  while (text[end - 1] === ',') end -= 1
  return text.slice(0, end)
}

function without(text: string, tokens: Token[], removed: { start: number; end: number }[]) {
  const rest: string[] = []
  let from = 0
  for (const { start, end } of removed) {
    let until = start
    for (const token of tokens.filter((one) => one.end <= start && one.start >= from).reverse()) {
      if (!CONNECTING.has(token.text)) break
      until = token.start
    }
    rest.push(text.slice(from, until))
    from = end
  }
  rest.push(text.slice(from))
  return {
    text: rest.join(' ').replace(/\s+/g, ' ').trim(),
    phrases: removed.map(({ start, end }) => text.slice(start, end)),
  }
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: found, index }) => {
    const written = withoutCommas(found)
    const isNumber = /^[0-9]/.test(written)
    const plain = isNumber ? written.replaceAll(',', '') : written.toLowerCase()
    return { text: plain, isNumber, start: index, end: index + written.length }
  })
}

function phrases(list: string): string[][] {
  return list.split(', ').map((phrase) => normalized(phrase, 'NFC').split(' '))
}

/** The position after the longest phrase of the list that begins at `at`. Null if none does. */
function afterOneOf(list: string[][], tokens: Token[], at: number): number | null {
  const found = list.filter((phrase) =>
    phrase.every((word, i) => normalized(tokens[at + i]?.text ?? '', 'NFC') === word),
  )
  return found.length === 0 ? null : at + Math.max(...found.map(({ length }) => length))
}

function phraseAt(tokens: Token[], at: number): Phrase | null {
  const opened = ['between', 'from'].includes(tokens[at]!.text)
  return rangeAt(tokens, at + (opened ? 1 : 0), opened) ?? boundAt(tokens, at)
}

function rangeAt(tokens: Token[], at: number, isOpened: boolean): Phrase | null {
  const low = amountAt(tokens, at)
  const separated = low && afterOneOf(SEPARATORS, tokens, low.next)
  const high = separated && amountAt(tokens, separated)
  if (!low || !high) return null
  const isBare = !isOpened && !low.isMoney && !high.isMoney
  // 'bowl 500 and 800' is not a range.
  if (tokens[low.next]!.text === 'and' && !isOpened) return null
  if (Math.max(low.rupees, high.rupees) < (isBare ? LEAST.ofRange : LEAST.alone) && !(low.isMoney || high.isMoney))
    return null
  const [minPrice, maxPrice] = [low.rupees, high.rupees].sort((a, b) => a - b) as [number, number]
  return { minPrice: Math.ceil(minPrice), maxPrice: Math.floor(maxPrice), next: high.next }
}

function boundAt(tokens: Token[], at: number): Phrase | null {
  const afterMax = afterOneOf(MAX_BEFORE, tokens, at)
  const afterMin = afterOneOf(MIN_BEFORE, tokens, at)
  const amount = amountAt(tokens, afterMax ?? afterMin ?? at)
  if (!amount || (!amount.isMoney && amount.rupees < LEAST.alone)) return null
  const [maxEnd, minEnd] = [afterOneOf(MAX_AFTER, tokens, amount.next), afterOneOf(MIN_AFTER, tokens, amount.next)]
  if (afterMax ?? (afterMin === null && maxEnd))
    return { maxPrice: Math.floor(amount.rupees), next: maxEnd ?? amount.next }
  if (afterMin ?? minEnd) return { minPrice: Math.ceil(amount.rupees), next: minEnd ?? amount.next }
  return null
}

/** A number of rupees, with or without a currency before or after it. */
function amountAt(tokens: Token[], at: number): Amount | null {
  const isCurrency = (i: number) => CURRENCIES.has(normalized(tokens[i]?.text ?? '', 'NFC'))
  const place = isCurrency(at) ? at + 1 : at
  const number = tokens[place]
  if (!number?.isNumber) return null
  const after = tokens[place + 1]
  const isThousands = after?.text === 'k' && after.start === number.end
  const rupees = Number(number.text) * (isThousands ? 1000 : 1)
  if (rupees > MAX_RUPEES) return null
  const end = place + (isThousands ? 2 : 1)
  const next = isCurrency(end) ? end + 1 : end
  const isMoney = place > at || next > end || isThousands
  return !isMoney && UNITS.has(tokens[end]?.text ?? '') ? null : { rupees, isMoney, next }
}
