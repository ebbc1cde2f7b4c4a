/** Payments: Razorpay or the sandbox, late payments, and refunds. */
import { z } from 'zod'
import { flag, isHttp, limit, positive, type Given } from './kinds'

export const variables = z.object({
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_API_URL: z
    .string()
    .refine(isHttp, 'must be an address such as https://api.razorpay.com')
    .default('https://api.razorpay.com'),
  CHECKOUT_HOLD_MINUTES: positive(24 * 60).default(15),
  LATE_PAYMENT_HOURS: limit(24 * 365).default(24),
  AUTO_REFUND: flag.default(false),
})

export type PaymentValues = z.infer<typeof variables>

export function errors(given: Given): string[] {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = given
  const { NODE_ENV: mode, ALLOW_SANDBOX_PAYMENTS: allowSandbox } = given
  const errors: string[] = []
  if (Boolean(keyId) !== Boolean(keySecret))
    errors.push('RAZORPAY_KEY_ID: needs RAZORPAY_KEY_SECRET. Set both or neither')
  if (keyId && !webhookSecret)
    errors.push(
      'RAZORPAY_WEBHOOK_SECRET: is required with RAZORPAY_KEY_ID. Without it, the shop learns late of a payment after the shopper closed the browser',
    )
  if (mode === 'production' && !keyId && allowSandbox !== '1')
    errors.push(
      'RAZORPAY_KEY_ID: is required in production, because the sandbox takes no money. ALLOW_SANDBOX_PAYMENTS=1 allows the sandbox for a try-out',
    )
  return errors
}

export function settings(values: PaymentValues) {
  return {
    /** Null for the sandbox. */
    razorpay: razorpay(values),
    checkoutHoldMs: values.CHECKOUT_HOLD_MINUTES * 60_000,
    /** How long after its cancellation an order can still be paid; 0 means no limit. */
    latePaymentMs: values.LATE_PAYMENT_HOURS * 60 * 60_000,
    /** True if the shop refunds excess payments without a decision by staff. */
    autoRefund: values.AUTO_REFUND,
  }
}

/** False for the sandbox. */
export const takesRealMoney = (values: PaymentValues): boolean => razorpay(values) !== null

function razorpay(values: PaymentValues) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = values
  if (!keyId || !keySecret || !webhookSecret) return null
  return { keyId, keySecret, webhookSecret, apiUrl: values.RAZORPAY_API_URL }
}
