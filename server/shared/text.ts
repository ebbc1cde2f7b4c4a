/**
 * Cleans what people type or paste: one function for each kind of text. Forms, both APIs, the office, imports and searches use the same
 * functions. Each function returns its own result unchanged, and takes time in proportion to the text's length. Schemas refuse text that is
 * much too long before they clean it (`rawText` in validation.ts).
 */

/**
 * Invisible characters, such as the marks for the direction of text that contacts apps add around names and numbers, spaces without
 * width, and halves of emoji. Includes letters that are blank, such as the Hangul filler and the blanks of
 * Egyptian hieroglyphs. The first part is the end of the flags of
 * England, Scotland and Wales.
 */
const INVISIBLE =
  /\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}\u{E007F}|[\p{Default_Ignorable_Code_Point}\p{Cs}\uFFF9-\uFFFC\u{13441}\u{13442}]/gu

const AFTER_VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]$/u
/** A visible letter of a script other than Latin, or a mark on a letter. */
const AFTER_JOINED =
  /(?:[^\P{L}\p{Script=Latin}\p{Default_Ignorable_Code_Point}]|[^\P{M}\p{Default_Ignorable_Code_Point}])$/u
const BEFORE_JOINED =
  /^(?:[^\P{L}\p{Script=Latin}\p{Default_Ignorable_Code_Point}]|[^\P{M}\p{Default_Ignorable_Code_Point}])/u
const AFTER_PICTURE = /\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?$/u
const BEFORE_PICTURE = /^\p{Extended_Pictographic}/u

/** A letter, because the variation selectors are Mongolian too. */
const MONGOLIAN_LETTER = /[^\P{Script=Mongolian}\p{Default_Ignorable_Code_Point}]$/u

/** The characters that decide whether a mark is needed: at most two on each side, of two code units each. */
const NEAR = 4

/**
 * True for an invisible character that changes how its neighbours are drawn: the joiners U+200C and U+200D in Indian and Arabic scripts, the
 * parts of an emoji, and the variants of Chinese characters and Mongolian letters.
 */
function isNeeded(mark: string, before: string, after: string): boolean {
  // A virama takes a joiner at the end of a word too. Latin letters need none.
  if (mark === '\u200C' || mark === '\u200D')
    return (
      AFTER_VIRAMA.test(before) ||
      (AFTER_JOINED.test(before) && BEFORE_JOINED.test(after)) ||
      (mark === '\u200D' && AFTER_PICTURE.test(before) && BEFORE_PICTURE.test(after))
    )
  if (/^[\uFE0E\uFE0F]$/.test(mark) && /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u.test(before)) return true
  if (mark === '\uFE0F') return /[0-9#*]$/.test(before) && after.startsWith('\u20E3')
  if (/^[\uFE00-\uFE02\u{E0100}-\u{E01EF}]$/u.test(mark)) return /\p{Ideographic}$/u.test(before)
  if (/^[\u180B-\u180D\u180F]$/.test(mark)) return MONGOLIAN_LETTER.test(before)
  return mark.startsWith('\u{E0067}') && before.endsWith('\u{1F3F4}')
}

/** A character that is neither invisible nor blank. */
const SEEN = /[^\s\u0085\u2800\p{Default_Ignorable_Code_Point}\p{Cs}\uFFF9-\uFFFC\u{13441}\u{13442}]/u
/** True if nothing of the text can be seen. */
export const isBlank = (text: string): boolean => !SEEN.test(text)

/** White space, line breaks and the blank of the Braille alphabet. */
const BLANKS = /[\s\u0085\u2800]+/g
const BREAKS = /\r\n|[\n-\r\u0085\u2028\u2029]/g

/** As in Unicode's Stream-Safe Text Format. No language needs more than a few. */
const MOST_MARKS = 30

/** The text with at most 30 marks on a letter. */
const withFewMarks = (text: string): string =>
  text.replace(/\p{M}+/gu, (marks) => (marks.length > MOST_MARKS ? [...marks].slice(0, MOST_MARKS).join('') : marks))

/**
 * Text in one of Unicode's forms. All code normalizes with this function, because `normalize` takes time with the square of the number of marks
 * on a letter. Marks are counted again afterwards, because a few characters decompose into two marks.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  withFewMarks(withFewMarks(text).normalize(form))
const composed = (text: string): string => normalized(text, 'NFC')

function withNeededMarks(text: string): string {
  const typed = composed(text)
  return typed.replace(INVISIBLE, (mark, at: number) => {
    const end = at + mark.length
    return isNeeded(mark, typed.slice(Math.max(0, at - NEAR), at), typed.slice(end, end + NEAR)) ? mark : ''
  })
}

/**
 * Without invisible characters that no neighbour needs. Removing one changes the neighbours of others, so a second pass looks whether all
 * that remain are needed. If not, none remains: nobody types such text, and every text is cleaned in the same number of passes.
 */
function visible(text: string): string {
  const once = withNeededMarks(text)
  return withNeededMarks(once) === once ? once : composed(once.replace(INVISIBLE, ''))
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
const compatible = (text: string): string => normalized(text.replace(INVISIBLE, ''), 'NFKC').replace(BLANKS, ' ').trim()

/** A number as people write it, such as a phone number or a PIN code, with ASCII digits. Its other characters stay. */
export const number = (text: string): string => asciiDigits(compatible(text))

/** The digits of any script become ASCII digits. */
export const asciiDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, asciiDigit)

/** A code that people copy or type, such as a coupon's: in upper case, and without blanks. */
export const code = (text: string): string => normalized(number(text).replaceAll(' ', '').toUpperCase(), 'NFKC')

/** An email address in lower case. A blank inside it stays, so that the address is invalid. */
export const email = (text: string): string => normalized(compatible(text).toLowerCase(), 'NFKC')

/**
 * A password as it is hashed. Keyboards write the same letter in different ways, such as é in one character or in two. White space and
 * invisible characters are part of a password.
 */
export const password = (text: string): string => composed(text)

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

/** The text with a full stop, unless it ends like a sentence, so that another sentence can follow it. */
export const asSentence = (text: string): string =>
  /[\p{Sentence_Terminal}…][\p{Pf}\p{Pe}"']*$/u.test(text) ? text : `${text}.`
