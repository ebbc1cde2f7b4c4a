/** The personal requests in the recorded session that are measured, each with the values that it needs. */
import { randomUUID } from 'node:crypto'
import { ask, requestOf, type Recorded, type Values } from '../recording'
import { paidIn, placedIn, totalIn } from './responses'
import type { Shopper } from './shoppers'

export interface Subject {
  name: string
  request: Recorded
  /** A path on the reference server with the same response. */
  reference?: string
  /** True if a shopper can send it only once until the benchmark restores orders and carts. */
  isOnce?: boolean
  /** The values for a shopper's n-th request. The function may call the shop to prepare the request. */
  values(shopper: Shopper, n: number, origin: string): Values | Promise<Values>
}

const nth = <Item>(items: Item[], n: number): Item => items[n % items.length]!
const session = ({ token }: Shopper): Values => ({ token, idempotencyKey: randomUUID() })
const onCart = (shopper: Shopper, n: number): Values => ({ ...session(shopper), productId: nth(shopper.productIds, n) })

const page = (step: string, operation: string, reference?: string): Subject => ({
  name: operation,
  request: requestOf(step, operation),
  values: session,
  ...(reference && { reference }),
})

const CHECKOUT = requestOf('checkout', 'CheckoutPageQuery')
const START_CHECKOUT = requestOf('place order', 'StartCheckout')
const PAY = requestOf('pay', '/api/payments/sandbox/pay')
const CONFIRM = requestOf('pay', 'ConfirmPayment')

async function checkoutOf(shopper: Shopper, _: number, origin: string): Promise<Values> {
  const values = { ...session(shopper), addressId: shopper.addressId }
  return { ...values, ...totalIn(await ask(origin, CHECKOUT, values)) }
}

/** The sandbox expects the provider's order id as `orderId`. */
export const payCall = ({ providerOrderId, idempotencyKey }: Values): Values => ({
  orderId: providerOrderId!,
  idempotencyKey: idempotencyKey!,
})

async function placed(shopper: Shopper, origin: string): Promise<Values> {
  const values = await checkoutOf(shopper, 0, origin)
  return { ...session(shopper), ...placedIn(await ask(origin, START_CHECKOUT, values)) }
}

export const SUBJECTS: Subject[] = [
  page('listing, logged in', 'ShopperQuery'),
  page('listing, logged in, sorted', 'ProductsPageQuery'),
  page('cart', 'CartPageQuery', '/CartPageQuery'),
  page('checkout', 'CheckoutPageQuery'),
  page('orders', 'OrdersPageQuery', '/OrdersPageQuery'),
  {
    ...page('pay', 'OrderSummaryPageQuery'),
    values: (shopper) => ({ ...session(shopper), number: shopper.orderNumber }),
  },
  { ...page('add', 'AddToCart', '/AddToCart'), values: onCart },
  { ...page('quantity', 'ChangeCartQuantity'), values: onCart },
  { name: 'StartCheckout', request: START_CHECKOUT, isOnce: true, values: checkoutOf },
  {
    name: PAY.path,
    request: PAY,
    isOnce: true,
    values: async (shopper, _, origin) => payCall(await placed(shopper, origin)),
  },
  {
    name: 'ConfirmPayment',
    request: CONFIRM,
    isOnce: true,
    async values(shopper, _, origin) {
      const values = await placed(shopper, origin)
      return { ...values, ...paidIn(await ask(origin, PAY, payCall(values))) }
    },
  },
]
