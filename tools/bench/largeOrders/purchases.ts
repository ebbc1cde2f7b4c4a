/**
 * Purchases from the cart to the cancellation, each by a different buyer. The result contains the times of their calls.
 */
import { randomUUID } from 'node:crypto'
import { ask, type Answer } from './ask'
import { documentOf, type Sample, type Sampled } from './calls'

const PRODUCT = 'celadon-chai-cup'

interface Added {
  addToCart: { cart: { priceDetails: { totalAmount: number } } }
}

interface Started {
  startCheckout: { order: { id: string; number: string }; payment: { providerOrderId: string } }
}

interface Paid {
  razorpay_payment_id: string
  razorpay_signature: string
}

/** The first `warmUp` purchases do not count. */
export async function measurePurchases(
  origin: string,
  { orders }: Sample,
  warmUp: number,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {}
  for (const [n, buyer] of orders.entries()) {
    const bought = await buy(origin, buyer)
    if (n >= warmUp) for (const [name, { ms }] of Object.entries(bought)) (times[name] ??= []).push(ms)
  }
  return times
}

async function buy(origin: string, { token, addressId }: Sampled): Promise<Record<string, Answer<unknown>>> {
  const call = <Data>(operation: string, variables: object) =>
    ask<Data>(origin, { query: documentOf(operation), variables, token })
  const added = await call<Added>('AddToCart', { productId: PRODUCT, quantity: 1, idempotencyKey: randomUUID() })
  const expectedTotal = added.data.addToCart.cart.priceDetails.totalAmount
  const started = await call<Started>('StartCheckout', { addressId, expectedTotal, idempotencyKey: randomUUID() })
  const { order, payment } = started.data.startCheckout
  const { providerOrderId } = payment
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ orderId: providerOrderId })
  const response = await fetch(`${origin}/api/payments/sandbox/pay`, { method: 'POST', headers, body })
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = (await response.json()) as Paid
  const confirmed = await call('ConfirmPayment', {
    input: { orderId: order.id, providerOrderId, paymentId, signature },
  })
  const cancelled = await call('CancelOrder', { number: order.number })
  return { AddToCart: added, StartCheckout: started, ConfirmPayment: confirmed, CancelOrder: cancelled }
}
