/** The built-in test provider: it keeps books and signs like the real one, and no money moves. */
import { hkdfSync, randomBytes } from 'node:crypto'
import type { Db, Tx } from '../database/client'
import type { SandboxOrder, SandboxPayment } from '../generated/prisma/client'
import type { SignedPayment } from '../shared/contract/payments'
import type { Scenario } from '../shared/sandboxScenarios'
import type { PaymentProvider } from './provider'
import { isSigned, paymentContent, sign } from './signatures'
import { readSignedWebhook, toProviderPayment } from './webhook'

export interface Delivery {
  body: string
  headers: { 'content-type': string; 'x-razorpay-signature': string; 'x-razorpay-event-id': string }
}

interface SandboxPay {
  payment: SandboxPayment
  /** Null where the payment was declined. */
  signed: SignedPayment | null
}

export interface SandboxProvider extends PaymentProvider {
  readonly name: 'SANDBOX'
  /** Pays an order of the sandbox's; null where it has none with that id. A paid order gives its payment again. */
  pay(providerOrderId: string, scenario?: Scenario | null): Promise<SandboxPay | null>
  /** The webhooks that tell of a payment; asked again, the same events. */
  announce(payment: SandboxPayment): Delivery[]
}

export const isSandbox = (provider: PaymentProvider): provider is SandboxProvider => provider.name === 'SANDBOX'

const newId = (prefix: 'order' | 'pay'): string => `${prefix}_${randomBytes(9).toString('hex')}`

/** Paise off the right amount. */
const WRONG_BY = 100

export function sandboxProvider({ db, secret }: { db: Db; secret: string }): SandboxProvider {
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `cerashop sandbox ${purpose}`, 32))
  const paymentKey = keyFor('payments')
  const webhookKey = keyFor('webhooks')
  const signPayment = ({ id, orderId }: { id: string; orderId: string }): SignedPayment => ({
    razorpay_payment_id: id,
    razorpay_order_id: orderId,
    razorpay_signature: sign(paymentContent({ providerOrderId: orderId, paymentId: id }), paymentKey),
  })
  return {
    name: 'SANDBOX',
    scriptUrl: '/sandbox-checkout.js',
    keyId: 'sandbox',
    async createOrder(order) {
      const { id } = await db.sandboxOrder.create({ data: { id: newId('order'), ...order } })
      return id
    },
    verifySignature: ({ signature, ...signed }) => isSigned(paymentContent(signed), signature, paymentKey),
    async listPayments({ providerOrderId }) {
      const payments = await db.sandboxPayment.findMany({
        where: { orderId: providerOrderId },
        orderBy: { createdAt: 'asc' },
      })
      return payments.map(toProviderPayment)
    },
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
      eventsOf(payment).map((event) => {
        const body = JSON.stringify({
          entity: 'event',
          event,
          contains: ['payment'],
          payload: { payment: { entity: toWire(payment) } },
        })
        return {
          body,
          headers: {
            'content-type': 'application/json',
            'x-razorpay-signature': sign(body, webhookKey),
            'x-razorpay-event-id': `${event}:${payment.id}`,
          },
        }
      }),
  }
}

/** Under the sandbox order's lock, so that two clicks pay once. A forged response is one to which no payment belongs. */
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
  const payment = { id: newId('pay'), orderId, amount, currency, status: 'captured', createdAt: new Date() }
  if (scenario === 'bad-signature') return payment
  if (scenario === 'decline') return tx.sandboxPayment.create({ data: { ...payment, status: 'failed' } })
  const captured = await tx.sandboxPayment.findFirst({ where: { orderId, status: 'captured' } })
  if (captured) return captured
  const paid = scenario === 'wrong-amount' ? Math.max(0, amount - WRONG_BY) : amount
  return tx.sandboxPayment.create({ data: { ...payment, amount: paid } })
}

const toWire = ({ id, orderId, status, amount, currency }: SandboxPayment) => ({
  id,
  entity: 'payment',
  order_id: orderId,
  status,
  amount,
  currency,
})

const eventsOf = ({ status }: SandboxPayment): string[] =>
  status === 'captured' ? ['payment.captured', 'order.paid'] : ['payment.failed']
