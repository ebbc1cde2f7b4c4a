/** Encrypts short secrets with keys that are derived from the server's secrets, so a copy of the database alone does not reveal them. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Sealer {
  /** `context` names the row that the text belongs to. The text can be decrypted only with the same context. */
  seal(text: string, context: string): string
  /** Null if neither secret can decrypt it. */
  open(sealed: string, context: string): string | null
}

/** Also decrypts text that was encrypted with the secret `accepted`, so that a new secret can replace an old one. */
export function sealer(secret: string, accepted: string | null): Sealer {
  const keyOf = (text: string) => Buffer.from(hkdfSync('sha256', text, '', 'cerashop sealed text', 32))
  const [key, ...others] = [secret, ...(accepted === null ? [] : [accepted])].map(keyOf)
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key!, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
      for (const each of [key!, ...others])
        try {
          const decipher = createDecipheriv(ALGORITHM, each, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
          return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        } catch {
          // This key cannot decrypt the text. The loop tries the next key.
        }
      return null
    },
  }
}
