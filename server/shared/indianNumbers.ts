/** Indian mobile numbers and PIN codes: how people enter them, and how they are stored and displayed. */

const NAMES = new Set(['india', 'in', 'bharat', '\u092d\u093e\u0930\u0924'])

/** True if an address's country is India. */
export const isIndia = (country: string): boolean => NAMES.has(country.trim().toLowerCase())

/** Characters that people write between digits: white space, hyphens and dashes, dots, brackets. */
const SEPARATORS = /[\s\u2010-\u2015.()-]/g
const MOBILE = /^(?:(?:\+|00)?91)?0?([0-9]{10})$/
const PIN = /^(?:pin|pincode|zip|zipcode)?:?([0-9]{6})$/i

/** Ten digits, or null if the text is not an Indian mobile number. */
export const plainMobile = (text: string): string | null => MOBILE.exec(text.replace(SEPARATORS, ''))?.[1] ?? null

/** Six digits, or null if the text is not a PIN code. */
export const plainPin = (text: string): string | null => PIN.exec(text.replace(SEPARATORS, ''))?.[1] ?? null

/** `9845012345` becomes `98450 12345`. Other forms stay unchanged. */
export const groupedMobile = (mobile: string): string => mobile.replace(/^([0-9]{5})([0-9]{5})$/, '$1 $2')
