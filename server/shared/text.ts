/** What typed text may contain: one function for each kind of text. The client's forms use the same functions. */

/**
 * Marks that change the direction of text, and spaces without width. Contacts apps and messengers add them around names and numbers. The
 * joiners U+200C and U+200D are not here, because they change how Indian scripts are written.
 */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g

/** Text for one line, such as a name: without invisible marks, with blanks in place of tabs and line breaks, and trimmed. */
export const line = (text: string): string => text.replace(INVISIBLE, '').replace(BREAKS, ' ').trim()

/** True if the text has control characters, such as null bytes, which people do not type and which could change a terminal. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)
