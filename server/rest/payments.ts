/** Requests from payment providers: webhooks with their raw bodies, and the sandbox's payments. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordPayment } from '../domain/orders/payment/payment'
import { recordRefundEvent } from '../domain/orders/after-sale/refundReports'
import { isSandbox, type Delivery, type SandboxProvider } from '../payments/sandbox'
import { sandboxPayBody } from '../shared/contract/payments'
import { SANDBOX_SCENARIOS } from '../shared/sandboxScenarios'
import { parseInput } from '../shared/validation'
import { refuse } from './errors'
import { isObject } from './input'
import { schemas } from './openapi/schemas'

/** Registers only the routes of the shop's provider. */
export async function payments(app: FastifyInstance): Promise<void> {
  const provider = app.shop.payments
  if (isSandbox(provider)) await app.register(webhook, { path: '/sandbox/webhook', schema: schemas.sandboxWebhook })
  else await app.register(webhook, { path: '/razorpay/webhook', schema: schemas.razorpayWebhook })
  if (isSandbox(provider)) await app.register(sandboxPayments, { sandbox: provider })
}

/**
 * Responds with 200 if the event was handled, now or earlier, and with 400 if the signature is bad. Otherwise responds with 500 or, if the
 * provider or the database must first respond, with 503, so that the provider sends the event again.
 */
async function webhook(app: FastifyInstance, { path, schema }: { path: string; schema: object }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post(path, { schema }, async (request, reply) => {
    const { shop } = app
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const events = shop.payments.readWebhook(rawBody, request.headers)
    if (!events) return refuse(reply, 'WEBHOOK_SIGNATURE_INVALID')
    if (events.length === 0) request.log.info('webhook without a payment')
    for (const event of events) {
      if ('refund' in event) await recordRefundEvent(shop, event)
      else await recordPayment(shop, { ...event, source: 'WEBHOOK' })
    }
    return { status: 'ok' }
  })
}

/** The delay of a late webhook after the response. */
const LATE_MS = 3_000

/** The sandbox's checkout script, or a test, pays here. Like the real provider's host, it needs no token. */
async function sandboxPayments(app: FastifyInstance, { sandbox }: { sandbox: SandboxProvider }): Promise<void> {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    closing.abort()
    await Promise.all(underWay)
  })
  const webhookUrl = `${app.prefix}/sandbox/webhook`

  /** Sends the webhook to the real route, which checks the signature as usual. */
  async function deliver(delivery: Delivery): Promise<void> {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: webhookUrl,
      headers: delivery.headers,
      payload: delivery.body,
    })
    if (statusCode !== 200) app.log.error({ statusCode }, 'the shop did not accept the sandbox webhook')
  }

  async function deliverLater(deliveries: Delivery[], delayMs: number): Promise<void> {
    try {
      await sleep(delayMs, undefined, { signal: closing.signal })
      await Promise.all(deliveries.map(deliver))
    } catch (error) {
      if (!closing.signal.aborted) app.log.error({ err: error }, 'could not deliver the sandbox webhook')
    }
  }

  function afterResponse(deliveries: Delivery[], delayMs = 0): void {
    const sent = deliverLater(deliveries, delayMs).finally(() => underWay.delete(sent))
    underWay.add(sent)
  }

  sandbox.onRefund(afterResponse)

  app.get('/sandbox/scenarios', { schema: schemas.listSandboxScenarios }, () => ({ scenarios: SANDBOX_SCENARIOS }))

  app.post('/sandbox/pay', { schema: schemas.payAtSandbox }, async ({ body }, reply) => {
    const { orderId, scenario } = parseInput(sandboxPayBody, isObject(body) ? body : {})
    const paid = await sandbox.pay(orderId, scenario)
    if (!paid) return refuse(reply, 'SANDBOX_ORDER_NOT_FOUND')
    const news = sandbox.announce(paid.payment)
    if (!paid.signed) {
      await Promise.all(news.map(deliver))
      return decline(reply, paid.payment)
    }
    if (scenario === 'webhook-first' || scenario === 'webhook-only') for (const event of news) await deliver(event)
    if (scenario === 'webhook-thrice') afterResponse([news[0]!, news[0]!, news[0]!])
    if (scenario === 'late-webhook') afterResponse(news, LATE_MS)
    return paid.signed
  })
}

/** Uses the format of Razorpay's error body, which the script passes to `payment.failed`. */
const decline = (reply: FastifyReply, payment: { id: string; orderId: string }): FastifyReply =>
  reply.code(402).send({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: 'Your payment was declined by the bank. Try another payment method.',
      source: 'issuer_bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { payment_id: payment.id, order_id: payment.orderId },
    },
  })
