/** Opens the payment provider's dialog: loads its script, handles its callbacks and returns the outcome. */
import { PAYMENT_RETURN } from '../../../server/shared/paymentReturn'
import type { Payment as PaymentFields } from '../../generated/types'
import { notify } from '../notifications'

export interface PaymentProof {
  paymentId: string
  providerOrderId: string
  signature: string
}

/** `failed`: the order stays open, and the shopper can try to pay again. `closed`: the shopper closed the dialog. */
export type PaymentOutcome = { type: 'paid'; proof: PaymentProof } | { type: 'closed' } | { type: 'failed' }

type Payment = Omit<PaymentFields, '__typename' | 'provider' | 'prefill' | 'amount'> & {
  prefill: Omit<PaymentFields['prefill'], '__typename'>
}

interface ProviderResponse {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

interface ProviderFailure {
  error?: { description?: string }
}

interface ProviderDialog {
  open: () => void
  on: (event: 'payment.failed', listener: (failure: ProviderFailure) => void) => void
}

declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => ProviderDialog
  }
}

const scripts = new Map<string, Promise<boolean>>()

/** Loads a provider's script once. Returns false if loading failed; the next call tries again. */
function loadScript(url: string): Promise<boolean> {
  const known = scripts.get(url)
  if (known) return known
  const loading = new Promise<boolean>((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve(true)
    script.onerror = () => {
      scripts.delete(url)
      script.remove()
      resolve(false)
    }
    document.head.append(script)
  })
  scripts.set(url, loading)
  return loading
}

/** These in-app browsers block the pop-up windows that a payment needs. Razorpay then uses the current page instead. */
const IN_APP_BROWSER = /Instagram|FBAN|FBAV|FB_IAB/

const returnOptions = () =>
  IN_APP_BROWSER.test(navigator.userAgent)
    ? { callback_url: window.location.origin + PAYMENT_RETURN, redirect: true }
    : undefined

/**
 * Resolves when the shopper has paid or has closed the dialog. After a card payment fails, the dialog stays open for another attempt. In an
 * in-app browser, the provider's page replaces this one and then opens the order's page.
 */
export async function openPayment(payment: Payment): Promise<PaymentOutcome> {
  const Provider = (await loadScript(payment.scriptUrl)) ? window.Razorpay : undefined
  if (!Provider) {
    notify.error('Razorpay SDK failed to load, check you connection')
    return { type: 'failed' }
  }
  return new Promise((resolve) => {
    let failure: string | null = null
    const dialog = new Provider({
      key: payment.keyId,
      amount: payment.amountPaise,
      currency: payment.currency,
      name: payment.name,
      description: payment.description,
      order_id: payment.providerOrderId,
      prefill: { name: payment.prefill.name, email: payment.prefill.email, contact: payment.prefill.contact },
      ...returnOptions(),
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--clay').trim() },
      handler: (response: ProviderResponse) =>
        resolve({
          type: 'paid',
          proof: {
            paymentId: response.razorpay_payment_id,
            providerOrderId: response.razorpay_order_id,
            signature: response.razorpay_signature,
          },
        }),
      // The bank may still complete a failed attempt, so the order stays open until it expires.
      modal: {
        ondismiss: () => {
          if (failure !== null) notify.error(failure)
          resolve({ type: failure === null ? 'closed' : 'failed' })
        },
      },
    })
    // The provider's dialog shows this error and stays open.
    dialog.on('payment.failed', ({ error }) => {
      failure = error?.description ?? 'The payment failed. Please try again.'
    })
    dialog.open()
  })
}
