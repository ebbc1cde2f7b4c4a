/** The interface of a payment provider, with two implementations: the sandbox and Razorpay. Amounts are paise. */
import type { PaymentProvider as ProviderName } from '../generated/prisma/enums'

/** A payment as the provider reports it. Only `captured` is money in the shop's account. */
export interface ProviderPayment {
  id: string
  status: 'captured' | 'failed' | 'pending'
  /** Paise. */
  amount: number
  currency: string
}

/** A refund as the provider reports it. With `processed` the money has arrived. */
export interface ProviderRefund {
  id: string
  paymentId: string
  /** The shop's own id of the refund; null if it was made elsewhere, as on the provider's pages. */
  key: string | null
  status: 'pending' | 'processed' | 'failed'
  /** Paise. */
  amount: number
}

/** The provider refuses this refund and gives a reason. No refund was made. */
export class RefundRefused extends Error {}

/** One event of a webhook, in the shop's own terms. */
export interface PaymentEvent {
  /** The provider's id of the event: each is handled once. */
  eventId: string
  providerOrderId: string
  payment: ProviderPayment
}

export interface RefundEvent {
  /** The provider's id of the event: each is handled once. */
  eventId: string
  refund: ProviderRefund
}

export interface PaymentProvider {
  readonly name: ProviderName
  /** The URL of the checkout script for the browser. */
  readonly scriptUrl: string
  /** The shop's public key with the provider. */
  readonly keyId: string
  /** Opens a payment; returns the provider's order id. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  createOrder(order: { amount: number; currency: string; receipt: string }): Promise<string>
  /** Returns true if the provider signed this pair. Compares in constant time. */
  verifySignature(signed: { providerOrderId: string; paymentId: string; signature: string }): boolean
  /**
   * Lists all payments tried for an order. If a payment is only authorised, and has this amount and currency, captures it first: uncaptured
   * money returns to the shopper automatically. Throws PAYMENT_PROVIDER_UNAVAILABLE.
   */
  listPayments(order: { providerOrderId: string; amount: number; currency: string }): Promise<ProviderPayment[]>
  /**
   * Refunds money of a captured payment. The same key always gives the same refund. Throws RefundRefused, or PAYMENT_PROVIDER_UNAVAILABLE,
   * after which only findRefunds shows if the refund was made.
   */
  refund(refund: { paymentId: string; amount: number; key: string }): Promise<ProviderRefund>
  /** Lists all refunds of a payment, including those made elsewhere. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  findRefunds(paymentId: string): Promise<ProviderRefund[]>
  /** Lists the refunds of all payments since this time, newest first, at most 1,000. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  listRefunds(since: Date): Promise<ProviderRefund[]>
  /**
   * Returns the events in a webhook's body, or null if its signature is not the provider's. An event without a payment or a refund gives an
   * empty list.
   */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): (PaymentEvent | RefundEvent)[] | null
}
