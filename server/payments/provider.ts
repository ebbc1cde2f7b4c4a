/** The interface of a payment provider, with two implementations: the sandbox and Razorpay. Amounts are in paise. */
import type { PaymentProvider as ProviderName } from '../generated/prisma/enums'

/** A payment as the provider reports it. Only `captured` means that the shop has the money. */
export interface ProviderPayment {
  id: string
  status: 'captured' | 'failed' | 'pending'
  /** Paise. */
  amount: number
  currency: string
  /** The part of `amount` that went back to the shopper, or is on its way, when the provider sent this report. Paise. */
  refunded: number
}

/** A payment with the order that it is for. */
export interface OrderPayment {
  providerOrderId: string
  payment: ProviderPayment
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
export interface PaymentEvent extends OrderPayment {
  /** The provider's id of the event. Each event is handled once. */
  eventId: string
}

export interface RefundEvent {
  /** The provider's id of the event. Each event is handled once. */
  eventId: string
  refund: ProviderRefund
  /** The payment that the event carries. Null if it carries none. */
  paid: OrderPayment | null
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
  /** Returns null if the provider has no such payment, or if the payment is for no order. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  findPayment(paymentId: string): Promise<OrderPayment | null>
  /** Lists all refunds of a payment, including those made elsewhere. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
  findRefunds(paymentId: string): Promise<ProviderRefund[]>
  /**
   * Lists the refunds of all payments since this time, newest first, up to a limit of the provider's module. Throws
   * PAYMENT_PROVIDER_UNAVAILABLE.
   */
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
