/** /api/payments: the calls from payment providers and the sandbox's checkout script. */
import * as z from 'zod/mini'
import { SCENARIOS } from '../sandboxScenarios'
import { isStorable } from '../validation'
import type { Endpoint } from './endpoint'

export const sandboxPayBody = z.object({
  orderId: z.string().check(z.minLength(1), z.refine(isStorable)),
  scenario: z.nullish(z.enum(SCENARIOS)),
})

/** The data that the provider's script passes to the page after a payment. */
const signedPayment = z.strictObject({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})
export type SignedPayment = z.infer<typeof signedPayment>

/** In the format of Razorpay's error body. */
export const declinedPayment = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    description: z.string(),
    source: z.string(),
    step: z.string(),
    reason: z.string(),
    metadata: z.strictObject({ payment_id: z.string(), order_id: z.string() }),
  }),
})

const scenario = z.strictObject({ scenario: z.nullable(z.enum(SCENARIOS)), label: z.string(), hint: z.string() })

const webhook = {
  method: 'POST',
  tag: 'Payments',
  auth: false,
  body: 'raw',
  status: 200,
  response: z.strictObject({ status: z.literal('ok') }),
  errors: ['WEBHOOK_SIGNATURE_INVALID'],
  sample: {
    body: {
      entity: 'event',
      event: 'payment.captured',
      contains: ['payment'],
      payload: {
        payment: {
          entity: {
            id: 'pay_0123456789abcdef01',
            entity: 'payment',
            order_id: 'order_0123456789abcdef01',
            amount: 119900,
            currency: 'INR',
            status: 'captured',
          },
        },
      },
    },
  },
} as const

/** Available only if the shop uses the sandbox. */
export const sandboxPayments = {
  listSandboxScenarios: {
    method: 'GET',
    path: '/api/payments/sandbox/scenarios',
    tag: 'Payments',
    summary: "What the sandbox's checkout dialog offers behind 'More'",
    auth: false,
    status: 200,
    response: z.strictObject({ scenarios: z.array(scenario) }),
  },
  payAtSandbox: {
    method: 'POST',
    path: '/api/payments/sandbox/pay',
    tag: 'Payments',
    summary: 'Pay an order of the sandbox, or try to',
    auth: false,
    body: sandboxPayBody,
    status: 200,
    response: signedPayment,
    errors: ['SANDBOX_ORDER_NOT_FOUND'],
    sample: { body: { orderId: 'order_0123456789abcdef01', scenario: 'late-webhook' } },
  },
  sandboxWebhook: { ...webhook, path: '/api/payments/sandbox/webhook', summary: "The sandbox's news of a payment" },
} as const satisfies Record<string, Endpoint>

/** Available only if the shop uses Razorpay. */
export const razorpayPayments = {
  razorpayWebhook: { ...webhook, path: '/api/payments/razorpay/webhook', summary: "Razorpay's news of a payment" },
} as const satisfies Record<string, Endpoint>
