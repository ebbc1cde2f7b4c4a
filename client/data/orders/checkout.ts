/** From the cart to a paid order: one way for the sandbox and for Razorpay, which share their script's interface. */
import { useApolloClient } from '@apollo/client/react'
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
import { openPayment, type PaymentOutcome, type PaymentProof } from './payment'
import { useSendMutation } from '../sendMutation'

type Payment = NonNullable<StartCheckoutMutation['startCheckout']['payment']>
type Order = Pick<NonNullable<StartCheckoutMutation['startCheckout']['order']>, 'id' | 'number'>

/**
 * How the checkout ended. `placed`: the order is paid or confirmed. `unsettled`: money moved but the order is not paid, or the
 * payment's result is not known yet. The order's page shows which, and the checkout must not offer to pay again. The shopper has
 * been told of every error already.
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

const NOT_PLACED = 'Sorry! Could not place the order. Please try again.'
const NOT_OPENED = 'Sorry! Could not open the payment. Please try again.'

/** Takes the address and the cart that are shown. */
export function usePlaceOrder(): (addressId: string, cart: ShownCart) => Promise<CheckoutResult> {
  const startCheckout = useStartCheckout()
  const confirmPayment = useConfirmPayment()
  const cancelCheckout = useCancelCheckout()
  return async (addressId, cart) => {
    const started = await startCheckout(addressId, cart)
    if (!started) return { type: 'unpaid' }
    const { order, payment } = started
    const outcome = await tryPayment(payment, NOT_PLACED)
    if (outcome.type === 'paid') return confirmPayment(order, outcome.proof)
    if (outcome.type === 'closed') await cancelCheckout(order)
    return { type: 'unpaid' }
  }
}

/** An order that is paid at the door. Takes the address and the cart that are shown. */
export function usePlaceOrderOnDelivery(): (addressId: string, cart: ShownCart) => Promise<CheckoutResult> {
  const send = useSendMutation(PlaceOrderOnDeliveryDocument, 'Could not place the order')
  return async (addressId, cart) => {
    const expectedTotal = cart.priceDetails.totalAmount
    const idempotencyKey = keyOf(`${addressId} ${cart.version} ${expectedTotal} on delivery`)
    const { data, faults } = await send({ addressId, idempotencyKey, expectedTotal })
    if (data) {
      attempt = null
      await refreshShopper()
    }
    const order = data?.placeOrderOnDelivery.order
    if (order) return { type: 'placed', orderNumber: order.number }
    notify.error((data && faults[0]?.message) ?? NOT_PLACED)
    return { type: 'unpaid' }
  }
}

/** Pays an order that waits, at the total that the page shows. Leaving the provider's dialog leaves the order as it is. */
export function usePayOrder(): (orderNumber: string, expectedTotal: number) => Promise<CheckoutResult> {
  const client = useApolloClient()
  const send = useSendMutation(PayOrderDocument, 'Could not open the payment')
  const confirmPayment = useConfirmPayment()
  return async (orderNumber, expectedTotal) => {
    const { data, faults } = await send({ number: orderNumber, expectedTotal })
    const { order, payment } = data?.payOrder ?? {}
    if (order?.status === 'PAID') return { type: 'placed', orderNumber }
    if (order && payment) {
      const outcome = await tryPayment(payment, NOT_OPENED)
      if (outcome.type === 'paid') return confirmPayment(order, outcome.proof)
    } else notify.error((data && faults[0]?.message) ?? NOT_OPENED)
    if (data) await refreshOrder(client, orderNumber)
    return { type: 'unpaid' }
  }
}

/** Opens the provider's dialog. An error of the provider's script is announced, and counts as a failed payment. */
async function tryPayment(payment: Payment, failed: string): Promise<PaymentOutcome> {
  try {
    return await openPayment(payment)
  } catch (cause) {
    console.error('Could not open the payment', cause)
    notify.error(failed)
    return { type: 'failed' }
  }
}

/** Resolves to null if the checkout could not start; the failure is announced then. */
function useStartCheckout() {
  const send = useSendMutation(StartCheckoutDocument, 'Could not place the order')
  return async (addressId: string, cart: ShownCart): Promise<{ order: Order; payment: Payment } | null> => {
    const expectedTotal = cart.priceDetails.totalAmount
    for (const retry of [false, true]) {
      const idempotencyKey = keyOf(`${addressId} ${cart.version} ${expectedTotal}`, retry)
      const { data, faults } = await send({ addressId, idempotencyKey, expectedTotal })
      if (!data) {
        // The next try has the same key, and finds the order if this one made it.
        notify.error(NOT_PLACED)
        return null
      }
      const [fault] = faults
      if (fault) {
        attempt = null
        notify.error(fault.message)
        // The page then shows the prices and pieces of the refusal.
        await refreshShopper()
        return null
      }
      const { order, payment } = data.startCheckout
      if (order && payment && order.status === 'AWAITING_PAYMENT') return { order, payment }
      // The order of this key was given up or ran out of time: try once more, as a new one.
    }
    attempt = null
    notify.error(NOT_PLACED)
    return null
  }
}

const PAUSES_MS = [0, 1000, 3000]

/** A payment was made, so the confirmation is sent up to three times. The provider tells the server as well. */
function useConfirmPayment() {
  const send = useSendMutation(ConfirmPaymentDocument, 'Could not confirm the payment')
  return async (order: Order, proof: PaymentProof): Promise<CheckoutResult> => {
    attempt = null
    const unsettled = { type: 'unsettled', orderNumber: order.number } as const
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const { data, faults } = await send({ input: { orderId: order.id, ...proof } })
      if (!data) continue
      const [fault] = faults
      if (fault) notify.error(fault.message)
      await refreshShopper()
      if (fault) return fault.code === 'PAYMENT_PROVIDER_UNAVAILABLE' ? unsettled : { type: 'unpaid' }
      if (data.confirmPayment.order?.status !== 'REFUND_DUE') return { type: 'placed', orderNumber: order.number }
      notify.error('This order could not be completed. Your money will be returned.')
      return unsettled
    }
    notify.error(
      'Your payment went through, but the shop could not be reached. Your order will appear under Orders soon.',
    )
    return unsettled
  }
}

/** If no answer comes, the server gives the stock back by itself. */
function useCancelCheckout() {
  const send = useSendMutation(CancelCheckoutDocument, 'Could not cancel the order')
  return async (order: Order): Promise<void> => {
    attempt = null
    await send({ orderId: order.id })
  }
}
