/** Copies a cart into an order and takes its stock, once per key, in the transaction that locks the cart. */
import { databaseTime } from '../../../database/databaseTime'
import type { Tx } from '../../../database/db'
import type { Address } from '../../../generated/prisma/client'
import { estimatedDelivery } from '../../../shared/delivery/delivery'
import { whyNotServed } from '../../../shared/delivery/served'
import { DomainError } from '../../../shared/errors'
import { formatRupees, MAX_PAISE } from '../../../shared/money/money'
import { idempotencyKey, parseField } from '../../../shared/validation'
import { estimateFor } from '../../../shared/delivery/remoteDelivery'
import { getAddress } from '../../accounts/addresses'
import { canConfirm, readStanding, type Standing } from '../../accounts/unproven'
import type { HashedNetwork } from '../../../guards/network'
import { sqlWithin } from '../../../database/sql'
import { takeOrderedOut, type Cart, type CartLine } from '../../cart/cart'
import { readCart } from '../../cart/readCart'
import { notSold, priceOfCart } from '../../cart/cartSummary'
import { claimCoupon } from '../../cart/coupons'
import { fullTitle } from '../../catalogue/variants'
import { lockCart, type SignedIn } from '../../lockCart'
import { KEY_LIFETIME_MS } from '../../idempotency'
import type { Settings } from '../../../settings'
import { deliveryColumns, keptChoices, type NewOrder } from '../columns'
import { checkTotal } from './expectedTotal'
import { holdFor, limitPieces, mostAtOnce, shareOfUnproven, type Holder } from './holdLimits'
import { allowOnDelivery } from '../on-delivery/onDelivery'
import { hashAddress } from '../on-delivery/openOnDelivery'
import { isPlaceUnclear, termsFor } from '../invoiceTerms'
import { withHistory, type Order } from '../order'
import { moveOrder, piecesOf } from '../state/orderState'
import { lockUnpaid } from '../state/withOrder'
import { notifyOfOrder } from '../messages/writeMessages'
import type { Shop } from '../../shop'
import { moveStock, type Shortage } from '../state/stock'

const MAX_ORDER_RUPEES = Math.floor(MAX_PAISE / 100)

export interface PlacementInput {
  addressId: string
  idempotencyKey: string
  networkAddress: string
  /** The total in whole rupees that the client showed. */
  expectedTotal?: number | null | undefined
}

interface Placement {
  viewerId: string
  /** The cart, read under its lock. */
  cart: Cart
  addressId: string
  key: string
  /** From shop.hashNetworks, the narrowest first. */
  networks: [HashedNetwork, ...HashedNetwork[]]
  payOnDelivery: boolean
  expectedTotal: number | null
}

/**
 * Places an order for the whole cart, or returns the current state of the order that the same key created within 24 hours. Throws
 * INVALID_INPUT, the errors of placeOrder, and IDEMPOTENCY_KEY_REUSED if that order has another address, total or payment method.
 */
export async function placeOnce(
  shop: Shop,
  viewer: SignedIn,
  input: PlacementInput,
  { payOnDelivery = false } = {},
): Promise<Order> {
  const viewerId = viewer.id
  const key = parseField('idempotencyKey', idempotencyKey, input.idempotencyKey)
  const addressId = input.addressId.toLowerCase()
  const expectedTotal = input.expectedTotal ?? null
  const networks = shop.hashNetworks(input.networkAddress)
  const place = async (tx: Tx): Promise<Order> => {
    await lockCart(tx, viewer)
    const cart = await readCart(sqlWithin(tx), viewerId)
    const earlier = await findByKey(tx, viewerId, key)
    if (!earlier)
      return placeOrder(shop, tx, { viewerId, cart, addressId, key, networks, payOnDelivery, expectedTotal })
    const isSame = earlier.addressId === addressId && earlier.payOnDelivery === payOnDelivery
    if (isSame && (expectedTotal ?? earlier.totalAmount) === earlier.totalAmount) return earlier
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', { field: 'idempotencyKey' })
  }
  return shop.db.$transaction(place, { isIdempotent: true })
}

/** Frees a key that has expired by the database's clock. A server whose clock is ahead would otherwise place the order again. */
async function findByKey(tx: Tx, userId: string, key: string): Promise<Order | null> {
  const found = await tx.order.findFirst({ where: { userId, idempotencyKey: key }, include: withHistory })
  const isOlderThan = (now: number) => found !== null && found.placedAt.getTime() <= now - KEY_LIFETIME_MS
  if (!found || !isOlderThan(Date.now()) || !isOlderThan((await databaseTime(tx)).getTime())) return found
  await tx.order.update({ where: { id: found.id }, data: { idempotencyKey: null }, select: { id: true } })
  return null
}

/**
 * Throws ADDRESS_NOT_FOUND, ADDRESS_UNCHECKED, ADDRESS_NOT_SERVED, CART_EMPTY, LIMIT_REACHED, PAY_ON_DELIVERY_UNAVAILABLE, TOO_MANY_ATTEMPTS,
 * COUPON_NOT_USABLE, TOTAL_CHANGED, OUT_OF_STOCK. If an error is thrown, the transaction changes nothing.
 */
async function placeOrder(
  shop: Shop,
  tx: Tx,
  { viewerId, cart, addressId, key, networks, payOnDelivery, expectedTotal }: Placement,
): Promise<Order> {
  const address = await getAddress({ db: tx }, viewerId, addressId)
  if (address.isUnchecked) throw new DomainError('ADDRESS_UNCHECKED', { field: 'addressId' })
  if (cart.lines.length === 0) throw new DomainError('CART_EMPTY')
  const notServed = whyNotServed(shop.settings.deliveryCountries, address)
  if (notServed) throw new DomainError('ADDRESS_NOT_SERVED', { field: 'addressId', message: notServed.message })
  checkLines(cart)
  const { trace: _trace, totalDiscount: _totalDiscount, ...amounts } = priceOfCart(cart)
  const { totalAmount } = amounts
  if (totalAmount > MAX_ORDER_RUPEES)
    throw new DomainError('LIMIT_REACHED', {
      message: `An order can be at most ${formatRupees(MAX_ORDER_RUPEES)}. Please order fewer items at a time.`,
    })
  const replaced = await lockUnpaid(tx, viewerId, ['AWAITING_PAYMENT'])
  const holder = { viewerId, standing: await readStanding(tx, viewerId), networks, payOnDelivery }
  if (payOnDelivery) await allowOnDelivery(shop, tx, { ...holder, address, totalAmount })
  const now = new Date()
  const hold = await holdFor(shop, tx, holder, replaced, now)
  await claimCoupon(tx, cart, { replaced, ...couponShareOf(shop, holder.standing) })
  // Runs after the coupon check, so that an unusable coupon is reported as COUPON_NOT_USABLE instead of TOTAL_CHANGED.
  checkTotal(expectedTotal, totalAmount)
  const limit = limitPieces(shop, tx, holder, replaced)
  const returned = replaced.flatMap(piecesOf)
  // Otherwise, an unproven account could hold pieces online and then order them all on delivery, beyond the share of such orders.
  const limitsReturned = payOnDelivery && holder.standing.isUnproven
  const shortage = await moveStock(tx, { taken: cart.lines, returned, limit, limitsReturned })
  if (shortage) {
    const online = limitPieces(shop, tx, { ...holder, payOnDelivery: false }, replaced)
    const { productId, possible } = shortage
    const held = returned.reduce((sum, piece) => sum + (piece.productId === productId ? piece.quantity : 0), 0)
    const possibleOnline = payOnDelivery ? Math.max((await online([shortage])).get(productId)!, held) : possible
    throw outOfStock(shop, cart, { ...shortage, possibleOnline }, holder)
  }
  for (const order of replaced) {
    await moveOrder(shop, tx, order, 'CANCELLED', {
      source: 'SHOPPER',
      note: 'Replaced by a newer checkout.',
    })
  }
  // The order is confirmed without a payment, so its items are removed from the cart now.
  if (payOnDelivery) await takeOrderedOut(tx, viewerId, cart.lines)
  const status = payOnDelivery ? 'CONFIRMED' : 'AWAITING_PAYMENT'
  const placed = await tx.order.create({
    data: {
      userId: viewerId,
      status,
      payOnDelivery,
      idempotencyKey: key,
      addressId,
      ...amounts,
      ...keptChoices(cart),
      couponPercent: cart.coupon?.percent ?? null,
      couponDescription: cart.coupon?.description ?? null,
      ...deliveryColumns(address),
      invoiceTerms: termsFor(shop.settings, address),
      isPlaceUnclear: isPlaceUnclear(shop.settings, address),
      addressHash: payOnDelivery ? hashAddress(address) : null,
      provider: shop.payments.name,
      placedAt: now,
      ...hold,
      network: networks[0].hash,
      networks: { set: networks.map(({ hash }) => hash) },
      isUnproven: holder.standing.isUnproven,
      lines: { create: cart.lines.map((line, position) => orderedLine(line, { position, now, address })) },
      events: { create: { status, source: 'SHOPPER', note: 'Order placed.', at: now } },
    } satisfies NewOrder,
    include: withHistory,
  })
  await notifyOfOrder(shop, tx, placed, null)
  return placed
}

/** The unpaid orders of unproven accounts may claim the same share of a coupon's uses as of a product's pieces. */
function couponShareOf({ settings, limits }: Shop, standing: Standing) {
  const percent = limits['coupons.ofUnproven']
  return {
    mostOfUnproven: standing.isUnproven && percent > 0 ? (left: number) => shareOfUnproven(percent, left) : null,
    canConfirm: canConfirm(settings, standing),
  }
}

/** If staff hide a product after this check, this order still sells it. */
function checkLines({ lines }: Cart): void {
  const hidden = lines.find(({ product }) => product.hiddenAt !== null)
  if (!hidden) return
  throw new DomainError('OUT_OF_STOCK', { message: `${notSold(hidden.product)} Please remove it from the cart.` })
}

function outOfStock(
  { settings, limits }: Shop,
  { lines }: Cart,
  {
    productId,
    left,
    possible,
    possibleOnline,
  }: Shortage & { /** With another payment method. */ possibleOnline: number },
  { standing }: Holder,
): DomainError {
  const { product, quantity } = lines.find((line) => line.productId === productId)!
  const title = fullTitle(product)
  if (quantity > possible && quantity <= possibleOnline) {
    const can = possible === 0 ? `cannot order ${title}` : `can order at most ${possible} of ${title}`
    const message = `New accounts ${can} with cash on delivery now. Please pay for this order online.`
    return new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message, possible, productId })
  }
  const mostOfProven = mostAtOnce(limits)(left)
  const isLimited = standing.isUnproven && mostOfProven > possible
  const confirmEmail = isLimited && canConfirm(settings, standing)
  const isMissing = quantity > left && mostOfProven === left
  const limited = isLimited ? limitOf(settings, standing, { title, possible }) : null
  const facts = [
    isMissing &&
      (left === 0 ? `${title} is out of stock.` : `Only ${left} of ${title} ${left === 1 ? 'is' : 'are'} left.`),
    limited ??
      (!isMissing && `You can order at most ${possible} of ${title} ${standing.isUnproven ? 'now' : 'at a time'}.`),
  ]
  return new DomainError('OUT_OF_STOCK', {
    message: facts.filter(Boolean).join(' '),
    possible,
    confirmEmail,
    productId,
  })
}

/** The error for an unproven account: how much it can order, and what lifts the limit. */
function limitOf(
  settings: Settings,
  standing: Standing,
  { title, possible }: { title: string; possible: number },
): string {
  if (canConfirm(settings, standing))
    return possible === 0
      ? `${title} is reserved for confirmed accounts at the moment. Confirm your email to order it.`
      : `You can order at most ${possible} of ${title} now. Confirm your email to order more.`
  // Without emails, an account of one's own has the same limits.
  const canSignUp = standing.isDemo && settings.codesByMail
  if (possible > 0)
    return `You can order at most ${possible} of ${title} now.${canSignUp ? ' Sign up to order more.' : ''}`
  const who = standing.isDemo ? 'The demo account' : 'New accounts'
  return `${who} cannot order ${title} now. ${canSignUp ? 'Sign up to order it.' : 'Please try again later.'}`
}

/** Uses the delivery day of the cart line, so that the order keeps the day that the cart showed. A remote address adds days. */
const orderedLine = (
  { product, quantity }: CartLine,
  { position, now, address }: { position: number; now: Date; address: Address },
) => ({
  productId: product.id,
  position,
  title: fullTitle(product),
  imageUrl: product.imageUrl,
  imageAlt: product.imageAlt,
  imageWidth: product.imageWidth,
  imageHeight: product.imageHeight,
  discounted: product.discounted,
  original: product.original,
  quantity,
  piecesInSet: product.piecesInSet,
  estimatedDelivery: new Date(estimateFor(estimatedDelivery(product.id, now), address)),
})
