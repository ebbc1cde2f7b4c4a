/** Which payment provider the shop works with: Razorpay where the settings name its keys, else the sandbox. */
import type { Db } from '../database/client'
import type { Settings } from '../settings'
import type { PaymentProvider } from './provider'
import { razorpayProvider } from './razorpay'
import { sandboxProvider } from './sandbox'

/** `secret` is the server's own: the sandbox derives its keys from it. */
export function choosePaymentProvider(given: { db: Db; settings: Settings; secret: string }): PaymentProvider {
  const { razorpay } = given.settings
  return razorpay ? razorpayProvider(razorpay) : sandboxProvider(given)
}
