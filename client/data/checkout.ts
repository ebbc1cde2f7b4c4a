/** From the cart to a paid order: one way for the sandbox and for Razorpay, which share their script's interface. */
import { useMutation } from '@apollo/client/react'
import { refreshShopper } from './apollo'
import {
  CancelCheckoutDocument,
  ConfirmPaymentDocument,
  StartCheckoutDocument,
  type StartCheckoutMutation,
} from './checkout.generated'
import { newIdempotencyKey } from './idempotency'
import { notify } from './notifications'
import { openPayment, type PaymentProof } from './payment'

type Payment = NonNullable<StartCheckoutMutation['startCheckout']['payment']>
type Order = NonNullable<StartCheckoutMutation['startCheckout']['order']>

/**
 * How it ended. `unsettled`: money moved, but the order is not paid, or nobody can say yet; its page tells, and the checkout
 * must not offer to pay again. What went wrong was announced already.
 */
export type CheckoutResult = { type: 'paid' | 'unsettled'; orderNumber: string } | { type: 'unpaid' }

/**
 * The key of the checkout that is under way. It stays the same for the same address and cart, so that a second try after a
 * lost response or a failed card finds the same order; a changed cart is another order.
 */
let attempt: { of: string; key: string } | null = null

/** Takes the address and the version of the cart that is shown. */
export function usePlaceOrder(): (addressId: string, cartVersion: number) => Promise<CheckoutResult> {
  const startCheckout = useStartCheckout()
  const confirmPayment = useConfirmPayment()
  const cancelCheckout = useCancelCheckout()
  return async (addressId, cartVersion) => {
    try {
      const started = await startCheckout(addressId, cartVersion)
      if (!started) return { type: 'unpaid' }
      const { order, payment } = started
      const outcome = await openPayment(payment)
      if (outcome.type === 'paid') return await confirmPayment(order, outcome.proof)
      if (outcome.type === 'closed') await cancelCheckout(order)
      return { type: 'unpaid' }
    } catch (cause) {
      console.error('Could not place the order', cause)
      notify.error('Sorry! Could not place the order. Please try again.')
      return { type: 'unpaid' }
    }
  }
}

/** Null where the checkout could not start, which was announced then. */
function useStartCheckout() {
  const [mutate] = useMutation(StartCheckoutDocument)
  return async (addressId: string, cartVersion: number): Promise<{ order: Order; payment: Payment } | null> => {
    const of = `${addressId} ${cartVersion}`
    for (const retry of [false, true]) {
      if (attempt?.of !== of || retry) attempt = { of, key: newIdempotencyKey() }
      const { data } = await mutate({ variables: { addressId, idempotencyKey: attempt.key } })
      const { order, payment, userErrors } = data!.startCheckout
      const fault = userErrors[0]
      if (fault) {
        attempt = null
        notify.error(fault.message)
        return null
      }
      if (order && payment && order.status === 'AWAITING_PAYMENT') return { order, payment }
      // The order behind the key was given up or ran out of time: once more, as a new one.
    }
    attempt = null
    notify.error('Sorry! Could not place the order. Please try again.')
    return null
  }
}

const PAUSES_MS = [0, 1000, 3000]

/** A payment was made: the confirmation is worth more than one try. The provider tells the server as well. */
function useConfirmPayment() {
  const [mutate] = useMutation(ConfirmPaymentDocument)
  return async (order: Order, proof: PaymentProof): Promise<CheckoutResult> => {
    attempt = null
    const unsettled = { type: 'unsettled', orderNumber: order.number } as const
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      try {
        const { data } = await mutate({ variables: { input: { orderId: order.id, ...proof } } })
        const fault = data!.confirmPayment.userErrors[0]
        if (fault) {
          notify.error(fault.message)
          await refreshShopper()
          return fault.code === 'PAYMENT_PROVIDER_UNAVAILABLE' ? unsettled : { type: 'unpaid' }
        }
        await refreshShopper()
        if (data!.confirmPayment.order?.status !== 'REFUND_DUE') return { type: 'paid', orderNumber: order.number }
        notify.error('This order could not be completed. Your money will be returned.')
        return unsettled
      } catch (cause) {
        console.error('Could not confirm the payment', cause)
      }
    }
    notify.error(
      'Your payment went through, but the shop could not be reached. Your order will appear under Orders soon.',
    )
    return unsettled
  }
}

function useCancelCheckout() {
  const [mutate] = useMutation(CancelCheckoutDocument)
  return async (order: Order): Promise<void> => {
    attempt = null
    try {
      await mutate({ variables: { orderId: order.id } })
    } catch (cause) {
      console.error('Could not cancel the order; its stock comes back by itself', cause)
    }
  }
}
