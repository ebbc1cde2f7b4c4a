/**
 * Signed links that show an order without a login, or that allow reviews of its lines. The keys of one purpose do not work for the other.
 * Each link contains the order's link generation, which the shop increments to revoke links, and its issue date, from which its expiry is
 * computed. The shop stores no links: a random key would be in the database in plain text, because an email may be composed several times. The
 * key is in the URL's fragment, because logs of proxies and Referer headers contain paths and queries.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrderLinks } from '../../shopParts'

const ID_BYTES = 16
const CONTENT_BYTES = ID_BYTES + 4 + 4
const SIGNATURE_BYTES = 16
const KEY_LENGTH = Math.ceil(((CONTENT_BYTES + SIGNATURE_BYTES) * 4) / 3)
const SECOND_MS = 1000

/** Also accepts keys signed with the secret `accepted`, so that a new secret can replace an old one without invalidating links. */
export function orderLinks(secret: string, accepted: string | null, purpose: 'order' | 'review' = 'order'): OrderLinks {
  const signature = (by: string, content: Buffer) =>
    createHmac('sha256', by).update(`cerashop ${purpose} link `).update(content).digest().subarray(0, SIGNATURE_BYTES)
  return {
    sign({ orderId, generation, issuedAt }) {
      const content = Buffer.alloc(CONTENT_BYTES)
      content.write(orderId.replaceAll('-', ''), 'hex')
      content.writeUInt32BE(generation, ID_BYTES)
      content.writeUInt32BE(Math.floor(issuedAt.getTime() / SECOND_MS), ID_BYTES + 4)
      return Buffer.concat([content, signature(secret, content)]).toString('base64url')
    },
    read(key) {
      if (key.length !== KEY_LENGTH) return null
      const bytes = Buffer.from(key, 'base64url')
      if (bytes.toString('base64url') !== key) return null
      const [content, given] = [bytes.subarray(0, CONTENT_BYTES), bytes.subarray(CONTENT_BYTES)]
      const secrets = accepted === null ? [secret] : [secret, accepted]
      if (!secrets.some((by) => timingSafeEqual(signature(by, content), given))) return null
      const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(content.toString('hex', 0, ID_BYTES))!
      return {
        orderId: parts.join('-'),
        generation: content.readUInt32BE(ID_BYTES),
        issuedAt: new Date(content.readUInt32BE(ID_BYTES + 4) * SECOND_MS),
      }
    },
  }
}
