import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRazorpayStandIn, type Fault } from '../testing/stand-ins/razorpayStandIn'
import { RefundRefused } from './provider'
import { razorpayProvider } from './razorpay'

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())

const { keyId, keySecret, webhookSecret, url: apiUrl } = standIn
const provider = razorpayProvider({ keyId, keySecret, webhookSecret, apiUrl }, { timeoutMs: 4_000 })
const amounts = { amount: 119_900, currency: 'INR' }
const open = () => provider.createOrder({ ...amounts, receipt: 'CER-000001-abcd' })
const unavailable = expect.objectContaining({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' })

beforeEach(() => void (standIn.requests.length = 0))

describe('createOrder', () => {
  it('opens an order and returns its id', async () => {
    const id = await open()
    expect(standIn.orders.get(id)).toMatchObject({ ...amounts, receipt: 'CER-000001-abcd' })
  })

  it.each<Fault[][]>([[[429]], [[500]], [[502, 429]]])('retries after %j', async (faults) => {
    standIn.failNext(...faults)
    expect(await open()).toMatch(/^order_/)
    expect(standIn.requests).toHaveLength(faults.length + 1)
  })

  it.each<[Fault[], number]>([
    [[500, 500, 500], 3],
    [[401], 1],
    [['no answer'], 1],
    [['cut'], 1],
    [['answer lost'], 1],
    [['redirect'], 1],
    [['garbage'], 1],
  ])('gives up after %j', async (faults, requests) => {
    standIn.failNext(...faults)
    await expect(open()).rejects.toEqual(unavailable)
    expect(standIn.requests).toHaveLength(requests)
  })

  it('gives up if the server cannot be reached, or rejects the keys or the amount', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const nowhere = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
    await new Promise((done) => closed.close(done))
    for (const wrong of [{ apiUrl: nowhere }, { keySecret: 'another' }]) {
      const broken = razorpayProvider({ keyId, keySecret, webhookSecret, apiUrl, ...wrong })
      await expect(broken.createOrder({ ...amounts, receipt: 'r' })).rejects.toEqual(unavailable)
    }
    await expect(provider.createOrder({ ...amounts, amount: 99, receipt: 'r' })).rejects.toEqual(unavailable)
  })

  it('reports the cause, without the keys', async () => {
    standIn.failNext(401)
    const error = (await open().catch((thrown: unknown) => thrown)) as Error
    expect(String((error.cause as Error).message)).toContain('401')
    expect(JSON.stringify([error, error.cause, (error.cause as Error).message])).not.toContain(keySecret)
  })
})

describe('listPayments', () => {
  const list = (providerOrderId: string) => provider.listPayments({ providerOrderId, ...amounts })

  it('distinguishes captured, failed and pending payments', async () => {
    const orderId = await open()
    const statuses = ['captured', 'failed', 'created', 'refunded', 'authorized'] as const
    const payments = statuses.map((status) => standIn.pay(orderId, { status }))
    const told = ['captured', 'failed', 'pending', 'pending', 'pending']
    expect(await list(orderId)).toEqual(payments.map(({ id }, i) => ({ id, status: told[i], ...amounts, refunded: 0 })))
    expect(standIn.payment(payments[4]!.id).status).toBe('authorized')
  })

  it('captures exactly one authorized payment of the right amount', async () => {
    const orderId = await open()
    const [dear, right, second] = [{ amount: 200_000 }, {}, {}].map((changes) =>
      standIn.pay(orderId, { status: 'authorized', ...changes }),
    )
    expect((await list(orderId)).map(({ status }) => status)).toEqual(['pending', 'captured', 'pending'])
    expect(await list(orderId)).toHaveLength(3)
    expect([dear, right, second].map((payment) => standIn.payment(payment!.id).status)).toEqual([
      'authorized',
      'captured',
      'authorized',
    ])
  })

  it('determines whether a payment was captured if the response was lost', async () => {
    const orderId = await open()
    standIn.pay(orderId, { status: 'authorized' })
    standIn.failNext('none', 'answer lost')
    expect((await list(orderId)).map(({ status }) => status)).toEqual(['captured'])
  })

  it.each<Fault[][]>([[[500]], [[429, 502]], [['cut']]])('retries after %j', async (faults) => {
    const orderId = await open()
    standIn.failNext(...faults)
    expect(await list(orderId)).toEqual([])
  })

  it.each<Fault[][]>([[[500, 500, 500]], [['no answer']], [['garbage']], [[401]]])(
    'gives up after %j',
    async (faults) => {
      const orderId = await open()
      standIn.failNext(...faults)
      await expect(list(orderId)).rejects.toEqual(unavailable)
    },
  )

  it('gives up on an order that is unknown to Razorpay', async () => {
    await expect(list('order_unknown')).rejects.toEqual(unavailable)
  })
})

describe('findPayment', () => {
  it('returns the payment with its order, or null', async () => {
    const payment = standIn.pay(await open())
    standIn.refundOnPages(payment.id, 5000)
    expect(await provider.findPayment(payment.id)).toEqual({
      providerOrderId: payment.order_id,
      payment: { id: payment.id, status: 'captured', ...amounts, refunded: 5000 },
    })
    standIn.refundOnPages(payment.id, amounts.amount - 5000)
    expect(payment.status).toBe('refunded')
    expect((await provider.findPayment(payment.id))!.payment).toMatchObject({
      status: 'captured',
      refunded: amounts.amount,
    })
    expect(await provider.findPayment('pay_unknown')).toBeNull()
    payment.order_id = ''
    expect(await provider.findPayment(payment.id)).toBeNull()
    standIn.failNext(401)
    await expect(provider.findPayment(payment.id)).rejects.toEqual(unavailable)
  })
})

describe('a list of payments or refunds', () => {
  it('is read up to a limit, with an alarm', async () => {
    const alarm = vi.fn()
    let pages = 0
    const full = Array.from({ length: 100 }, (_, i) => ({ id: `rfnd_${i}`, payment_id: 'p', status: 'x', amount: 1 }))
    const endless = createServer((_request, response) => {
      const items = full.map((item) => ({ ...item, id: `${item.id}_${pages}` }))
      pages += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }))
    }).listen(0, '127.0.0.1')
    await once(endless, 'listening')
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
    const watched = razorpayProvider({ keyId, keySecret, webhookSecret, apiUrl: url }, { log: { error: alarm } })
    expect(await watched.listRefunds(new Date())).toHaveLength(10_000)
    expect(pages).toBe(100)
    expect(alarm).toHaveBeenCalledExactlyOnceWith({ refunds: 10_000 }, expect.stringContaining('more refunds'))
    endless.closeAllConnections()
    await new Promise((closed) => endless.close(closed))
  })

  it('is read item by item: an unreadable payment hides no other payment', async () => {
    const alarm = vi.fn()
    const watched = razorpayProvider({ keyId, keySecret, webhookSecret, apiUrl }, { log: { error: alarm } })
    const orderId = await open()
    const [odd, good] = [standIn.pay(orderId), standIn.pay(orderId)]
    Object.assign(odd, { amount: 'much' })
    expect(await watched.listPayments({ providerOrderId: orderId, ...amounts })).toMatchObject([{ id: good.id }])
    expect(alarm).toHaveBeenCalledExactlyOnceWith(
      { item: { id: odd.id }, why: expect.stringContaining('amount') },
      expect.any(String),
    )
  })
})

describe('refund', () => {
  async function paid() {
    const payment = standIn.pay(await open())
    standIn.requests.length = 0
    return payment.id
  }
  const refund = (paymentId: string, amount = 5000, key: string = randomUUID()) =>
    provider.refund({ paymentId, amount, key })

  it('makes only one refund per key', async () => {
    const paymentId = await paid()
    const key = randomUUID()
    const made = await refund(paymentId, 5000, key)
    expect(made).toEqual({ id: expect.stringMatching(/^rfnd_/), paymentId, key, status: 'processed', amount: 5000 })
    expect(await refund(paymentId, 5000, key)).toEqual(made)
    await refund(paymentId, 6000)
    expect(await provider.findRefunds(paymentId)).toEqual([made, expect.objectContaining({ amount: 6000 })])
  })

  it("reports Razorpay's reason for a refusal", async () => {
    const paymentId = await paid()
    const refused = await refund(paymentId, 119_901).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RefundRefused)
    expect((refused as Error).message).toBe('The refund amount provided is greater than amount captured')
    expect(await provider.findRefunds(paymentId)).toEqual([])
  })

  it.each<[Fault[], number]>([
    [['no answer'], 1],
    [['garbage'], 1],
    [[401], 1],
    [['answer lost', 'answer lost', 'answer lost'], 3],
    [[500, 429, 502], 3],
  ])('reports an unknown outcome after %j as unavailable', async (faults, requests) => {
    const paymentId = await paid()
    standIn.failNext(...faults)
    await expect(refund(paymentId)).rejects.toEqual(unavailable)
    expect(standIn.requests).toHaveLength(requests)
  })
})

describe('verifySignature', () => {
  // Computed independently: openssl dgst -sha256 -hmac 'the key secret'
  const signed = { providerOrderId: 'order_DBJOWzybf0sJbb', paymentId: 'pay_29QQoUBi66xm2f' }
  const signature = 'e487cae6090b0fe795fab00697d5fbf3bb245113a993a23fda79069b4a209674'

  it("accepts only Razorpay's signatures", () => {
    expect(provider.verifySignature({ ...signed, signature })).toBe(true)
    expect(provider.verifySignature({ ...signed, paymentId: 'pay_29QQoUBi66xm2g', signature })).toBe(false)
    for (const wrong of ['', 'x', signature.toUpperCase(), `${signature} `, signature.slice(0, -1)]) {
      expect(provider.verifySignature({ ...signed, signature: wrong })).toBe(false)
    }
  })
})
