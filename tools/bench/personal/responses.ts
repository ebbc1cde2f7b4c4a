/** Extracts values for later requests from the responses to earlier ones. */
import type { Values } from '../recording'

interface Total {
  data: { me: { cart: { priceDetails: { totalAmount: number } } } }
}

interface Started {
  data: { startCheckout: { order: { id: string; number: string }; payment: { providerOrderId: string } } }
}
interface Paid {
  razorpay_payment_id: string
  razorpay_signature: string
}

/** Taken from the response to CheckoutPageQuery: the total that the shopper confirms, in rupees. */
export const totalIn = (response: string): Values => ({
  expectedTotal: (JSON.parse(response) as Total).data.me.cart.priceDetails.totalAmount,
})

/** Taken from the response to StartCheckout. */
export function placedIn(response: string): Values {
  const { order, payment } = (JSON.parse(response) as Started).data.startCheckout
  return { orderId: order.id, number: order.number, providerOrderId: payment.providerOrderId }
}

/** Taken from the sandbox's response. */
export function paidIn(response: string): Values {
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = JSON.parse(response) as Paid
  return { paymentId, signature }
}
