/** Checkout: places an order, opens its payment, and confirms or cancels it. */
import { randomBytes } from 'node:crypto'
import { retryIdempotent } from '../../../database/retry'
import { lockCart, type SignedIn } from '../../lockCart'
import { CURRENCY, toPaise } from '../../../shared/money/money'
import { DomainError } from '../../../shared/errors'
import { isUuid } from '../../../shared/validation'
import { checkTotal } from './expectedTotal'
import { isPayable } from '../orderActions'
import { getOrderByNumber } from '../orders'
import { orderNumber, withHistory, type Order } from '../order'
import { cancelOrder } from '../state/orderState'
import { withOrder } from '../state/withOrder'
import { ON_ITS_WAY } from '../payment/askProvider'
import { recordPayment } from '../payment/payment'
import { placeOnce, type PlacementInput } from './placement'
import { askAboutPayment } from '../payment/reconcile'
import type { Shop } from '../../shop'

/**
 * Options for the provider's checkout script.
 * @public for codegen.ts
 */
export interface Payment {
  provider: Shop['payments']['name']
  scriptUrl: string
  keyId: string
  providerOrderId: string
  /** Paise. */
  amount: number
  currency: string
  /** The shop's name. */
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
}

export interface Checkout {
  order: Order
  /** Null if the order was cancelled before its payment was opened. */
  payment: Payment | null
}

/**
 * Turns the cart into an order that awaits payment and holds its stock for settings.checkoutHoldMs. Cancels any earlier order that still
 * awaits payment; the new order's hold then ends when the earlier one would have ended. The same key within 24 hours returns the same order
 * with its current status. Throws INVALID_INPUT, IDEMPOTENCY_KEY_REUSED, ADDRESS_NOT_FOUND, CART_EMPTY, TOTAL_CHANGED, OUT_OF_STOCK, and
 * TOO_MANY_ATTEMPTS after too many unpaid holds (the rules `holds`). Also throws PAYMENT_PROVIDER_UNAVAILABLE, after which the stock is
 * returned and the key is free.
 */
export async function startCheckout(shop: Shop, viewer: SignedIn, input: PlacementInput): Promise<Checkout> {
  const placed = await placeOnce(shop, viewer, input)
  const order = await openPayment(shop, placed)
  return { order, payment: await describePayment(shop, order) }
}

/**
 * Returns the open payment of an order that awaits payment. Queries the provider first, because the shopper may have paid without the shop
 * receiving the webhook. In that case, the order is PAID, the payment is null, and the shopper does not pay twice. Throws ORDER_NOT_FOUND,
 * ORDER_NOT_PAYABLE after the hold has ended, TOTAL_CHANGED before the provider is queried, and PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function payOrder(
  shop: Shop,
  viewerId: string,
  number: string,
  expectedTotal?: number | null,
): Promise<Checkout> {
  const waiting = await getOrderByNumber(shop, viewerId, number)
  const { providerOrderId, totalAmount, provider } = waiting
  if (isPayable(waiting)) checkTotal(expectedTotal, totalAmount)
  if (providerOrderId !== null && provider === shop.payments.name)
    await askAboutPayment(shop, { providerOrderId, totalAmount })
  const now = await getOrderByNumber(shop, viewerId, number)
  if (now.status === 'PAID') return { order: now, payment: null }
  if (!isPayable(now)) throw tooLateToPay()
  const order = await openPayment(shop, now)
  const payment = await describePayment(shop, order)
  if (!payment || order.status !== 'AWAITING_PAYMENT') throw tooLateToPay()
  return { order, payment }
}

const tooLateToPay = (): DomainError => new DomainError('ORDER_NOT_PAYABLE', { field: 'number' })

/**
 * Opens a payment at the provider without keeping a transaction open during the call. If two calls do this for one order, the first to
 * return wins. The second call's provider order stays unpaid, which is harmless. After a crash, a call with the same key resumes here.
 */
async function openPayment(shop: Shop, order: Order): Promise<Order> {
  if (order.providerOrderId !== null || order.status !== 'AWAITING_PAYMENT') return order
  const amounts = { amount: toPaise(order.totalAmount), currency: CURRENCY }
  const receipt = `${orderNumber(order)}-${randomBytes(4).toString('hex')}`
  try {
    const providerOrderId = await shop.payments.createOrder({ ...amounts, receipt })
    const { databaseRetryMs: retryMs } = shop.settings
    const where = { id: order.id, providerOrderId: null, status: 'AWAITING_PAYMENT' as const }
    const data = { providerOrderId, provider: shop.payments.name }
    await retryIdempotent(retryMs, () => shop.db.order.updateMany({ where, data }))
  } catch (error) {
    shop.log.error({ err: error, orderId: order.id }, 'could not open a payment')
    if (!(await giveUp(shop, order.id))) throw error
  }
  const opened = await shop.db.order.findUniqueOrThrow({ where: { id: order.id }, include: withHistory })
  const rivalFailed = opened.status === 'CANCELLED' && opened.providerOrderId === null && opened.idempotencyKey === null
  if (rivalFailed) throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE')
  return opened
}

/**
 * Cancels an order whose payment could not be opened, and frees the order's key. Returns true if another call opened the payment or ended
 * the order in the meantime.
 */
async function giveUp(shop: Shop, orderId: string): Promise<boolean> {
  let isSettled = false
  await shop.db.$transaction((tx) =>
    withOrder(tx, orderId, async (order) => {
      isSettled = order.status !== 'AWAITING_PAYMENT' || order.providerOrderId !== null
      if (isSettled) return order
      const note = 'The payment provider could not be reached, so we released the items.'
      return cancelOrder(shop, tx, order, { source: 'SHOP', note }, { idempotencyKey: null })
    }),
  )
  return isSettled
}

async function describePayment(shop: Shop, order: Order): Promise<Payment | null> {
  const { name, scriptUrl, keyId } = shop.payments
  if (order.providerOrderId === null || order.provider !== name) return null
  const { firstName, lastName, email } = await shop.db.user.findUniqueOrThrow({ where: { id: order.userId } })
  return {
    provider: name,
    scriptUrl,
    keyId,
    providerOrderId: order.providerOrderId,
    amount: toPaise(order.totalAmount),
    currency: CURRENCY,
    name: shop.settings.shopName,
    description: `Order ${orderNumber(order)}`,
    prefill: { name: `${firstName} ${lastName}`, email, contact: order.deliveryMobile },
  }
}

/**
 * Trusts only the provider: verifies its signature over the stored provider order id, then queries it for amount and status. A repeated
 * call changes nothing. Also returns an order that became REFUND_DUE. Throws ORDER_NOT_FOUND, PAYMENT_SIGNATURE_INVALID, ORDER_NOT_PAYABLE.
 * Also throws PAYMENT_PROVIDER_UNAVAILABLE, after which the reconciler confirms the payment.
 */
export async function confirmPayment(
  shop: Shop,
  viewerId: string,
  { orderId, ...proof }: PaymentProof & { orderId: string },
): Promise<Order> {
  return settle(shop, await getOwnOrder(shop, viewerId, orderId), proof)
}

/** The values that the provider returned to the shopper. Its signature covers both ids. */
interface PaymentProof {
  paymentId: string
  providerOrderId: string
  signature: string
}

/**
 * Confirms the payment after the provider redirects the shopper back. Returns the order, whatever its status, or null if the provider did
 * not sign the proof. If the provider is unreachable, the reconciler confirms the payment later.
 */
export async function confirmReturn(shop: Shop, proof: PaymentProof): Promise<Order | null> {
  if (!shop.payments.verifySignature(proof)) return null
  const where = { providerOrderId: proof.providerOrderId, provider: shop.payments.name }
  const order = await shop.db.order.findFirst({ where, include: withHistory })
  if (!order) return null
  // If the shopper returns again, the shop does not query the provider.
  if ((await shop.db.receivedPayment.count({ where: { id: proof.paymentId } })) > 0) return order
  try {
    return await settle(shop, order, proof)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return order
  }
}

async function settle(shop: Shop, order: Order, { paymentId, signature, ...proof }: PaymentProof): Promise<Order> {
  const { providerOrderId } = order
  const isSigned =
    providerOrderId !== null &&
    providerOrderId === proof.providerOrderId &&
    order.provider === shop.payments.name &&
    shop.payments.verifySignature({ providerOrderId, paymentId, signature })
  if (!isSigned) throw new DomainError('PAYMENT_SIGNATURE_INVALID', { field: 'signature' })
  if (order.paymentId === paymentId) return order
  const payment = await findPayment(shop, { ...order, providerOrderId }, paymentId)
  const news = payment && payment.status !== 'pending' ? { providerOrderId, payment, source: 'SHOPPER' as const } : null
  const now = (news && (await recordPayment(shop, news))) ?? order
  if (now.status === 'CANCELLED') throw new DomainError('ORDER_NOT_PAYABLE')
  if (now.status === 'AWAITING_PAYMENT' && !news)
    throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { message: ON_ITS_WAY })
  return now
}

async function findPayment(shop: Shop, order: Order & { providerOrderId: string }, paymentId: string) {
  const asked = { providerOrderId: order.providerOrderId, amount: toPaise(order.totalAmount), currency: CURRENCY }
  try {
    return (await shop.payments.listPayments(asked)).find(({ id }) => id === paymentId)
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    shop.log.warn({ err: cause, orderId: order.id }, 'could not confirm a payment yet; the reconciler will retry')
    throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { message: ON_ITS_WAY, cause })
  }
}

/**
 * Cancels only an order that awaits payment, and returns an already cancelled order unchanged. Throws ORDER_NOT_FOUND, ORDER_NOT_PAYABLE,
 * UNAUTHENTICATED.
 */
export async function cancelCheckout(shop: Shop, viewer: SignedIn, orderId: string): Promise<Order> {
  const { id } = await getOwnOrder(shop, viewer.id, orderId)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    return withOrder(tx, id, async (order) => {
      if (order.status === 'CANCELLED') return order
      if (order.status !== 'AWAITING_PAYMENT') throw new DomainError('ORDER_NOT_PAYABLE', { field: 'orderId' })
      const note = 'Checkout was closed without a payment, so we released the items.'
      return cancelOrder(shop, tx, order, { source: 'SHOPPER', note })
    })
  })
}

/** Treats another shopper's order as not found. */
async function getOwnOrder({ db }: Shop, viewerId: string, orderId: string): Promise<Order> {
  const where = { id: orderId, userId: viewerId }
  const order = isUuid(orderId) ? await db.order.findFirst({ where, include: withHistory }) : null
  if (!order) throw new DomainError('ORDER_NOT_FOUND', { field: 'orderId' })
  return order
}
