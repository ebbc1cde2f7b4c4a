/** The format of Razorpay's webhooks, which the sandbox also uses. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { OrderPayment, PaymentEvent, ProviderPayment, ProviderRefund, RefundEvent } from './provider'
import { isSigned } from './signatures'

/** The parts of a Razorpay payment that the shop reads. Amounts are in paise. */
export const wirePayment = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  status: z.string(),
  amount: z.coerce.number().int(),
  currency: z.string(),
  amount_refunded: z.coerce.number().int().nonnegative().nullish(),
  captured: z.unknown().optional(),
})
export type WirePayment = z.infer<typeof wirePayment>

/**
 * `created` and `authorized` may still be captured. A payment that was captured and then refunded as a whole is `refunded`, and so is an
 * authorized payment that went back because nobody captured it. The shop had the money only in the first case.
 */
export function toProviderPayment(wire: WirePayment): ProviderPayment {
  const { id, status, amount, currency, amount_refunded } = wire
  const isBack = status === 'refunded' && wasCaptured(wire)
  if (isBack) return { id, status: 'captured', amount, currency, refunded: amount_refunded || amount }
  const known = status === 'captured' || status === 'failed' ? status : 'pending'
  return { id, status: known, amount, currency, refunded: amount_refunded ?? 0 }
}

/** Razorpay has sent this field as a boolean and as text. A missing field says nothing. */
const wasCaptured = ({ captured }: WirePayment): boolean => !['false', '0'].includes(String(captured))

export const toOrderPayment = (wire: WirePayment): OrderPayment | null =>
  wire.order_id ? { providerOrderId: wire.order_id, payment: toProviderPayment(wire) } : null

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
  z.object({
    event: z.enum(REFUND_EVENTS),
    payload: z.object({
      refund: z.object({ entity: wireRefund }),
      // The refund counts even if the payment beside it cannot be read.
      payment: z.object({ entity: wirePayment }).optional().catch(undefined),
    }),
  }),
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
  if ('refund' in payload) {
    const refund = toProviderRefund(payload.refund.entity)
    const beside = payload.payment?.entity
    return [{ eventId, refund, paid: beside?.id === refund.paymentId ? toOrderPayment(beside) : null }]
  }
  const paid = toOrderPayment(payload.payment.entity)
  return paid ? [{ eventId, ...paid }] : []
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString())
  } catch {
    return undefined
  }
}
