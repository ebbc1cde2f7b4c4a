/**
 * The built-in test provider. It keeps records and signs like a real provider, but moves no money. Its checkout script has the interface of
 * Razorpay's script, and its webhooks use the real route, so trials and tests run the same code as real payments.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { retryIdempotent } from '../database/retry'
import type { Db, Tx } from '../database/db'
import type { Prisma, SandboxOrder, SandboxPayment, SandboxRefund } from '../generated/prisma/client'
import type { SignedPayment } from '../shared/contract/payments'
import type { Scenario } from '../shared/sandboxScenarios'
import { RefundRefused, type PaymentProvider, type ProviderRefund } from './provider'
import { isSigned, paymentContent, sign } from './signatures'
import { readSignedWebhook, toOrderPayment, toProviderPayment, toProviderRefund } from './webhook'

export interface Delivery {
  body: string
  headers: { 'content-type': string; 'x-razorpay-signature': string; 'x-razorpay-event-id': string }
}

interface SandboxPay {
  payment: SandboxPayment
  /** Null if the payment was declined. */
  signed: SignedPayment | null
}

export interface SandboxProvider extends PaymentProvider {
  readonly name: 'SANDBOX'
  /** Pays a sandbox order. Returns null if the order does not exist. For a paid order, returns the same payment again. */
  pay(providerOrderId: string, scenario?: Scenario | null): Promise<SandboxPay | null>
  /** Returns the webhooks for a payment. A second call returns the same events. */
  announce(payment: SandboxPayment): Delivery[]
  /** Sets the function that delivers each refund's webhooks. It also receives the delay. */
  onRefund(deliver: (deliveries: Delivery[], afterMs: number) => void): void
}

export const isSandbox = (provider: PaymentProvider): provider is SandboxProvider => provider.name === 'SANDBOX'

const newId = (prefix: 'order' | 'pay' | 'rfnd'): string => `${prefix}_${randomBytes(9).toString('hex')}`

/** The shortfall of a payment with a wrong amount, in paise. */
const WRONG_BY = 100

/** A pending refund is processed after this time. */
const PENDING_MS = 3_000

interface Parts {
  db: Db
  secret: string
  /** The value of DATABASE_RETRY_SECONDS. */
  retryMs: number
}

export function sandboxProvider({ db, secret, retryMs }: Parts): SandboxProvider {
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `cerashop sandbox ${purpose}`, 32))
  const paymentKey = keyFor('payments')
  const webhookKey = keyFor('webhooks')
  const signPayment = ({ id, orderId }: { id: string; orderId: string }): SignedPayment => ({
    razorpay_payment_id: id,
    razorpay_order_id: orderId,
    razorpay_signature: sign(paymentContent({ providerOrderId: orderId, paymentId: id }), paymentKey),
  })
  let deliverRefund: Parameters<SandboxProvider['onRefund']>[0] = () => {}
  const deliveryOf = (event: string, id: string, payload: object): Delivery => {
    const body = JSON.stringify({ entity: 'event', event, contains: Object.keys(payload), payload })
    const signature = sign(body, webhookKey)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': `${event}:${id}`,
      },
    }
  }
  /** Like Razorpay, sends an event for the new refund and one for its outcome, each with the payment. */
  const announceRefund = (refund: SandboxRefund, payment: PaymentWithRefunds): void => {
    const eventOf = (event: string, status: string) =>
      deliveryOf(`refund.${event}`, refund.id, {
        refund: { entity: refundToWire({ ...refund, status }) },
        payment: { entity: toWire(payment) },
      })
    const outcome = refund.status === 'failed' ? 'failed' : 'processed'
    deliverRefund([eventOf('created', 'pending')], 0)
    deliverRefund([eventOf(outcome, outcome)], refund.status === 'pending' ? PENDING_MS : 0)
  }
  async function readRefunds(query: Prisma.SandboxRefundFindManyArgs): Promise<ProviderRefund[]> {
    const isOver = { ...query.where, status: 'pending', AND: { createdAt: { lt: new Date(Date.now() - PENDING_MS) } } }
    await db.sandboxRefund.updateMany({ where: isOver, data: { status: 'processed' } })
    return (await db.sandboxRefund.findMany(query)).map((refund) => toProviderRefund(refundToWire(refund)))
  }
  return {
    name: 'SANDBOX',
    scriptUrl: '/sandbox-checkout.js',
    keyId: 'sandbox',
    async createOrder(order) {
      const [id, { amount, currency, receipt }] = [newId('order'), order]
      await retryIdempotent(
        retryMs,
        () => db.$executeRaw`
          INSERT INTO sandbox_order (id, amount, currency, receipt) VALUES (${id}, ${amount}, ${currency}, ${receipt})
          ON CONFLICT DO NOTHING`,
      )
      return id
    },
    verifySignature: ({ signature, ...signed }) => isSigned(paymentContent(signed), signature, paymentKey),
    async listPayments({ providerOrderId }) {
      const payments = await db.sandboxPayment.findMany({
        where: { orderId: providerOrderId },
        include: { refunds: true },
        orderBy: { createdAt: 'asc' },
      })
      return payments.map((payment) => toProviderPayment(toWire(payment)))
    },
    async findPayment(id) {
      const payment = await db.sandboxPayment.findUnique({ where: { id }, include: { refunds: true } })
      return payment && toOrderPayment(toWire(payment))
    },
    async refund({ paymentId, amount, key }) {
      const refund = await db.$transaction((tx) => enterRefund(tx, { paymentId, amount, key }))
      const payment = await db.sandboxPayment.findUniqueOrThrow({
        where: { id: paymentId },
        include: { refunds: true },
      })
      announceRefund(refund, payment)
      return toProviderRefund(refundToWire(refund))
    },
    findRefunds: (paymentId) => readRefunds({ where: { paymentId }, orderBy: { createdAt: 'asc' } }),
    listRefunds: (since) =>
      readRefunds({ where: { createdAt: { gte: since } }, orderBy: { createdAt: 'desc' }, take: 1_000 }),
    onRefund: (deliver) => void (deliverRefund = deliver),
    readWebhook: (rawBody, headers) => readSignedWebhook(rawBody, headers, webhookKey),
    async pay(providerOrderId, scenario) {
      const payment = await db.$transaction((tx) => enterPayment(tx, providerOrderId, scenario))
      if (!payment) return null
      if (payment.status === 'failed') return { payment, signed: null }
      const signed = signPayment(payment)
      if (scenario === 'bad-signature') signed.razorpay_signature = sign(signed.razorpay_signature, 'not the key')
      return { payment, signed }
    },
    announce: (payment) =>
      eventsOf(payment).map((event) =>
        deliveryOf(event, payment.id, { payment: { entity: toWire({ ...payment, refunds: [] }) } }),
      ),
  }
}

/** Runs under the sandbox order's lock, so that two clicks make only one payment. A forged response has no payment. */
async function enterPayment(
  tx: Tx,
  orderId: string,
  scenario: Scenario | null | undefined,
): Promise<SandboxPayment | null> {
  const [order] = await tx.$queryRaw<
    SandboxOrder[]
  >`SELECT id, amount, currency FROM sandbox_order WHERE id = ${orderId} FOR UPDATE`
  if (!order) return null
  const { amount, currency } = order
  const refundsGo = REFUNDS_GO.get(scenario) ?? 'processed'
  const payment = { id: newId('pay'), orderId, amount, currency, status: 'captured', refundsGo, createdAt: new Date() }
  if (scenario === 'bad-signature') return payment
  if (scenario === 'decline') return tx.sandboxPayment.create({ data: { ...payment, status: 'failed' } })
  const captured = await tx.sandboxPayment.findFirst({ where: { orderId, status: 'captured' } })
  if (captured) return captured
  const paid = scenario === 'wrong-amount' ? Math.max(0, amount - WRONG_BY) : amount
  return tx.sandboxPayment.create({ data: { ...payment, amount: paid } })
}

/** Payment scenarios that affect only the payment's refunds. */
const REFUNDS_GO = new Map<Scenario | null | undefined, string>([
  ['refund-fails', 'failed'],
  ['refund-pending', 'pending'],
])

/** Runs under the payment's lock, so that the same key returns the same refund and refunds never exceed the payment. */
async function enterRefund(
  tx: Tx,
  { paymentId, amount, key }: { paymentId: string; amount: number; key: string },
): Promise<SandboxRefund> {
  const [payment] = await tx.$queryRaw<{ amount: number; refundsGo: string }[]>`
    SELECT amount, refunds_go AS "refundsGo" FROM sandbox_payment WHERE id = ${paymentId} AND status = 'captured' FOR UPDATE`
  if (!payment) throw new RefundRefused('The sandbox has no such captured payment')
  const earlier = await tx.sandboxRefund.findMany({ where: { paymentId } })
  const same = earlier.find((refund) => refund.key === key)
  if (same) return same
  const back = earlier.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0)
  if (amount < 1 || back + amount > payment.amount)
    throw new RefundRefused('The refund amount provided is greater than amount captured')
  return tx.sandboxRefund.create({ data: { id: newId('rfnd'), paymentId, key, amount, status: payment.refundsGo } })
}

const refundToWire = ({ id, paymentId, key, status, amount }: SandboxRefund) => ({
  id,
  entity: 'refund',
  payment_id: paymentId,
  receipt: key,
  status,
  amount,
})

type PaymentWithRefunds = SandboxPayment & { refunds: SandboxRefund[] }

function toWire({ id, orderId, status, amount, currency, refunds }: PaymentWithRefunds) {
  const back = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0)
  return {
    id,
    entity: 'payment',
    order_id: orderId,
    status: back > 0 && back === amount ? 'refunded' : status,
    amount,
    currency,
    captured: status === 'captured',
    amount_refunded: back,
    refund_status: back === 0 ? null : back === amount ? 'full' : 'partial',
  }
}

const eventsOf = ({ status }: SandboxPayment): string[] =>
  status === 'captured' ? ['payment.captured', 'order.paid'] : ['payment.failed']
