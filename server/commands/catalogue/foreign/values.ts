/** Reads amounts, weights and dates as other shop systems write them. */
import { MAX_INTEGER } from '../../../shared/goods'
import { readInstant } from '../../../shared/instants'
import { number } from '../../../shared/text'
import { amountText, wholeNumber } from '../../../shared/wholeNumber'

/** Fractions after a comma or a dot. Groups of digits have the other sign, or a blank, between them. */
const FRACTION_AFTER_DOT = /^(?:\d*|\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3})\.(\d+)$/
const FRACTION_AFTER_COMMA = /^(?:\d+|\d{1,3}(?:[. ]\d{3})+),(\d{1,2})$/
/** `1.299` is 1 in some countries and 1299 in others. No file needs three digits of a rupee, except three zeros. */
const AMBIGUOUS = /^\d{1,3}\.(?!000$)\d{3}$/

/** An amount with or without a fraction: `1,299.50`, `1.299,50`, `₹499`. Null for no text, and NaN for any other text. */
export function amount(cell: string): number | null {
  const whole = wholeNumber(cell)
  if (whole === null || !Number.isNaN(whole)) return whole
  const text = amountText(cell)
  if (AMBIGUOUS.test(text)) return NaN
  if (FRACTION_AFTER_DOT.test(text)) return Number(text.replace(/[, ]/g, ''))
  if (FRACTION_AFTER_COMMA.test(text)) return Number(text.replace(/[. ]/g, '').replace(',', '.'))
  return NaN
}

/** Prices are whole rupees of at least 1. */
export const rupees = (price: number): number => (price > 0 ? Math.max(1, Math.round(price)) : price)

const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 }
const WEIGHT = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*([a-z]*)\.?$/i

/** The unit that a cell names counts more than that of its column. Null for no weight or 0, and NaN for text that is not a weight. */
export function grams(cell: string, unit: string): number | null {
  const typed = number(cell)
  if (typed === '') return null
  // `1,200` in grams is a group of digits, and in kilograms a fraction.
  const whole = unit === 'g' ? amount(typed) : NaN
  const [, digits = '', named = ''] = WEIGHT.exec(typed) ?? []
  const inGrams =
    whole !== null && !Number.isNaN(whole)
      ? whole
      : Number((digits || 'x').replace(',', '.')) * (GRAMS[unitOf(named) || unit] ?? NaN)
  if (inGrams === 0) return null
  return inGrams > 0 && inGrams <= MAX_INTEGER ? Math.max(1, Math.round(inGrams)) : NaN
}

const unitOf = (named: string): string => {
  const unit = named.toLowerCase()
  return ({ lbs: 'lb', gm: 'g', gms: 'g', gram: 'g', grams: 'g', kgs: 'kg' } as Record<string, string>)[unit] ?? unit
}

/** WooCommerce's units of weight, and the name of each in this file. */
export const WEIGHT_UNITS: Readonly<Record<string, string>> = { g: 'g', kg: 'kg', lbs: 'lb', lb: 'lb', oz: 'oz' }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const SECONDS = /^\d{9,10}$/

/** True from the first moment of `starts` to the last of `ends`. Days and times without an offset are those of India. Null if a date cannot be read. */
export function isWithin(starts: string, ends: string, now: number): boolean | null {
  const first = starts === '' ? -Infinity : timeOf(starts, '00:00:00')
  const last = ends === '' ? Infinity : timeOf(ends, '23:59:59')
  if (Number.isNaN(first) || Number.isNaN(last)) return null
  return first <= now && now <= last
}

function timeOf(text: string, timeOfDay: string): number {
  if (DAY.test(text)) return Date.parse(`${text}T${timeOfDay}+05:30`)
  if (SECONDS.test(text)) return Number(text) * 1000
  const written = text.replace(' ', 'T')
  const instant = readInstant(written) ?? readInstant(`${written}+05:30`)
  return instant?.getTime() ?? NaN
}
