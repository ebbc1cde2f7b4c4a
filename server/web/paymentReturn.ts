/**
 * Handles shoppers who come back from the payment provider's own page, which browsers inside Instagram and Facebook need instead of the
 * dialog. The provider's form needs no token, because its signature proves the payment.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { orderNumber } from '../domain/orders/order'
import { confirmReturn } from '../domain/orders/placement/checkout'
import { PAYMENT_RETURN } from '../shared/paymentReturn'

const MAX_BYTES = 4_096

const field = z.string().min(1).max(200)
const returned = z.object({ razorpay_payment_id: field, razorpay_order_id: field, razorpay_signature: field })

export async function paymentReturn(app: FastifyInstance): Promise<void> {
  app.limitRequests()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  app.post(PAYMENT_RETURN, async ({ body }, reply) => {
    const { data } = returned.safeParse(body)
    const order =
      data &&
      (await confirmReturn(app.shop, {
        paymentId: data.razorpay_payment_id,
        providerOrderId: data.razorpay_order_id,
        signature: data.razorpay_signature,
      }))
    // After a failed payment attempt, the order can still be paid on the orders page.
    void reply.header('cache-control', 'no-store')
    return reply.redirect(order ? `/orders/${orderNumber(order)}` : '/orders', 303)
  })
}
