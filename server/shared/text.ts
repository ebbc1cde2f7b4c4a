/**
 * Cleans what people type or paste: one function for each kind of text. Forms, both APIs, the office, imports and searches use the same
 * functions. Each function returns its own result unchanged.
 */

/**
 * Invisible characters, such as the marks for the direction of text that contacts apps add around names and numbers, spaces without
 * width, and halves of emoji. Includes letters that are blank, such as the Hangul filler.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cs}\uFFF9-\uFFFC]/gu

/** A visible letter of a script other than Latin, or a mark on a letter. */
const JOINED = String.raw`[^\P{L}\p{Script=Latin}\p{Default_Ignorable_Code_Point}]|[^\P{M}\p{Default_Ignorable_Code_Point}]`

/**
 * Invisible characters that change how their neighbours are drawn: the joiners U+200C and U+200D in Indian and Arabic scripts, the parts of
 * an emoji, and the variants of Chinese characters and Mongolian letters.
 */
const NEEDED = new RegExp(
  [
    // A virama takes a joiner at the end of a word too. Latin letters need none.
    String.raw`(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D]`,
    String.raw`(?<=${JOINED})[\u200C\u200D](?=${JOINED})`,
    String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)`,
    // The flags of England, Scotland and Wales.
    String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}\u{E007F}`,
    String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  ].join('|'),
  'gu',
)

/** One pattern, so that it sees the neighbours as typed. */
const HIDDEN = new RegExp(`(${NEEDED.source})|${INVISIBLE.source}`, 'gu')

/** White space, line breaks and the blank of the Braille alphabet. */
const BLANKS = /[\s\u0085\u2800]+/g
const BREAKS = /\r\n|[\n-\r\u0085\u2028\u2029]/g

/** Repeats until nothing changes, because a removed character may bring two marks together, and NFC may then change their order. */
function visible(text: string): string {
  const less = text.normalize('NFC').replace(HIDDEN, (_, needed?: string) => needed ?? '')
  return less === text ? text : visible(less)
}

/** One line, such as a name: without invisible characters, and with single blanks in place of white space and line breaks. */
export const line = (text: string): string => visible(text).replace(BLANKS, ' ').trim()

/** Text of several lines, such as a note, with at most one empty line in a row. */
export const paragraph = (text: string): string =>
  visible(text)
    .split(BREAKS)
    .map(line)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Letters and digits of any width become the usual ones, such as `Ａ１` `A1`. */
const compatible = (text: string): string => text.replace(INVISIBLE, '').normalize('NFKC').replace(BLANKS, ' ').trim()

/** A number as people write it, such as a phone number or a PIN code, with ASCII digits. Its other characters stay. */
export const number = (text: string): string => compatible(text).replace(/\p{Nd}/gu, asciiDigit)

/** A code that people copy or type, such as a coupon's: in upper case, and without blanks. */
export const code = (text: string): string => number(text).replaceAll(' ', '').toUpperCase().normalize('NFKC')

/** An email address in lower case. A blank inside it stays, so that the address is invalid. */
export const email = (text: string): string => compatible(text).toLowerCase().normalize('NFKC')

/**
 * A password as it is hashed. Keyboards write the same letter in different ways, such as é in one character or in two. White space and
 * invisible characters are part of a password.
 */
export const password = (text: string): string => text.normalize('NFC')

/** In Unicode, each script's digits are consecutive and begin with 0. */
function asciiDigit(digit: string): string {
  const own = digit.codePointAt(0)!
  let zero = own
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((own - zero) % 10)
}

/** True if the text has control characters, such as null bytes, which people do not type and which could change a terminal. */
export const hasControls = (text: string): boolean => /[^\P{Cc}\n]/u.test(text)

/** True if the text has a letter or a digit of any script. Text without one names no street. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

export const hasWordsOrEmoji = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
