/**
 * A purchase from login to receipt, in a shop that uses the sandbox, which moves no money:
 *
 *   npx tsx docs/examples/purchase.ts http://localhost:3000
 */
import { randomUUID } from 'node:crypto'

const [url = 'http://localhost:3000'] = process.argv.slice(2)
const session: { token?: string } = {}

interface UserError {
  code: string
  message: string
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(session.token && { authorization: session.token }) },
    body: JSON.stringify(body),
  })

/** Returns the single field that the operation selects. Throws if the operation fails or the mutation returns userErrors. */
async function ask<Field>(query: string, variables: object = {}): Promise<Field> {
  const response = await post('/graphql', { query, variables })
  const { data, errors } = (await response.json()) as { data: Record<string, Field>; errors?: { message: string }[] }
  if (errors) throw new Error(errors[0]!.message)
  const field = Object.values(data)[0]!
  const mendable = (field as { userErrors?: UserError[] }).userErrors?.[0]
  if (mendable) throw new Error(`${mendable.code}: ${mendable.message}`)
  return field
}

const { token } = await ask<{ token: string }>(
  `mutation { login(input: { email: "guest@cerashop.example", password: "guest-at-cerashop" }) { token userErrors { code message } } }`,
)
session.token = token

const { nodes } = await ask<{ nodes: { id: string; title: string }[] }>(
  `{ products(first: 1, sort: PRICE_LOW_TO_HIGH, filter: { availableOnly: true }) { nodes { id title } } }`,
)
// With an idempotency key, a repeated call adds the product only once.
const { cart } = await ask<{ cart: { priceDetails: { totalAmount: number } } }>(
  `mutation ($productId: ID!, $key: String!) {
    addToCart(productId: $productId, idempotencyKey: $key) { cart { priceDetails { totalAmount } } userErrors { code message } }
  }`,
  { productId: nodes[0]!.id, key: randomUUID() },
)

const me = await ask<{ addresses: { id: string }[] }>(`{ me { addresses { id } } }`)
const checkout = await ask<{ order: { id: string; number: string }; payment: { providerOrderId: string } }>(
  `mutation ($addressId: ID!, $key: String!, $expectedTotal: Int!) {
    startCheckout(addressId: $addressId, idempotencyKey: $key, expectedTotal: $expectedTotal) {
      order { id number } payment { providerOrderId } userErrors { code message }
    }
  }`,
  // If a price has changed since, no order is placed.
  { addressId: me.addresses[0]!.id, key: randomUUID(), expectedTotal: cart.priceDetails.totalAmount },
)

// With Razorpay, the provider's script does this in the shopper's browser. The sandbox pays immediately.
const paid = await post('/api/payments/sandbox/pay', { orderId: checkout.payment.providerOrderId })
const signed = (await paid.json()) as Record<'razorpay_payment_id' | 'razorpay_order_id' | 'razorpay_signature', string>
const { order } = await ask<{ order: { number: string; status: string; priceDetails: { totalAmount: number } } }>(
  `mutation ($input: ConfirmPaymentInput!) {
    confirmPayment(input: $input) { order { number status priceDetails { totalAmount } } userErrors { code message } }
  }`,
  {
    input: {
      orderId: checkout.order.id,
      paymentId: signed.razorpay_payment_id,
      providerOrderId: signed.razorpay_order_id,
      signature: signed.razorpay_signature,
    },
  },
)
console.log(`${order.number} is ${order.status}: Rs. ${order.priceDetails.totalAmount} for ${nodes[0]!.title}`)
