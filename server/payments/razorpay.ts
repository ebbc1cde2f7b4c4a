/** Razorpay over its REST API: what can be asked again is, and whatever goes wrong leaves as PAYMENT_PROVIDER_UNAVAILABLE. */
import { setTimeout as sleep } from 'node:timers/promises'
import Razorpay from 'razorpay'
import { z } from 'zod'
import type { Settings } from '../settings'
import { DomainError } from '../shared/errors'
import type { PaymentProvider } from './provider'
import { isSigned, paymentContent } from './signatures'
import { readSignedWebhook, toProviderPayment, wirePayment, type WirePayment } from './webhook'

const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'
const TIMEOUT_MS = 8_000
const PAUSES_MS = [200, 600]

type RazorpaySettings = NonNullable<Settings['razorpay']>

/** `timeoutMs` bounds each single request. */
export function razorpayProvider(settings: RazorpaySettings, { timeoutMs = TIMEOUT_MS } = {}): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = settings
  const client = openClient(settings, timeoutMs)
  return {
    name: 'RAZORPAY',
    scriptUrl: CHECKOUT_SCRIPT,
    keyId,
    async createOrder(order) {
      // An attempt that reached Razorpay and got no answer may have made an order: one more would do no harm, but no good either.
      const created = await ask(() => client.orders.create(order), { isRepeatable: false })
      return parse(z.object({ id: z.string().min(1) }), created).id
    },
    verifySignature: ({ signature, ...signed }) => isSigned(paymentContent(signed), signature, keySecret),
    async listPayments({ providerOrderId, amount, currency }) {
      const answer = await ask(() => client.orders.fetchPayments(providerOrderId), { isRepeatable: true })
      const payments = parse(z.object({ items: z.array(wirePayment) }), answer).items
      const isSettled = payments.some(({ status }) => status === 'captured' || status === 'refunded')
      const chosen = isSettled ? undefined : payments.find((payment) => isCapturable(payment, amount, currency))
      const captured = chosen && (await capture(client, chosen))
      return payments.map((payment) => toProviderPayment(payment === chosen ? captured! : payment))
    },
    readWebhook: (rawBody, headers) => readSignedWebhook(rawBody, headers, webhookSecret),
  }
}

const isCapturable = (payment: WirePayment, amount: number, currency: string): boolean =>
  payment.status === 'authorized' && payment.amount === amount && payment.currency === currency

/** A refused or unanswered capture may be one that was made already: the payment itself tells. */
async function capture(client: Razorpay, { id, amount, currency }: WirePayment): Promise<WirePayment> {
  try {
    const answer = await ask(() => client.payments.capture(id, amount, currency), { isRepeatable: true })
    return parse(wirePayment, answer)
  } catch {
    return parse(wirePayment, await ask(() => client.payments.fetch(id), { isRepeatable: true }))
  }
}

interface Http {
  defaults: { baseURL: string; timeout: number; maxRedirects: number }
  interceptors: {
    request: { use(change: (config: { signal?: AbortSignal }) => object): void }
    response: { use(onAnswer: undefined, onFailure: (error: HttpFailure) => Promise<never>): void }
  }
}

interface HttpFailure {
  code?: string
  message: string
  response?: object
}

/**
 * The package takes neither a base URL nor a time-out, and trips over a failure that has no answer (it reads `response.status`
 * of nothing). Its HTTP client is within reach, so all three are set there: a deadline per request, and an answer with status 0
 * that carries the network's own error code.
 */
function openClient({ keyId, keySecret, apiUrl }: RazorpaySettings, timeoutMs: number): Razorpay {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const http = (client.api as unknown as { rq: Http }).rq
  http.defaults.baseURL = apiUrl
  http.defaults.timeout = timeoutMs
  http.defaults.maxRedirects = 0
  http.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeoutMs) }))
  http.interceptors.response.use(undefined, (error) => {
    error.response ??= { status: 0, data: { error: { code: error.code, description: error.message } } }
    return Promise.reject(error as unknown as Error)
  })
  return client
}

const refusal = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().optional(), description: z.string().optional() }).optional().catch(undefined),
})
type Refusal = z.infer<typeof refusal>

/** Network failures after which it is certain that nothing reached the provider. */
const NOTHING_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function isWorthAnother({ statusCode, error }: Refusal, isRepeatable: boolean): boolean {
  if (statusCode === 429 || statusCode >= 500) return true
  if (statusCode !== 0) return false
  return NOTHING_SENT.includes(error?.code ?? '') || (isRepeatable && error?.code === 'ECONNRESET')
}

/** A time-out is never waited for twice: the shopper is watching. */
async function ask<Answer>(call: () => Promise<Answer>, { isRepeatable }: { isRepeatable: boolean }): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (thrown) {
      const parsed = refusal.safeParse(thrown)
      if (!parsed.success) throw unavailable('The razorpay package failed', thrown)
      const { statusCode, error } = parsed.data
      const pause = PAUSES_MS[attempt]
      if (pause === undefined || !isWorthAnother(parsed.data, isRepeatable)) {
        throw unavailable(
          `Razorpay answered ${statusCode || 'nothing'}: ${error?.code ?? ''} ${error?.description ?? ''}`,
        )
      }
      await sleep(pause)
    }
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer)
  if (!result.success) throw unavailable('Razorpay answered something else than documented', result.error)
  return result.data
}

const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { cause: new Error(message, { cause }) })
