/** The format of Razorpay's webhooks, which the sandbox also uses. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PaymentEvent, ProviderPayment, ProviderRefund, RefundEvent } from './provider'
import { isSigned } from './signatures'

/** The parts of a Razorpay payment that the shop reads. Amounts are in paise. */
export const wirePayment = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  status: z.string(),
  amount: z.coerce.number().int(),
  currency: z.string(),
})
export type WirePayment = z.infer<typeof wirePayment>

/** `created` and `authorized` may still be captured. With `refunded`, the money no longer belongs to the shop. */
export const toProviderPayment = ({ id, status, amount, currency }: WirePayment): ProviderPayment => ({
  id,
  status: status === 'captured' || status === 'failed' ? status : 'pending',
  amount,
  currency,
})

/** The parts of a Razorpay refund that the shop reads. Amounts are in paise. */
export const wireRefund = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  receipt: z.string().nullish(),
  status: z.string(),
  amount: z.coerce.number().int().positive(),
})

export const toProviderRefund = ({
  id,
  payment_id,
  receipt,
  status,
  amount,
}: z.infer<typeof wireRefund>): ProviderRefund => ({
  id,
  paymentId: payment_id,
  key: receipt ?? null,
  status: status === 'processed' || status === 'failed' ? status : 'pending',
  amount,
})

const EVENTS = ['payment.captured', 'payment.failed', 'order.paid']
const REFUND_EVENTS = ['refund.created', 'refund.processed', 'refund.failed']

const wireEvent = z.discriminatedUnion('event', [
  z.object({ event: z.enum(EVENTS), payload: z.object({ payment: z.object({ entity: wirePayment }) }) }),
  z.object({ event: z.enum(REFUND_EVENTS), payload: z.object({ refund: z.object({ entity: wireRefund }) }) }),
])

type Headers = Record<string, string | string[] | undefined>

/** Returns the events in a webhook's body, or null if the provider did not sign it. */
export function readSignedWebhook(
  rawBody: Buffer,
  headers: Headers,
  secret: string | Uint8Array,
): (PaymentEvent | RefundEvent)[] | null {
  const signature = headers['x-razorpay-signature']
  if (typeof signature !== 'string' || !isSigned(rawBody, signature, secret)) return null
  const parsed = wireEvent.safeParse(parseJson(rawBody))
  if (!parsed.success) return []
  const { payload } = parsed.data
  const given = headers['x-razorpay-event-id']
  const eventId = typeof given === 'string' && given !== '' ? given : createHash('sha256').update(rawBody).digest('hex')
  if ('refund' in payload) return [{ eventId, refund: toProviderRefund(payload.refund.entity) }]
  const { entity } = payload.payment
  if (!entity.order_id) return []
  return [{ eventId, providerOrderId: entity.order_id, payment: toProviderPayment(entity) }]
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString())
  } catch {
    return undefined
  }
}
