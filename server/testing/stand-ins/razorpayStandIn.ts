/** A small server on loopback that responds like Razorpay's documented API, and simulates network failures on demand. */
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from '../../payments/signatures'

/**
 * The outcome of a request: success, an HTTP status, no response at all, a connection closed before the work (immediately or later) or
 * after it, no response although the work was done, a redirect, or a response that is not JSON.
 */
export type Fault =
  | 'none'
  | 401
  | 429
  | 500
  | 502
  | 'no answer'
  | 'done, no answer'
  | 'cut'
  | 'late cut'
  | 'answer lost'
  | 'redirect'
  | 'garbage'

export interface StandInPayment {
  id: string
  entity: 'payment'
  order_id: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  /** Paise. */
  amount: number
  currency: string
  captured: boolean
  /** Paise. */
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
}

export interface StandInRefund {
  id: string
  entity: 'refund'
  payment_id: string
  receipt: string | null
  /** Paise. */
  amount: number
  status: 'pending' | 'processed' | 'failed'
  /** Seconds. */
  created_at: number
}

interface StandInOrder {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string
  status: 'created' | 'paid'
}

const KEYS = { keyId: 'rzp_test_standin', keySecret: 'the key secret', webhookSecret: 'the webhook secret' }
const newId = (prefix: string): string => `${prefix}_${randomBytes(7).toString('hex')}`

export async function startRazorpayStandIn() {
  const orders = new Map<string, StandInOrder>()
  const payments = new Map<string, StandInPayment>()
  const refunds = new Map<string, StandInRefund>()
  /** Keyed by idempotency key, with the request's body. */
  const refundsByKey = new Map<string, { body: string; refund: StandInRefund }>()
  let refundStatus: StandInRefund['status'] = 'processed'
  let refundAmount: number | null = null
  const requests: string[] = []
  const faults: Fault[] = []
  const cuts = new EventEmitter()

  /** Path patterns of the API, each with its response. */
  const routes: [RegExp, (id: string, body: Record<string, unknown>, key: string, line: string) => StandInResponse][] =
    [
      [/^POST \/v1\/orders$/, (_, body) => createOrder(body)],
      [/^GET \/v1\/orders\/([^/]+)\/payments$/, (id) => listPayments(id)],
      [/^GET \/v1\/payments\/([^/]+)$/, (id) => found(payments.get(id))],
      [/^POST \/v1\/payments\/([^/]+)\/capture$/, (id, body) => capture(id, body)],
      [/^POST \/v1\/payments\/([^/]+)\/refund$/, (id, body, key) => refund(id, body, key)],
      [
        /^GET \/v1\/payments\/([^/]+)\/refunds\?count=100&skip=\d+$/,
        (id, _body, _key, line) => listRefundsOf(id, line),
      ],
      [/^GET \/v1\/refunds\?from=(\d+)&count=100&skip=\d+$/, (from, _body, _key, line) => listRefunds(from, line)],
    ]

  function createOrder({ amount, currency, receipt }: Record<string, unknown>): StandInResponse {
    if (!Number.isInteger(amount) || (amount as number) < 100)
      return refuse(400, 'Order amount less than minimum amount allowed')
    if (typeof receipt === 'string' && receipt.length > 40)
      return refuse(400, 'The receipt may not be greater than 40 characters.')
    const order: StandInOrder = {
      id: newId('order'),
      entity: 'order',
      amount: amount as number,
      currency: String(currency),
      receipt: String(receipt),
      status: 'created',
    }
    orders.set(order.id, order)
    return { status: 200, body: order }
  }

  function listPayments(orderId: string): StandInResponse {
    if (!orders.has(orderId)) return unknownId()
    const items = [...payments.values()].filter(({ order_id }) => order_id === orderId)
    return { status: 200, body: { entity: 'collection', count: items.length, items } }
  }

  function capture(id: string, { amount }: Record<string, unknown>): StandInResponse {
    const payment = payments.get(id)
    if (!payment) return unknownId()
    if (payment.status === 'captured') return refuse(400, 'This payment has already been captured')
    if (payment.status !== 'authorized')
      return refuse(400, 'Only payments which have been authorized and not yet captured can be captured')
    if (payment.amount !== amount) return refuse(400, 'Capture amount must be equal to the amount authorized')
    Object.assign(payment, { status: 'captured', captured: true })
    return { status: 200, body: payment }
  }

  const refundsOf = (id: string) => [...refunds.values()].filter(({ payment_id }) => payment_id === id)

  function pageOf(all: StandInRefund[], line: string): StandInResponse {
    const skip = Number(/skip=(\d+)/.exec(line)![1])
    const items = all.slice(skip, skip + 100)
    return { status: 200, body: { entity: 'collection', count: items.length, items } }
  }

  function listRefunds(from: string, line: string): StandInResponse {
    return pageOf([...refunds.values()].filter(({ created_at }) => created_at >= Number(from)).reverse(), line)
  }

  function listRefundsOf(id: string, line: string): StandInResponse {
    return payments.has(id) ? pageOf(refundsOf(id), line) : unknownId()
  }

  /** Updates the payment's own count of its refunds, which Razorpay does when it makes a refund and when one fails. */
  function countRefunds(id: string): void {
    const payment = payments.get(id)
    if (!payment?.captured) return
    const back = refundsOf(id).reduce((sum, each) => sum + (each.status === 'failed' ? 0 : each.amount), 0)
    const isWhole = back >= payment.amount
    Object.assign(payment, {
      status: isWhole ? 'refunded' : 'captured',
      amount_refunded: back,
      refund_status: isWhole ? 'full' : back > 0 ? 'partial' : null,
    })
  }

  function refund(id: string, body: Record<string, unknown>, key: string): StandInResponse {
    const payment = payments.get(id)
    if (!payment) return unknownId()
    const text = JSON.stringify([id, body])
    const earlier = refundsByKey.get(key)
    if (earlier && earlier.body !== text)
      return refuse(400, 'Different request body sent with the same idempotency key')
    if (earlier) return { status: 200, body: earlier.refund }
    const amount = Number(body['amount'])
    if (!(amount >= 100)) return refuse(400, 'The amount must be at least INR 1.00')
    const back = refundsOf(id).reduce((sum, each) => sum + (each.status === 'failed' ? 0 : each.amount), 0)
    if (back + amount > payment.amount) return refuse(400, 'The refund amount provided is greater than amount captured')
    const receipt = typeof body['receipt'] === 'string' ? body['receipt'] : null
    const made: StandInRefund = {
      id: newId('rfnd'),
      entity: 'refund',
      payment_id: id,
      receipt,
      amount: refundAmount ?? amount,
      status: refundStatus,
      created_at: Math.floor(Date.now() / 1000),
    }
    refunds.set(made.id, made)
    countRefunds(id)
    if (key.length >= 10) refundsByKey.set(key, { body: text, refund: made })
    return { status: 200, body: made }
  }

  const authorization = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`
  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method} ${request.url}`
    requests.push(line)
    const body = await readBody(request)
    const fault = faults.shift()
    if (fault === 'no answer') return
    if (fault === 'late cut') await once(cuts, 'cut')
    if (fault === 'cut' || fault === 'late cut') return void request.socket.destroy()
    if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    if (fault === 'redirect') return void response.writeHead(302, { location: '/v1/elsewhere' }).end()
    if (typeof fault === 'number') return send(response, refuse(fault, FAULT_TEXTS[fault]))
    if (request.headers.authorization !== authorization) return send(response, refuse(401, 'Authentication failed'))
    const standInResponse = route(line, body, String(request.headers['x-refund-idempotency'] ?? ''))
    if (fault === 'done, no answer') return
    if (fault === 'answer lost') return void request.socket.destroy()
    send(response, standInResponse)
  }

  function route(line: string, body: Record<string, unknown>, key: string): StandInResponse {
    for (const [pattern, respond] of routes) {
      const match = pattern.exec(line)
      if (match) return respond(match[1] ?? '', body, key, line)
    }
    return refuse(404, 'The requested URL was not found on the server.')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    ...KEYS,
    url,
    orders,
    refunds,
    /** Sets the outcome of later refunds. */
    refundsGo(status: StandInRefund['status']): void {
      refundStatus = status
    },
    /** Later refunds have this amount in paise instead of the requested one. Null for the requested amount. */
    refundsAre(amount: number | null): void {
      refundAmount = amount
    },
    /** Cuts the connections of all requests with the fault 'late cut'. */
    cutLate: () => cuts.emit('cut'),
    /** Makes a refund as Razorpay's dashboard would. No webhook arrives. */
    refundOnPages(paymentId: string, amount: number): StandInRefund {
      const { body } = refund(paymentId, { amount }, '')
      if (!('payment_id' in body)) throw new Error(JSON.stringify(body))
      return body as StandInRefund
    },
    /** Ends a pending refund. No webhook arrives. */
    endRefund(id: string, status: 'processed' | 'failed'): StandInRefund {
      const ended = refunds.get(id)!
      ended.status = status
      countRefunds(ended.payment_id)
      return ended
    },
    /** The method and path of all requests, oldest first. */
    requests,
    /** The environment for an app that uses this server. */
    env: {
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RAZORPAY_API_URL: url,
      // By default, staff would need an authenticator app.
      STAFF_TOTP: 'optional',
    },
    /** The next requests fail with these faults, one fault per request. Later requests succeed. */
    failNext(...next: Fault[]): void {
      faults.splice(0, faults.length, ...next)
    },
    /** Pays as a shopper, or tries to. */
    pay(orderId: string, changes: Partial<StandInPayment> = {}): StandInPayment {
      const { amount, currency } = orders.get(orderId)!
      const payment: StandInPayment = {
        id: newId('pay'),
        entity: 'payment',
        order_id: orderId,
        status: 'captured',
        amount,
        currency,
        captured: (changes.status ?? 'captured') === 'captured',
        amount_refunded: 0,
        refund_status: null,
        ...changes,
      }
      payments.set(payment.id, payment)
      return payment
    },
    payment: (id: string): StandInPayment => payments.get(id)!,
    /** The signature that the checkout script passes to the page. */
    signatureOf: ({ id, order_id }: StandInPayment): string => sign(`${order_id}|${id}`, KEYS.keySecret),
    /**
     * A webhook request as it is sent over the network. Razorpay's events about a refund also carry the payment. `alone` leaves the payment
     * out.
     */
    webhook(event: string, entity: StandInPayment | StandInRefund, eventId = newId('evt'), { alone = false } = {}) {
      const paid = entity.entity === 'refund' && !alone ? payments.get(entity.payment_id) : undefined
      const parts = { [entity.entity]: { entity }, ...(paid && { payment: { entity: paid } }) }
      const payload = JSON.stringify({ entity: 'event', event, contains: Object.keys(parts), payload: parts })
      const signature = sign(payload, KEYS.webhookSecret)
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': eventId,
      }
      return { method: 'POST' as const, url: '/api/payments/razorpay/webhook', headers, payload }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

interface StandInResponse {
  status: number
  body: object
}

const refuse = (status: number, description: string): StandInResponse => ({
  status,
  body: {
    error: {
      code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
      description,
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
    },
  },
})

const unknownId = (): StandInResponse => refuse(400, 'The id provided does not exist')
const found = (body: object | undefined): StandInResponse => (body ? { status: 200, body } : unknownId())

const FAULT_TEXTS = {
  401: 'Authentication failed',
  429: 'Request failed. Please try after sometime.',
  500: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  502: 'Bad gateway',
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function send(response: ServerResponse, { status, body }: StandInResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
