/**
 * 50 shoppers repeat the recorded session, each with one action per second. Measures how long each request takes.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, callOf, nameOf, requestsOf, type Recorded, type Values } from '../recording'
import { send } from './callers'
import { paidIn, placedIn, totalIn } from './responses'
import { PASSWORD, type Shopper } from './shoppers'
import { payCall } from './subjects'

const SHOPPERS = 50
const STEPS = [
  ...['home', 'suggestions', 'search', 'listing', 'listing, sorted', 'product', 'add', 'listing, logged in'],
  ...['listing, logged in, sorted', 'cart', 'quantity', 'checkout', 'place order', 'pay', 'orders'],
]
/** These requests run in order, because each needs a value from the response to an earlier one. */
const ORDER = ['Login', 'AddToCart', 'StartCheckout', '/api/payments/sandbox/pay', 'ConfirmPayment']
const PRODUCT = 'sea-glass-serving-bowl'

/** The duration of each request in milliseconds, by operation or path. */
export type Times = Map<string, number[]>

export async function walkTogether(
  origin: string,
  shoppers: Shopper[],
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<Times> {
  const times: Times = new Map()
  const agent = new Agent({ keepAlive: true, maxSockets: 6 * SHOPPERS })
  try {
    // Sends all documents once, so that the server has their hashes.
    const first = valuesOf(shoppers[0]!)
    for (const step of STEPS) await act(step, first, (request, values) => ask(origin, request, values))
    const start = performance.now() + warmUp * 1000
    const end = start + seconds * 1000
    const timed = async (request: Recorded, values: Values) => {
      const call = callOf(request, values)
      const began = performance.now()
      const text = await send(origin, agent, call)
      const name = nameOf(request)
      if (began > start) times.set(name, [...(times.get(name) ?? []), performance.now() - began])
      return text
    }
    await Promise.all(
      shoppers.slice(0, SHOPPERS).map(async (shopper, i) => {
        const values = valuesOf(shopper)
        await sleep((i * 1000) / SHOPPERS)
        // The shoppers start at different steps, all before the first addition to the cart.
        for (let n = i % (STEPS.indexOf('add') + 1); performance.now() < end; n += 1) {
          const next = performance.now() + 1000
          await act(STEPS[n % STEPS.length]!, values, timed)
          await sleep(Math.max(0, next - performance.now()))
        }
      }),
    )
    return times
  } finally {
    agent.destroy()
  }
}

const valuesOf = ({ token, addressId, email, orderNumber }: Shopper): Values => ({
  ...{ token, addressId, email, password: PASSWORD, number: orderNumber, productId: PRODUCT },
  browserKey: `browser of ${email}`,
})

const withKey = (values: Values): Values => ({ ...values, idempotencyKey: randomUUID() })

/**
 * Sends the requests of a step in parallel, except those that depend on each other's responses. `values` belong to the
 * shopper, and responses add to them.
 */
async function act(step: string, values: Values, send: (request: Recorded, values: Values) => Promise<string>) {
  const requests = requestsOf(step)
  const later = requests.filter((request) => ORDER.includes(nameOf(request)))
  later.sort((a, b) => ORDER.indexOf(nameOf(a)) - ORDER.indexOf(nameOf(b)))
  await Promise.all([
    ...requests
      .filter((request) => !later.includes(request))
      .map(async (request) => {
        const text = await send(request, withKey(values))
        if (nameOf(request) === 'CheckoutPageQuery') Object.assign(values, totalIn(text))
      }),
    (async () => {
      for (const request of later) {
        const own = withKey(values)
        if (nameOf(request) === '/api/payments/sandbox/pay')
          Object.assign(values, paidIn(await send(request, payCall(own))))
        else if (nameOf(request) === 'StartCheckout') Object.assign(values, placedIn(await send(request, own)))
        else await send(request, own)
      }
    })(),
  ])
}
