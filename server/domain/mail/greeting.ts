/** How a mail greets its reader. The name is what somebody typed who may have signed up with a stranger's address. */

const LONGEST_NAME = 40

/** Signs of an address on the web or of a mailbox, and characters that do not show or that turn a line; the two joiners are letters' own. */
const NO_NAME = /[:/\\@<>\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{C}/u
/** Mail programs make a link of `shop.example`, and none of `K.L. Rao`. */
const DOMAIN = /[\p{L}\p{N}-]{2}\.[\p{L}\p{N}]{2}/u

/** Without a name where it could carry a message of its own. */
export function greetingOf(firstName: string): string {
  const name = firstName.normalize('NFKC').trim()
  const isName = name !== '' && firstName.length <= LONGEST_NAME && !NO_NAME.test(name) && !DOMAIN.test(name)
  return isName ? `Hello ${name},` : 'Hello,'
}
