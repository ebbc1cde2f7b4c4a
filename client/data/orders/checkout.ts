/**
 * The checkout, from the cart to a paid order. The sandbox and Razorpay share this code: their scripts have the same
 * interface.
 */
import { useApolloClient } from '@apollo/client/react'
import { refreshShopper } from '../apollo/apollo'
import {
  CancelCheckoutDocument,
  type CancelCheckoutMutationVariables,
  ConfirmPaymentDocument,
  type ConfirmPaymentMutationVariables,
  PayOrderDocument,
  type PayOrderMutationVariables,
  PlaceOrderOnDeliveryDocument,
  type PlaceOrderOnDeliveryMutationVariables,
  StartCheckoutDocument,
  type StartCheckoutMutationVariables,
  type StartCheckoutMutation,
} from './checkout.generated'
import { newIdempotencyKey } from '../idempotency'
import { notify } from '../notifications'
import { refreshOrder } from './orders'
import { sessionToken } from '../session/session'
import { openPayment, type PaymentOutcome, type PaymentProof } from './paymentDialog'
import type { MutationError, Shortage } from '../sendMutation'
import { useAction } from '../useAction'

type Payment = NonNullable<StartCheckoutMutation['startCheckout']['payment']>
type PlacedOrder = Pick<NonNullable<StartCheckoutMutation['startCheckout']['order']>, 'id' | 'number'>

/**
 * The outcome of a checkout. `placed`: the order is paid or confirmed. `unsettled`: money has moved but the order is not paid, or the
 * payment's result is not known yet. The order's page then shows the state, and the checkout must not offer to pay again. `unconfirmed`: the
 * shop accepts the order once the account's email is confirmed. `short`: a product has too few pieces. `notOnDelivery`: the shop accepts the
 * order if the shopper pays online. `address`: it does not accept the address. The page shows the messages of these four. All other errors have already been announced to the shopper.
 */
export type CheckoutResult = { type: 'placed' | 'unsettled'; orderNumber: string } | { type: 'unpaid' } | Refused

type Refused =
  | { type: 'unconfirmed'; message: string; shortage: Shortage | null }
  | { type: 'short'; message: string; shortage: Shortage }
  | { type: 'notOnDelivery'; message: string; shortage: Shortage | null }
  | { type: 'address'; message: string }

/** Returns null for an error that the page shows only as a notification. */
function refusedBy({ code, field, message, confirmEmail, ...error }: MutationError): Refused | null {
  const shortage = error.shortage ?? null
  if (confirmEmail) return { type: 'unconfirmed', message, shortage }
  if (code === 'PAY_ON_DELIVERY_UNAVAILABLE') return { type: 'notOnDelivery', message, shortage }
  if (field === 'addressId') return { type: 'address', message }
  return shortage ? { type: 'short', message, shortage } : null
}

/** The cart as shown. The shopper agrees to its total, and the server rejects an order with a different total. */
interface ShownCart {
  version: number
  priceDetails: { totalAmount: number }
}

/**
 * The idempotency key of the current checkout. It stays the same for the same address, cart and total. A retry after a lost response or a
 * failed card therefore finds the same order. A changed cart or price creates a new order.
 */
let attempt: { of: string; key: string } | null = null

function keyOf(of: string, afresh = false): string {
  if (attempt?.of !== of || afresh) attempt = { of, key: newIdempotencyKey() }
  return attempt.key
}

const NOT_PLACED = 'Sorry! Could not place the order. Please try again.'
const NOT_OPENED = 'Sorry! Could not open the payment. Please try again.'

/** Announces a failure, unless it is the end of the session, which was already announced. */
const announce = (message: string): void => {
  if (sessionToken()) notify.error(message)
}

/** Places an order with the address and the cart that the page shows. */
export function usePlaceOrder(): (addressId: string, cart: ShownCart) => Promise<CheckoutResult> {
  const startCheckout = useStartCheckout()
  const confirmPayment = useConfirmPayment()
  const cancelCheckout = useCancelCheckout()
  return async (addressId, cart) => {
    const started = await startCheckout(addressId, cart)
    if (!started) return { type: 'unpaid' }
    if ('type' in started) return started
    const { order, payment } = started
    const outcome = await tryPayment(payment, NOT_PLACED)
    if (outcome.type === 'paid') return confirmPayment(order, outcome.proof)
    if (outcome.type === 'closed') await cancelCheckout(order)
    return { type: 'unpaid' }
  }
}

/** Places an order that is paid on delivery, with the address and the cart that the page shows. */
export function usePlaceOrderOnDelivery(): (addressId: string, cart: ShownCart) => Promise<CheckoutResult> {
  const [send] = useAction(
    PlaceOrderOnDeliveryDocument,
    (_cache, variables: PlaceOrderOnDeliveryMutationVariables) => ({
      variables,
      failed: 'Could not place the order',
    }),
  )
  return async (addressId, cart) => {
    const expectedTotal = cart.priceDetails.totalAmount
    const idempotencyKey = keyOf(`${addressId} ${cart.version} ${expectedTotal} on delivery`)
    const { data, errors } = await send({ addressId, idempotencyKey, expectedTotal })
    if (data) {
      attempt = null
      await refreshShopper()
    }
    const order = data?.placeOrderOnDelivery.order
    if (order) return { type: 'placed', orderNumber: order.number }
    const [error] = errors
    const refused = data && error ? refusedBy(error) : null
    if (refused) return refused
    announce((data && error?.message) ?? NOT_PLACED)
    return { type: 'unpaid' }
  }
}

/**
 * Pays for an open order, at the total that the page shows. If the shopper closes the provider's dialog, the order stays open.
 */
export function usePayOrder(): (orderNumber: string, expectedTotal: number) => Promise<CheckoutResult> {
  const client = useApolloClient()
  const [send] = useAction(PayOrderDocument, (_cache, variables: PayOrderMutationVariables) => ({
    variables,
    failed: 'Could not open the payment',
  }))
  const confirmPayment = useConfirmPayment()
  return async (orderNumber, expectedTotal) => {
    const { data, errors } = await send({ number: orderNumber, expectedTotal })
    const { order, payment } = data?.payOrder ?? {}
    if (order?.status === 'PAID') return { type: 'placed', orderNumber }
    if (order && payment) {
      const outcome = await tryPayment(payment, NOT_OPENED)
      if (outcome.type === 'paid') return confirmPayment(order, outcome.proof)
    } else announce((data && errors[0]?.message) ?? NOT_OPENED)
    if (data) await refreshOrder(client, orderNumber)
    return { type: 'unpaid' }
  }
}

/** Opens the provider's dialog. An error in its script is announced and counts as a failed payment. */
async function tryPayment(payment: Payment, failed: string): Promise<PaymentOutcome> {
  try {
    return await openPayment(payment)
  } catch (cause) {
    console.error('Could not open the payment', cause)
    notify.error(failed)
    return { type: 'failed' }
  }
}

interface Started {
  order: PlacedOrder
  payment: Payment
}

/** Resolves to null, and announces the failure, if the checkout could not start. */
function useStartCheckout() {
  const [send] = useAction(StartCheckoutDocument, (_cache, variables: StartCheckoutMutationVariables) => ({
    variables,
    failed: 'Could not place the order',
  }))
  return async (addressId: string, cart: ShownCart): Promise<Started | Refused | null> => {
    const expectedTotal = cart.priceDetails.totalAmount
    for (const retry of [false, true]) {
      const idempotencyKey = keyOf(`${addressId} ${cart.version} ${expectedTotal}`, retry)
      const { data, errors } = await send({ addressId, idempotencyKey, expectedTotal })
      if (!data) {
        // The next attempt uses the same key, and finds the order if this request created it.
        announce(NOT_PLACED)
        return null
      }
      const [error] = errors
      if (error) {
        attempt = null
        const refused = refusedBy(error)
        if (!refused) notify.error(error.message)
        // The page then shows the current prices and quantities, which caused the rejection.
        await refreshShopper()
        return refused
      }
      const { order, payment } = data.startCheckout
      if (order && payment && order.status === 'AWAITING_PAYMENT') return { order, payment }
      // The order with this key was cancelled or has expired: try once more with a new key.
    }
    attempt = null
    notify.error(NOT_PLACED)
    return null
  }
}

const PAUSES_MS = [0, 1000, 3000]

/** Sends the confirmation of a payment up to three times. The provider also notifies the server. */
function useConfirmPayment() {
  const [send] = useAction(ConfirmPaymentDocument, (_cache, variables: ConfirmPaymentMutationVariables) => ({
    variables,
    failed: 'Could not confirm the payment',
  }))
  return async (order: PlacedOrder, proof: PaymentProof): Promise<CheckoutResult> => {
    attempt = null
    const unsettled = { type: 'unsettled', orderNumber: order.number } as const
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const { data, errors } = await send({ input: { orderId: order.id, ...proof } })
      if (!data) continue
      const [error] = errors
      if (error) notify.error(error.message)
      await refreshShopper()
      if (error) return error.code === 'PAYMENT_PROVIDER_UNAVAILABLE' ? unsettled : { type: 'unpaid' }
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

/** If this request fails, the server releases the held stock when the order expires. */
function useCancelCheckout() {
  const [send] = useAction(CancelCheckoutDocument, (_cache, variables: CancelCheckoutMutationVariables) => ({
    variables,
    failed: 'Could not cancel the order',
  }))
  return async (order: PlacedOrder): Promise<void> => {
    attempt = null
    await send({ orderId: order.id })
  }
}
