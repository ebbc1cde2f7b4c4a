/** Indian mobile numbers and PIN codes: how people enter them, and how they are stored and displayed. */
import { number } from './text'

/** Characters that people write between digits: white space, hyphens, dashes and minus signs, dots, brackets. */
const SEPARATORS = /[\s\u2010-\u2015\u2043\u2212\u00B7\u2022.()[\]-]/g
const MOBILE = /^(?:tel|ph|phone|mob|mobile|cell)?:?(?:(?:\+|00)?91)?0?([0-9]{10})$/i
const PIN = /^(?:pin|pincode|zip|zipcode)?:?([0-9]{6})$/i

const plain = (text: string): string => number(text).replace(SEPARATORS, '')

/** Ten digits, or null if the text is not an Indian mobile number. */
export const plainMobile = (text: string): string | null => MOBILE.exec(plain(text))?.[1] ?? null

/** Six digits, or null if the text is not a PIN code. */
export const plainPin = (text: string): string | null => PIN.exec(plain(text))?.[1] ?? null

/** `9845012345` becomes `98450 12345`. Other forms stay unchanged. */
export const groupedMobile = (mobile: string): string => mobile.replace(/^([0-9]{5})([0-9]{5})$/, '$1 $2')

/** A number of E.164 as people read it: `+919845012345` becomes `+91 98450 12345`. Numbers of other countries and lengths stay unchanged. */
export const readablePhone = (phone: string): string => phone.replace(/^\+91([0-9]{5})([0-9]{5})$/, '+91 $1 $2')
