/** How staff search for orders and accounts: what a search text may be, and SQL for columns that a trigger keeps in the same form. */
import { likeAnywhere } from '../../../database/likePattern'
import { Prisma } from '../../../generated/prisma/client'
import { invalidInput } from '../../../shared/errors'
import { plainMobile } from '../../../shared/indianNumbers'
import { searchForm } from '../../../shared/searchForm'
import { line } from '../../../shared/text'
import { isStorable } from '../../../shared/validation'

const MAX_SEARCH_LENGTH = 200
/** Only so many words are compared. */
const MAX_WORDS = 8
/** Fewer digits may be a house number, and are compared as text. */
const MIN_MOBILE_DIGITS = 5

/** The text in the form in which searches compare texts, without characters that no text has. Throws INVALID_INPUT. */
export function checkedSearch(text: string): string {
  if (text.length > MAX_SEARCH_LENGTH || !isStorable(text))
    throw invalidInput('search', `A search can have at most ${MAX_SEARCH_LENGTH} characters.`)
  return searchForm(line(text))
}

/** The digits if the text is a mobile number or part of one, in any notation. */
export function mobileIn(text: string): string | null {
  const number = plainMobile(text)
  if (number !== null) return number
  const isNotation = /^[0-9\s+().\u2010-\u2015-]+$/.test(text)
  const digits = text.replace(/[^0-9]/g, '')
  return isNotation && digits.length >= MIN_MOBILE_DIGITS ? digits : null
}

/** The pattern for an email that contains the text. An email may contain an apostrophe, which searchForm removes. */
export const emailHolds = (given: string): string => likeAnywhere(line(given).toLowerCase())

/** True if the column contains the text, its words in any order, or its mobile number. */
export function holdsWords(column: 'search_text', text: string): Prisma.Sql {
  const number = mobileIn(text)
  const words = text.split(' ').slice(0, MAX_WORDS)
  const holds = (part: string) => Prisma.sql`${Prisma.raw(column)} LIKE ${likeAnywhere(part)}`
  const all = Prisma.sql`(${Prisma.join(words.map(holds), ' AND ')})`
  return number === null ? all : Prisma.sql`(${all} OR ${holds(number)})`
}
