/** The greeting of a mail. Its name may be abusive text, because anyone can sign up with a stranger's address. */

const LONGEST_NAME = 40

/**
 * Digits, characters of web and mail addresses, invisible characters and line breaks. The two joiners are allowed, because they belong to
 * letters.
 */
const NO_NAME = /[:/\\@<>\p{N}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{C}/u
/** Mail programs turn `shop.example` and `t.co` into links, but not `K.L. Rao`. Some scripts write the dot as an ideographic full stop. */
const DOMAIN = /[\p{L}-][.\u3002][\p{L}\p{M}]{2}/u
const MOST_WORDS = 4

/** Leaves out a name that could contain a message. */
export function greetingOf(firstName: string): string {
  const name = firstName.normalize('NFKC').trim()
  const isShort = firstName.length <= LONGEST_NAME && name.split(/\s+/).length <= MOST_WORDS
  const isName = name !== '' && isShort && !NO_NAME.test(name) && !DOMAIN.test(name)
  return isName ? `Hello ${name},` : 'Hello,'
}
