/** From the cart to a paid order: one way for the sandbox and for Razorpay, which share their script's interface. */
import { useMutation } from '@apollo/client/react'
import { refreshShopper } from '../apollo/apollo'
import {
  CancelCheckoutDocument,
  ConfirmPaymentDocument,
  PayOrderDocument,
  PlaceOrderOnDeliveryDocument,
  StartCheckoutDocument,
  type StartCheckoutMutation,
} from './checkout.generated'
import { newIdempotencyKey } from '../idempotency'
import { notify } from '../notifications'
import { refreshOrder } from './orders'
import { openPayment, type PaymentProof } from './payment'

type Payment = NonNullable<StartCheckoutMutation['startCheckout']['payment']>
type Order = Pick<NonNullable<StartCheckoutMutation['startCheckout']['order']>, 'id' | 'number'>

/**
 * How it ended. `placed`: it is paid, or confirmed. `unsettled`: money moved, but the order is not paid, or nobody can say yet; its page tells, and the checkout
 * must not offer to pay again. What went wrong was announced already.
 */
export type CheckoutResult = { type: 'placed' | 'unsettled'; orderNumber: string } | { type: 'unpaid' }

/** The cart that the page shows. Its total is what the shopper agrees to: the shop places no order at another one. */
interface ShownCart {
  version: number
  priceDetails: { totalAmount: number }
}

/**
 * The key of the checkout that is under way. It stays the same for the same address, cart and total, so that a second try after a
 * lost response or a failed card finds the same order; a changed cart or price is another order.
 */
let attempt: { of: string; key: string } | null = null

function keyOf(of: string, afresh = false): string {
  if (attempt?.of !== of || afresh) attempt = { of, key: newIdempotencyKey() }
  return attempt.key
}

/** Takes the address and the cart that are shown. */
export function usePlaceOrder(): (addressId: string, cart: ShownCart) => Promise<CheckoutResult> {
  const startCheckout = useStartCheckout()
  const confirmPayment = useConfirmPayment()
  const cancelCheckout = useCancelCheckout()
  return async (addressId, cart) => {
    try {
      const started = await startCheckout(addressId, cart)
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

/** An order that is paid at the door. Takes the address and the cart that are shown. */
export function usePlaceOrderOnDelivery(): (addressId: string, cart: ShownCart) => Promise<CheckoutResult> {
  const [mutate] = useMutation(PlaceOrderOnDeliveryDocument)
  return async (addressId, cart) => {
    try {
      const expectedTotal = cart.priceDetails.totalAmount
      const idempotencyKey = keyOf(`${addressId} ${cart.version} ${expectedTotal} on delivery`)
      const { data } = await mutate({ variables: { addressId, idempotencyKey, expectedTotal } })
      attempt = null
      const { order, userErrors } = data!.placeOrderOnDelivery
      await refreshShopper()
      if (order) return { type: 'placed', orderNumber: order.number }
      notify.error(userErrors[0]!.message)
    } catch (cause) {
      console.error('Could not place the order', cause)
      notify.error('Sorry! Could not place the order. Please try again.')
    }
    return { type: 'unpaid' }
  }
}

/** Pays an order that waits, at the total that the page shows. Leaving the provider's dialog leaves the order as it is. */
export function usePayOrder(): (orderNumber: string, expectedTotal: number) => Promise<CheckoutResult> {
  const [mutate, { client }] = useMutation(PayOrderDocument)
  const confirmPayment = useConfirmPayment()
  return async (orderNumber, expectedTotal) => {
    try {
      const { data } = await mutate({ variables: { number: orderNumber, expectedTotal } })
      const { order, payment, userErrors } = data!.payOrder
      if (order?.status === 'PAID') return { type: 'placed', orderNumber }
      if (order && payment) {
        const outcome = await openPayment(payment)
        if (outcome.type === 'paid') return await confirmPayment(order, outcome.proof)
      } else notify.error(userErrors[0]!.message)
      await refreshOrder(client, orderNumber)
    } catch (cause) {
      console.error('Could not open the payment', cause)
      notify.error('Sorry! Could not open the payment. Please try again.')
    }
    return { type: 'unpaid' }
  }
}

/** Null where the checkout could not start, which was announced then. */
function useStartCheckout() {
  const [mutate] = useMutation(StartCheckoutDocument)
  return async (addressId: string, cart: ShownCart): Promise<{ order: Order; payment: Payment } | null> => {
    const expectedTotal = cart.priceDetails.totalAmount
    for (const retry of [false, true]) {
      const idempotencyKey = keyOf(`${addressId} ${cart.version} ${expectedTotal}`, retry)
      const { data } = await mutate({ variables: { addressId, idempotencyKey, expectedTotal } })
      const { order, payment, userErrors } = data!.startCheckout
      const fault = userErrors[0]
      if (fault) {
        attempt = null
        notify.error(fault.message)
        // The page then shows the prices and pieces that the refusal speaks of.
        await refreshShopper()
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
        if (data!.confirmPayment.order?.status !== 'REFUND_DUE') return { type: 'placed', orderNumber: order.number }
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
