/** Finds this shop's order numbers in text that people and spreadsheets wrote, such as `#cer 16`, `CER_000016` and `CER-000016 (COD)`. */
import { number } from './text'

/** The largest that the database stores. */
const MAX_SERIAL = 0x7fffffff

/** What may stand between the letters and the digits. */
const BETWEEN = String.raw`(?:[\s\p{Pd}\u2212_.:#/]|no)*`
/** A letter, a third digit after a comma, a dot or a blank, or a power of ten: the digits before them are not the whole number. */
const CUT = String.raw`(?![\p{L}\p{N}]|[.,][0-9]{3}|[.,][0-9]+e|\s[0-9]{3}(?![0-9]))`
const NUMBERS = new RegExp(String.raw`(?<![\p{L}\p{N}])CER${BETWEEN}0*([1-9][0-9]{0,9})${CUT}`, 'giu')
const MENTION = new RegExp(String.raw`(?<![\p{L}\p{N}])CER${BETWEEN}O{0,9}[0-9]`, 'iu')
/** `16`, `#000016`, `'16`, `Order No. 16`, with anything after it. */
const BARE = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:(?:orders?|ord|no|num|number|id)[^\p{L}\p{N}]*)*0*([1-9][0-9]{0,9})${CUT}(.*)$`,
  'iu',
)
/** For the check that expressions take linear time. The check finds only literal ones without help. */
export const BUILT_EXPRESSIONS = [NUMBERS, MENTION, BARE]
/** After the digits of a bare number: at most two digits more, as in `16/1` and `16.0`. */
const AFTER_BARE = /^[^0-9]*(?:[0-9]{1,2}[^0-9]*)?$/
/** `Order 16`, `order id: 16` and `#16` say themselves that they are order numbers, if nothing but a part or a remark follows. */
const SAYS_ORDER = /^[^\p{L}\p{N}]*(?:orders?|ord)(?![\p{L}])|^[^\p{L}\p{N}]*#/iu
const AFTER_SAID = /^(?:[-/.][\p{L}\p{N}]{0,3})?[\s.,;:]*(?:\(.*\))?$/u

const written = (digits: string): string | null =>
  Number(digits) <= MAX_SERIAL ? `CER-${digits.padStart(6, '0')}` : null

/** The order numbers in the text as the shop writes them, each once. Takes time in proportion to the text's length. */
export const orderNumbersIn = (text: string): string[] => [
  ...new Set([...number(text).matchAll(NUMBERS)].flatMap(([, digits]) => written(digits!) ?? [])),
]

/** True if the text has an order number, or something that was one, such as `CER-OO0016` and `CER-1.6E+01`. */
export const mentionsOrder = (text: string): boolean => MENTION.test(number(text))

/**
 * The order number in text that has only its digits. Text of an unknown column must say that it is one, such as `#16` and `Order 16`.
 */
export function bareOrderNumber(text: string, { isKnown }: { isKnown: boolean }): string | null {
  const given = number(text)
  const [, digits, rest] = BARE.exec(given) ?? []
  if (digits === undefined || !AFTER_BARE.test(rest!)) return null
  return isKnown || (SAYS_ORDER.test(given) && AFTER_SAID.test(rest!)) ? written(digits) : null
}
