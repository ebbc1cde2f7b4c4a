/** The provider's signatures: HMAC-SHA256 in hex over a webhook's raw bytes, compared in constant time. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

type Bytes = string | Uint8Array

export const sign = (content: Bytes, key: Bytes): string => createHmac('sha256', key).update(content).digest('hex')

export function isSigned(content: Bytes, signature: string, key: Bytes): boolean {
  const [given, right] = [signature, sign(content, key)].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(given!, right!)
}

/** The content that a provider signs after a payment. */
export const paymentContent = ({
  providerOrderId,
  paymentId,
}: {
  providerOrderId: string
  paymentId: string
}): string => `${providerOrderId}|${paymentId}`
