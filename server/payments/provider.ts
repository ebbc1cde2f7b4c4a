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

/** One thing that a webhook tells, in the shop's own terms. */
export interface PaymentEvent {
  /** The provider's id of the event: each is handled once. */
  eventId: string
  providerOrderId: string
  payment: ProviderPayment
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
   * The events in a webhook's body, or null where its signature is not the provider's. An event that says nothing of a payment
   * gives an empty list.
   */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): PaymentEvent[] | null
}
