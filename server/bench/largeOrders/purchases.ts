/** Purchases from the cart to the cancellation, each by another buyer, with the time of each of their calls. */
import { randomUUID } from 'node:crypto'
import { calledShop, CONFIRM } from '../personal/calls'
import { ask, type Answer } from './ask'
import type { Sample, Sampled } from './calls'

const PRODUCT = 'celadon-chai-cup'
const ADD = `mutation ($productId: ID!) { addToCart(productId: $productId) { cart { version totalQuantity } userErrors { code } } }`
const CHECK_OUT = `mutation ($addressId: ID!, $key: String!) { startCheckout(addressId: $addressId, idempotencyKey: $key) {
  order { id number } payment { providerOrderId } userErrors { code }
} }`
const CANCEL = `mutation ($number: String!) { cancelOrder(number: $number) { order { status } userErrors { code } } }`

interface Started {
  startCheckout: { order: { id: string; number: string }; payment: { providerOrderId: string } }
}

interface Paid {
  razorpay_payment_id: string
  razorpay_signature: string
}

/** The first ones are not counted. */
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
  const call = <Data>(query: string, variables: object) => ask<Data>(origin, { query, variables, token })
  const added = await call(ADD, { productId: PRODUCT })
  const started = await call<Started>(CHECK_OUT, { addressId, key: randomUUID() })
  const { order, payment } = started.data.startCheckout
  const { providerOrderId } = payment
  const paid = await calledShop<Paid>(origin, '/api/payments/sandbox/pay', { orderId: providerOrderId })
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = paid
  const confirmed = await call(CONFIRM, { input: { orderId: order.id, providerOrderId, paymentId, signature } })
  const cancelled = await call(CANCEL, { number: order.number })
  return { addToCart: added, startCheckout: started, confirmPayment: confirmed, cancelOrder: cancelled }
}
