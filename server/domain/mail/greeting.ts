/** How a mail greets its reader. The name is what somebody typed who may have signed up with a stranger's address. */

const LONGEST_NAME = 40

/** Digits, signs of a web address or a mailbox, and characters that are invisible or turn a line; the two joiners belong to letters. */
const NO_NAME = /[:/\\@<>\p{N}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{C}/u
/** Mail programs make a link of `shop.example` and `t.co`, and none of `K.L. Rao`. Some scripts write the dot as an ideographic full stop. */
const DOMAIN = /[\p{L}-][.\u3002][\p{L}\p{M}]{2}/u
const MOST_WORDS = 4

/** Without a name where it could carry a message of its own. */
export function greetingOf(firstName: string): string {
  const name = firstName.normalize('NFKC').trim()
  const isShort = firstName.length <= LONGEST_NAME && name.split(/\s+/).length <= MOST_WORDS
  const isName = name !== '' && isShort && !NO_NAME.test(name) && !DOMAIN.test(name)
  return isName ? `Hello ${name},` : 'Hello,'
}
