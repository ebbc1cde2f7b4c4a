/** What the shop asks of a payment provider. Two implementations: the sandbox, and Razorpay. Amounts are paise. */
import type { PaymentProvider as ProviderName } from '../generated/prisma/enums'

/** A payment as the provider knows it. `captured` is money in the shop's account; anything else is not. */
export interface ProviderPayment {
  id: string
  status: 'captured' | 'failed' | 'pending'
  /** Paise. */
  amount: number
  currency: string
}

/** Money that goes back, as the provider knows it. It is there with `processed`. */
export interface ProviderRefund {
  id: string
  paymentId: string
  /** The shop's own id of it; null where somebody made it elsewhere, as on the provider's pages. */
  key: string | null
  status: 'pending' | 'processed' | 'failed'
  /** Paise. */
  amount: number
}

/** The provider makes no such refund, and says why; nothing of it was made. */
export class RefundRefused extends Error {}

/** One thing that a webhook tells, in the shop's own terms. */
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
  /** Where the browser loads the checkout script from. */
  readonly scriptUrl: string
  /** The shop's public key with the provider. */
  readonly keyId: string
  /** Opens a payment; returns the provider's order id. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  createOrder(order: { amount: number; currency: string; receipt: string }): Promise<string>
  /** Whether the provider signed this pair, compared in constant time. */
  verifySignature(signed: { providerOrderId: string; paymentId: string; signature: string }): boolean
  /**
   * All payments that were tried for an order. One that is merely authorised is captured first, if it is of this amount and
   * currency: uncaptured money goes back to the shopper by itself. Throws PAYMENT_PROVIDER_UNAVAILABLE.
   */
  listPayments(order: { providerOrderId: string; amount: number; currency: string }): Promise<ProviderPayment[]>
  /**
   * Sends money of a captured payment back. The same key gives the same refund, however often it is sent. Throws RefundRefused,
   * and PAYMENT_PROVIDER_UNAVAILABLE, after which nobody knows whether it was made: findRefunds tells.
   */
  refund(refund: { paymentId: string; amount: number; key: string }): Promise<ProviderRefund>
  /** All refunds of a payment, whoever made them. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  findRefunds(paymentId: string): Promise<ProviderRefund[]>
  /**
   * The events in a webhook's body, or null where its signature is not the provider's. An event that says nothing of a payment or
   * a refund gives an empty list.
   */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): (PaymentEvent | RefundEvent)[] | null
}
