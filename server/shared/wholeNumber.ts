/** Reads whole numbers from the office's fields and from catalogue files. */
import { number } from './text'

/** The currency before or after an amount, or the dash after it: `₹1,299`, `Rs. 1,299`, `INR 1299`, `1,299/-`. */
const CURRENCY = /^(?:₹|rs\.?|inr) ?| ?(?:₹|rs\.?|inr|\/-)$/gi
/** Groups of two or three digits, as in `1,23,456`, `123,456` and `1 299`. The last group has three. */
const GROUPED = /^-?[0-9]{1,3}(?:[, ][0-9]{2,3})*[, ][0-9]{3}$/

/** Null for no text, and NaN for text that is not a whole number. Every validation rule rejects NaN. */
export function wholeNumber(text: string): number | null {
  if (number(text) === '') return null
  const amount = amountText(text).replace(/\.00?$/, '')
  const plain = GROUPED.test(amount) ? amount.replace(/[, ]/g, '') : amount
  return /^-?[0-9]+$/.test(plain) ? Number(plain) : NaN
}

/**
 * The text without the currency before or after it, the apostrophe with which a spreadsheet keeps a number as text, a plus sign, and a point at
 * the end. Apostrophes between groups of digits, as in `1'299`, become commas.
 */
export const amountText = (text: string): string =>
  number(text)
    .replace(/^['’‘](?=.)/, '')
    .replace(CURRENCY, '')
    .replace(/^\+(?=[0-9.])/, '')
    .replace(/(?<=[0-9])['’](?=[0-9]{3})/g, ',')
    .replace(/(?<=[0-9])\.$/, '')
