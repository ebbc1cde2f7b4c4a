/**
 * Shoppers who buy one item after another and cancel some orders. They repeat each call with the same key until it succeeds, and record the
 * shop's responses.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededProducts } from '../../server/testing'

/** How long a shopper waits for a response before sending the request again. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 50
/** The pauses before the shop's client tries again to confirm a payment. */
const CONFIRM_PAUSES_MS = [1_000, 3_000]

/** Receives reports about a shopper's calls. */
interface Witness {
  /** Reports a failure that the shop's client would show. That client automatically repeats only confirmPayment. */
  failed(call: string, why: string): void
  bought(beganAt: number): void
}

export interface Shopper {
  origin: string
  witness: Witness
  email: string
  token: string
  addressId: string
  /** Acknowledged additions to the cart that were missing at the checkout. */
  lostLines: number
  /** Orders that the shop confirmed as paid, by the key of their checkout. */
  paid: Map<string, string>
  /** Orders that were paid and then cancelled, by id. The shop must refund them. */
  cancelled: Set<string>
  /** Orders whose payment the shop did not confirm, although the shopper paid in time. */
  unpaid: Set<string>
}

interface Calling {
  headers?: Record<string, string>
  witness?: Witness | undefined
  /** The pauses before each retry that the shop's client makes automatically. */
  ownPauses?: number[]
}

type Answered = { body: unknown } | { why: string }

async function post(url: string, body: object, headers: Record<string, string>): Promise<Answered> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.status >= 500) return { why: `status ${response.status}` }
    // The response's body may also be cut off.
    const answer: unknown = await response.json()
    const { errors } = answer as { errors?: { extensions?: { code?: string } }[] }
    const failed = errors?.some?.(({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR')
    return failed ? { why: 'INTERNAL_SERVER_ERROR' } : { body: answer }
  } catch (error) {
    return { why: String((error as Error).cause ?? error) }
  }
}

/** Repeats the call until the response is not an internal failure. */
export async function call(
  url: string,
  body: object,
  { headers = {}, witness, ownPauses = [] }: Calling = {},
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the responses have no common type
): Promise<any> {
  for (let tries = 1; ; tries += 1) {
    const answered = await post(url, body, headers)
    if ('body' in answered) return answered.body
    const pause = ownPauses[tries - 1]
    const what = (body as { query?: string }).query?.slice(0, 40) ?? new URL(url).pathname
    if (pause === undefined) witness?.failed(what, answered.why)
    await sleep(pause ?? PAUSE_MS)
  }
}

export async function ask(
  { origin, token, witness }: Pick<Shopper, 'origin' | 'token'> & { witness?: Witness },
  query: string,
  variables: object = {},
  ownPauses: number[] = [],
) {
  const { key } = variables as { key?: string }
  // The shop's client also sends the idempotency key in this header.
  const headers = { ...(token && { authorization: token }), ...(key && { 'idempotency-key': key }) }
  const { data, errors } = await call(`${origin}/graphql`, { query, variables }, { headers, witness, ownPauses })
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

export const PASSWORD = 'clay and fire'
const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

const NOBODY: Witness = { failed() {}, bought() {} }

export async function newShopper(origin: string, witness = NOBODY): Promise<Shopper> {
  const email = `${randomUUID()}@shopper.example`
  const person = { password: PASSWORD, firstName: 'M', lastName: 'I', email }
  const { encodedToken: token } = (await call(`${origin}/api/auth/signup`, person)) as { encodedToken: string }
  const added = await call(`${origin}/api/user/address`, { address: ADDRESS }, { headers: { authorization: token } })
  return {
    origin,
    witness,
    email,
    token,
    lostLines: 0,
    addressId: (added as { address: { _id: string }[] }).address[0]!._id,
    paid: new Map(),
    cancelled: new Set(),
    unpaid: new Set(),
  }
}

const START = `mutation ($addressId: ID!, $key: String!) {
  startCheckout(addressId: $addressId, idempotencyKey: $key) { order { id number } payment { providerOrderId } userErrors { code } }
}`
const CONFIRM =
  'mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { order { status } userErrors { code } } }'

const CANCEL = 'mutation ($number: String!) { cancelOrder(number: $number) { order { status } userErrors { code } } }'

/**
 * Buys until `stopped`, then completes the current purchase. Cancels one in `cancelOneOf` orders, or none if it is 0.
 */
export async function buy(shopper: Shopper, stopped: AbortSignal, cancelOneOf = 0): Promise<void> {
  const { origin, witness, token, addressId, paid, cancelled } = shopper
  for (let i = Math.floor(Math.random() * seededProducts.length); !stopped.aborted; i += 1) {
    const beganAt = Date.now()
    const product = { _id: seededProducts[i % seededProducts.length]!.id }
    const added = { authorization: token, 'idempotency-key': randomUUID() }
    const { cart } = await call(`${origin}/api/user/cart`, { product }, { headers: added, witness })
    // Sold out.
    if (!cart) continue
    const key = randomUUID()
    const { startCheckout } = await ask(shopper, START, { addressId, key })
    if (!startCheckout.order || !startCheckout.payment) {
      const codes = (startCheckout.userErrors as { code: string }[]).map(({ code }) => code)
      if (codes.includes('CART_EMPTY')) shopper.lostLines += 1
      // In all other cases, another shopper bought the last item.
      await ask(shopper, 'mutation { clearCart { cart { id } } }')
      continue
    }
    const { providerOrderId } = startCheckout.payment as { providerOrderId: string }
    const pays = { 'idempotency-key': providerOrderId }
    const paying = { orderId: providerOrderId }
    const signed = await call(`${origin}/api/payments/sandbox/pay`, paying, { headers: pays, witness })
    const [paymentId, signature] = [signed.razorpay_payment_id, signed.razorpay_signature] as string[]
    const orderId = startCheckout.order.id as string
    const input = { orderId, providerOrderId, paymentId, signature }
    const { confirmPayment } = await ask(shopper, CONFIRM, { input }, CONFIRM_PAUSES_MS)
    if (confirmPayment.order?.status !== 'PAID') {
      shopper.unpaid.add(orderId)
      continue
    }
    witness.bought(beganAt)
    if (cancelOneOf === 0 || i % cancelOneOf !== 0) {
      paid.set(key, orderId)
      continue
    }
    const { cancelOrder } = await ask(shopper, CANCEL, { number: startCheckout.order.number as string })
    if (cancelOrder.order) cancelled.add(orderId)
  }
}
