/** The one rule for a parcel's tracking number, for the server and the office's forms. It names what a spreadsheet or a slip broke. */
import { plainMobile } from '../indianNumbers'
import { mentionsOrder } from '../orderNumbers'
import { code, number } from '../text'

/** Characters. */
export const MAX_TRACKING_NUMBER = 100

const SPREADSHEET = 'Format the column as text in the spreadsheet, and copy it again.'

/** The cell of a spreadsheet that has no value, as it or a program writes it. */
const NO_VALUE = /^#+$|^#[a-z]|^(?:n\/?a|null|nil|none|nan|undefined|true|false|blank|tbd|pending)$/i
const POWER = /^[+-]?[0-9]+(?:[.,][0-9]*E[+-]?|E\+)[0-9]+$/i
const GROUPED = /^[0-9]{1,3}(?:[,.'’ ][0-9]{2,3})+(?:[.,][0-9]{1,2})?$/
const DECIMAL = /^[0-9]+(?:\.[0-9]*|,[0-9]{1,2})$/
const DATE =
  /^(?:[0-9]{1,2}([./-])[0-9]{1,2}\1(?:[0-9]{4}|[0-9]{2})|[0-9]{4}([./-])[0-9]{1,2}\2[0-9]{1,2}|[0-9]{1,2}[ -]?[a-z]{3,9}[ -]?(?:20)?[0-9]{2})(?:[ T][0-9:. ]+(?:[ap]m)?)?$/i
const MONTH = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i
const LINK = /:\/\/|^www\.|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:\/|$)/i
const AMOUNT = /^(?:₹|rs\.?|inr)\s*[0-9][0-9,]*(?:\.[0-9]{1,2})?(?:\/-)?$/i
const ALLOWED = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ./_-]*[\p{L}\p{M}\p{N}])?$/u

/**
 * Why the text cannot be a tracking number, as a sentence for staff. Null if it can. A number has letters, digits, blanks and the signs `-`,
 * `/`, `.` and `_`, and at least one digit.
 */
export function whyNotTracking(given: string): string | null {
  const text = number(given.slice(0, 10 * MAX_TRACKING_NUMBER))
  if (text === '') return 'Please enter the tracking number.'
  if (given.length > 10 * MAX_TRACKING_NUMBER || text.length > MAX_TRACKING_NUMBER)
    return `A tracking number has at most ${MAX_TRACKING_NUMBER} characters.`
  if (mentionsOrder(text)) return 'This has an order number. Enter only the tracking number.'
  if (hasNoValue(text)) return 'The cell has no number.'
  if (POWER.test(text)) return `The spreadsheet has rounded this number. ${SPREADSHEET}`
  if (/^[=@]|^[+-][^0-9]/.test(text)) return 'This is a formula of a spreadsheet. Copy the number itself.'
  if (/^['’‘`´"]/.test(text)) return 'There is a quotation mark before the number. Remove it.'
  if (LINK.test(text)) return 'This is a link. Enter only the tracking number.'
  if (AMOUNT.test(text)) return 'This is an amount.'
  if (DECIMAL.test(text)) return `The number has a decimal point. ${SPREADSHEET}`
  if (GROUPED.test(text) && !/^[0-9 ]+$/.test(text))
    return `The spreadsheet has put commas or dots into this number. ${SPREADSHEET}`
  if (isDate(text)) return 'This is a date.'
  if (text.includes('@')) return 'This is an email address.'
  if (/[,;|]/.test(text) || hasSeveral(text)) return 'There are several numbers. Enter one.'
  if (!/\p{N}/u.test(text)) return 'A tracking number has at least one digit.'
  if (!ALLOWED.test(text)) return 'A tracking number has only letters, digits, and the signs - / . and _.'
  // Stored without blanks: `1. 14561234500000` would become an amount with a decimal point.
  return text === code(text) ? null : whyNotTracking(code(text))
}

/** True if two words in a row could each be a number: at least eight characters, five of them digits in a row. */
function hasSeveral(text: string): boolean {
  const couldBe = text.split(/\s+/).map((word) => /^[\p{L}\p{N}-]{8,}$/u.test(word) && /[0-9]{5}/.test(word))
  return couldBe.some((could, i) => could && couldBe[i + 1])
}

/** True for a day, also with a time, such as `28/11/2026`, `2026-11-28 10:30` and `28-Nov-26`. */
export const isDate = (text: string): boolean => DATE.test(text) && (!/[a-z]{3}/i.test(text) || MONTH.test(text))

/** True for an empty cell, or one such as `#N/A`. */
export const hasNoValue = (text: string): boolean => text === '' || NO_VALUE.test(text)

/**
 * Why staff should look at a number again that may be right, or null. `zipCode` is the PIN code of the parcel's address.
 */
export function whyDoubtTracking(given: string, zipCode = ''): string | null {
  const text = code(given)
  if (text === code(zipCode) || /^[1-9][0-9]{5}$/.test(text)) return 'It looks like a PIN code.'
  if (/^(?:\+?91|0)?[6-9][0-9]{9}$/.test(text) && plainMobile(text) !== null) return 'It looks like a mobile number.'
  if (/^[0-9]{18,}$/.test(text) && /^0+$/.test(text.slice(15)))
    return 'A spreadsheet may have replaced its end with zeros.'
  if (text.replace(/[^0-9]/g, '').length < 5) return 'It has few digits.'
  return null
}
