/** Checks text from shoppers that appears in emails. It may be abusive, because anyone can sign up with a stranger's address. */
import { normalized } from '../../shared/text'

/**
 * Digits, characters used in web and email addresses, invisible characters and line breaks. The two joiners are allowed, because words in
 * some scripts contain them.
 */
const NO_WORDS = /[:/\\@<>\p{N}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{C}/u
/** Email programs turn `shop.example` and `t.co` into links, but not `K.L. Rao`. Some scripts use an ideographic full stop as the dot. */
const DOMAIN = /[\p{L}-][.\u3002][\p{L}\p{M}]{2}/u

/** True for a line of words that contains no links, phone numbers or addresses. */
export function isHarmless(line: string): boolean {
  const plain = normalized(line, 'NFKC')
  return !NO_WORDS.test(plain) && !DOMAIN.test(plain)
}
