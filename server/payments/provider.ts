/** The interface of a payment provider, with two implementations: the sandbox and Razorpay. Amounts are in paise. */
import type { PaymentProvider as ProviderName } from '../generated/prisma/enums'

/** A payment as the provider reports it. Only `captured` means that the shop has the money. */
export interface ProviderPayment {
  id: string
  status: 'captured' | 'failed' | 'pending'
  /** Paise. */
  amount: number
  currency: string
}

/** A refund as the provider reports it. `processed` means that the money has arrived. */
export interface ProviderRefund {
  id: string
  paymentId: string
  /** The shop's own id for the refund. Null if it was made elsewhere, such as in the provider's dashboard. */
  key: string | null
  status: 'pending' | 'processed' | 'failed'
  /** Paise. */
  amount: number
}

/** The provider refuses this refund and gives a reason. No refund was made. */
export class RefundRefused extends Error {}

/** A webhook event, converted to the shop's own terms. */
export interface PaymentEvent {
  /** The provider's id of the event. Each event is handled once. */
  eventId: string
  providerOrderId: string
  payment: ProviderPayment
}

export interface RefundEvent {
  /** The provider's id of the event. Each event is handled once. */
  eventId: string
  refund: ProviderRefund
}

export interface PaymentProvider {
  readonly name: ProviderName
  /** The URL of the checkout script for the browser. */
  readonly scriptUrl: string
  /** The shop's public key at the provider. */
  readonly keyId: string
  /** Opens a payment and returns the provider's order id. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  createOrder(order: { amount: number; currency: string; receipt: string }): Promise<string>
  /** Returns true if the provider signed this pair. Compares in constant time. */
  verifySignature(signed: { providerOrderId: string; paymentId: string; signature: string }): boolean
  /**
   * Lists all payments attempted for an order. If a payment is only authorized and has this amount and currency, captures it first, because
   * uncaptured money automatically returns to the shopper. Throws PAYMENT_PROVIDER_UNAVAILABLE.
   */
  listPayments(order: { providerOrderId: string; amount: number; currency: string }): Promise<ProviderPayment[]>
  /**
   * Refunds money from a captured payment. The same key always returns the same refund. Throws RefundRefused, or
   * PAYMENT_PROVIDER_UNAVAILABLE, after which only findRefunds shows whether the refund was made.
   */
  refund(refund: { paymentId: string; amount: number; key: string }): Promise<ProviderRefund>
  /** Lists all refunds of a payment, including those made elsewhere. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  findRefunds(paymentId: string): Promise<ProviderRefund[]>
  /** Lists at most 1,000 refunds across all payments since this time, newest first. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  listRefunds(since: Date): Promise<ProviderRefund[]>
  /**
   * Returns the events in a webhook's body, or null if the provider did not sign it. The list is empty for an event without a payment or a
   * refund.
   */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): (PaymentEvent | RefundEvent)[] | null
}
