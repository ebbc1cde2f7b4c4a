/** Identifies a mailbox, which may have several addresses. */
import { createHash } from 'node:crypto'

/** Google ignores dots in a mailbox's name. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/** One mailbox may have many addresses: a.b+anything@c is a.b@c. */
export function hashMailbox(address: string): string {
  const [name = '', ...hosts] = address.toLowerCase().split('@')
  const host = hosts.join('@')
  const plain = name.split('+', 1)[0]!
  const mailbox = WITHOUT_DOTS.includes(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
  return createHash('sha256').update(mailbox).digest('base64url')
}
