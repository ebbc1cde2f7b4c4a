/** Fifty buyers at once, who buy a few of 22 products over and over: how even their checkouts are, and how many orders are paid in a minute. */
import { Agent } from 'node:http'
import pg from 'pg'
import type { Running } from '../processes'
import type { Row } from '../rows'
import { send, type Call } from './callers'
import { CONFIRM, postCall, startCheckout } from './calls'
import { cpuMsOf, cpuMsOfServer } from './cpu'
import { tidyUp, type Shopper } from './shoppers'

const BUYERS = 50
/** Of one purchase: some products lie in many carts at once. */
const LINES = 3

interface Started {
  data: { startCheckout: { order: { id: string }; payment: { providerOrderId: string } } }
}

interface Paid {
  razorpay_payment_id: string
  razorpay_signature: string
}

interface Place {
  url: string
  postmaster: number
  shoppers: Shopper[]
}

/** A call that is refused or fails ends the measurement, so none is sent twice. */
export async function measureCheckouts(
  { origin, pid }: Running,
  { url, postmaster, shoppers }: Place,
  seconds: number,
): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  const products = (await db.query<{ id: string }>('SELECT id FROM product ORDER BY id')).rows.map(({ id }) => id)
  const agent = new Agent({ keepAlive: true, maxSockets: BUYERS })
  const checkouts: number[] = []
  let orders = 0

  const ask = async <Answer>(call: Call): Promise<Answer> => JSON.parse(await send(origin, agent, call)) as Answer

  async function buy(shopper: Shopper, first: number): Promise<void> {
    const { token } = shopper
    const began = performance.now()
    const { order, payment } = (await ask<Started>(startCheckout(shopper))).data.startCheckout
    checkouts.push(performance.now() - began)
    const { providerOrderId } = payment
    const paid = await ask<Paid>(postCall('/api/payments/sandbox/pay', { orderId: providerOrderId }))
    const input = {
      orderId: order.id,
      providerOrderId,
      paymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
    }
    await ask(postCall('/graphql', { query: CONFIRM, variables: { input } }, token))
    orders += 1
    for (let i = 0; i < LINES; i += 1) {
      const product = { _id: products[(first + i * i) % products.length]! }
      await ask(postCall('/api/user/cart', { product }, token))
    }
  }

  const countDeadlocks = async () =>
    (
      await db.query<{ n: number }>(
        `SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`,
      )
    ).rows[0]!.n

  try {
    await tidyUp(db)
    const deadlocks = await countDeadlocks()
    const before = { server: cpuMsOf(pid), database: cpuMsOfServer(postmaster), at: performance.now() }
    const end = before.at + seconds * 1000
    await Promise.all(
      shoppers.slice(0, BUYERS).map(async (shopper, buyer) => {
        for (let n = 0; performance.now() < end; n += 1) await buy(shopper, buyer * 5 + n)
      }),
    )
    const passed = performance.now() - before.at
    const busy = (ms: number) => `${((100 * ms) / passed).toFixed(0)} %`
    console.log(
      `${BUYERS} buyers: ${Math.round((orders * 60_000) / passed)} orders a minute; the server was busy for`,
      `${busy(cpuMsOf(pid) - before.server)} of the time, the database for ${busy(cpuMsOfServer(postmaster) - before.database)}.`,
    )
    checkouts.sort((a, b) => a - b)
    const at = (share: number) => checkouts[Math.floor(checkouts.length * share)]!
    // The statistics come a moment later.
    await db.query('SELECT pg_sleep(1)')
    return [
      {
        name: `p99 / p50 of startCheckout, ${BUYERS} buyers at once`,
        value: at(0.99) / at(0.5),
        unit: 'x',
        target: 10,
      },
      { name: 'Deadlocks meanwhile', value: (await countDeadlocks()) - deadlocks, unit: '', target: 0 },
    ]
  } finally {
    agent.destroy()
    await db.end()
  }
}
