/**
 * Calls Razorpay's REST API. Requests that are safe to repeat are retried, and every failure becomes PAYMENT_PROVIDER_UNAVAILABLE. The
 * package `razorpay` is not used: it has no timeout and no base URL, compares signatures in variable time, and depends on axios.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Settings } from '../settings'
import { fetchWithin } from '../external/fetchWithin'
import { UNWATCHED, type Outcomes } from '../external/externalServices'
import { DomainError } from '../shared/errors'
import { RefundRefused, type PaymentProvider } from './provider'
import { isSigned, paymentContent } from './signatures'
import {
  readSignedWebhook,
  toOrderPayment,
  toProviderPayment,
  toProviderRefund,
  wirePayment,
  wireRefund,
  type WirePayment,
} from './webhook'

const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'
const TIMEOUT_MS = 8_000
const RETRY_DELAYS_MS = [200, 600]
/** Razorpay lists 10 refunds by default, and never more than 100. */
const PAGE = 100
/** The shop reads at most this many pages of a list of refunds, which is 10,000 refunds. */
const MAX_PAGES = 100

type RazorpaySettings = NonNullable<Settings['razorpay']>

interface Options {
  /** The time limit for each request. */
  timeoutMs?: number
  outcomes?: Outcomes
  log?: Log
}

interface Log {
  error(details: object, message: string): void
}
const SILENT: Log = { error: () => {} }

export function razorpayProvider(
  settings: RazorpaySettings,
  { timeoutMs = TIMEOUT_MS, outcomes = UNWATCHED, log = SILENT }: Options = {},
): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = settings
  const api = razorpayApi(settings, timeoutMs, outcomes)

  /** Reads a list item by item, so that one bad item hides no other item and does not count as a failure of the provider. */
  const readable = <Item>(items: unknown[], schema: z.ZodType<Item>): Item[] =>
    items.flatMap((item) => {
      const { success, data, error } = schema.safeParse(item)
      if (success) return [data]
      log.error({ item: idsOf(item), why: z.prettifyError(error) }, 'Razorpay sent an item that the shop cannot read')
      return []
    })

  /** A refund made meanwhile moves the others to later pages, so a page may repeat a refund but skips none. */
  async function allRefunds(readPage: (skip: number) => Promise<{ items: unknown[] }>) {
    const refunds = new Map<string, z.infer<typeof wireRefund>>()
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items } = await readPage(page * PAGE)
      for (const refund of readable(items, wireRefund)) refunds.set(refund.id, refund)
      if (items.length < PAGE) return [...refunds.values()].map(toProviderRefund)
    }
    log.error(
      { refunds: refunds.size },
      'Razorpay has more refunds than the shop reads. Check the oldest refunds in its dashboard.',
    )
    return [...refunds.values()].map(toProviderRefund)
  }

  return {
    name: 'RAZORPAY',
    scriptUrl: CHECKOUT_SCRIPT,
    keyId,
    createOrder: async (order) => (await api.createOrder(order)).id,
    verifySignature: ({ signature, ...signed }) => isSigned(paymentContent(signed), signature, keySecret),
    async listPayments({ providerOrderId, amount, currency }) {
      const payments = readable((await api.listPayments(providerOrderId)).items, wirePayment)
      const isSettled = payments.some(({ status }) => status === 'captured' || status === 'refunded')
      const chosen = isSettled ? undefined : payments.find((payment) => isCapturable(payment, amount, currency))
      // If a capture was refused or got no response, an earlier one may have succeeded, so this reads the payment itself.
      const captured = chosen && (await api.capturePayment(chosen).catch(() => api.getPayment(chosen.id)))
      return payments.map((payment) => toProviderPayment(payment === chosen ? captured! : payment))
    },
    async refund(refund) {
      try {
        return toProviderRefund(await api.refundPayment(refund))
      } catch (error) {
        const { cause } = error as Error
        if (cause instanceof RefusedRequest && cause.status === 400) throw new RefundRefused(cause.reason)
        throw error
      }
    },
    async findPayment(paymentId) {
      try {
        return toOrderPayment(await api.getPayment(paymentId))
      } catch (error) {
        const { cause } = error as Error
        if (cause instanceof RefusedRequest && [400, 404].includes(cause.status)) return null
        throw error
      }
    },
    findRefunds: (paymentId) => allRefunds((skip) => api.listRefundsOf(paymentId, skip)),
    listRefunds: (since) => allRefunds((skip) => api.listRefunds(since, skip)),
    readWebhook: (rawBody, headers) => readSignedWebhook(rawBody, headers, webhookSecret),
  }
}

const isCapturable = (payment: WirePayment, amount: number, currency: string): boolean =>
  payment.status === 'authorized' && payment.amount === amount && payment.currency === currency

/** The API calls that the shop uses. Each throws PAYMENT_PROVIDER_UNAVAILABLE. */
function razorpayApi({ keyId, keySecret, apiUrl }: RazorpaySettings, timeoutMs: number, outcomes: Outcomes) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function send(path: string, body?: object, headers?: Record<string, string>): Promise<unknown> {
    const url = `${apiUrl.replace(/\/+$/, '')}/v1/${path}`
    const init = {
      method: body ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
    } as const
    return fetchWithin({ ms: timeoutMs }, url, init, async (response) => {
      if (!response.ok) throw new RefusedRequest(response.status, await response.text())
      return response.json()
    })
  }

  const request = <Result>(
    schema: z.ZodType<Result>,
    path: string,
    body?: object,
    { isRepeatable = true, headers }: { isRepeatable?: boolean; headers?: Record<string, string> } = {},
  ) => retry(async () => schema.parse(await send(path, body, headers)), isRepeatable, outcomes)

  return {
    // Not repeated, because an attempt without a response may have created an order. A second order would be harmless, but useless.
    createOrder: (order: { amount: number; currency: string; receipt: string }) =>
      request(wireOrder, 'orders', order, { isRepeatable: false }),
    listPayments: (orderId: string) => request(wireList, `orders/${encodeURIComponent(orderId)}/payments`),
    capturePayment: ({ id, amount, currency }: WirePayment) =>
      request(wirePayment, `payments/${encodeURIComponent(id)}/capture`, { amount, currency }),
    // Razorpay recognizes a repeated request by the header, and people recognize it by the receipt. The body must be the same each time.
    refundPayment: ({ paymentId, amount, key }: { paymentId: string; amount: number; key: string }) =>
      request(
        wireRefund,
        `payments/${encodeURIComponent(paymentId)}/refund`,
        { amount, speed: 'normal', receipt: key },
        { headers: { 'x-refund-idempotency': key } },
      ),
    listRefundsOf: (paymentId: string, skip: number) =>
      request(wireList, `payments/${encodeURIComponent(paymentId)}/refunds?count=${PAGE}&skip=${skip}`),
    listRefunds: (since: Date, skip: number) =>
      request(wireList, `refunds?from=${Math.floor(since.getTime() / 1000)}&count=${PAGE}&skip=${skip}`),
    getPayment: (id: string) => request(wirePayment, `payments/${encodeURIComponent(id)}`),
  }
}

const wireOrder = z.object({ id: z.string().min(1) })
const wireList = z.object({ items: z.array(z.unknown()) })

/** The parts of an item that help to find it in Razorpay's dashboard. The rest may contain personal data. */
const idsOf = (item: unknown) =>
  z.object({ id: z.unknown().optional(), payment_id: z.unknown().optional() }).safeParse(item).data

class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    private readonly body: string,
  ) {
    super(`Razorpay answered ${status}: ${body.slice(0, 500)}`)
  }

  /** Razorpay's own description of the error. */
  get reason(): string {
    return /"description":\s*"([^"]{1,300})"/.exec(this.body)?.[1] ?? this.message
  }
}

/** Network errors after which the provider has certainly received nothing. */
const NOTHING_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
const CONNECTION_LOST = ['ECONNRESET', 'UND_ERR_SOCKET']

/** A timeout is never retried, because the shopper is waiting. */
function isWorthAnother(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof RefusedRequest) return error.status === 429 || error.status >= 500
  // If fetch itself fails, its cause contains the network error's code.
  const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? ''
  return NOTHING_SENT.includes(code) || (isRepeatable && CONNECTION_LOST.includes(code))
}

/** A provider that rejects one request counts as up. A provider that rejects the keys or all requests counts as down. */
const isRefusal = (error: unknown): boolean =>
  error instanceof RefusedRequest &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 429].includes(error.status)

async function retry<Result>(call: () => Promise<Result>, isRepeatable: boolean, outcomes: Outcomes): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await call()
      outcomes.succeeded()
      return result
    } catch (cause) {
      const delay = RETRY_DELAYS_MS[attempt]
      if (delay === undefined || !isWorthAnother(cause, isRepeatable)) {
        if (isRefusal(cause)) outcomes.succeeded()
        else outcomes.failed(cause)
        throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { cause })
      }
      await sleep(delay)
    }
  }
}
