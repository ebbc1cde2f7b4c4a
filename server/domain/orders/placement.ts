/** Copies a cart into an order and takes its stock, within the transaction that holds the cart. */
import type { Tx } from '../../database/client'
import type { Address } from '../../generated/prisma/client'
import { estimatedDelivery } from '../../shared/delivery'
import { DomainError } from '../../shared/errors'
import { getAddress } from '../accounts/addresses'
import type { Cart, CartLine } from '../cart/cart'
import { priceOfCart } from '../cart/cartSummary'
import { holdFor, mostAtOnce } from './holdLimits'
import { withHistory, type Order } from './orders'
import { moveOrder, piecesOf } from './orderState'
import type { Shop } from '../shop'
import { moveStock, type Shortage } from './stock'

interface Placement {
  viewerId: string
  /** Read under its lock. */
  cart: Cart
  addressId: string
  key: string
  /** The caller's, as shop.hashNetwork gives it. */
  network: string
}

/** Throws ADDRESS_NOT_FOUND, CART_EMPTY, TOO_MANY_ATTEMPTS, OUT_OF_STOCK: the transaction then ends without a change. */
export async function placeOrder(
  shop: Shop,
  tx: Tx,
  { viewerId, cart, addressId, key, network }: Placement,
): Promise<Order> {
  const address = await getAddress({ db: tx }, viewerId, addressId)
  if (cart.lines.length === 0) throw new DomainError('CART_EMPTY')
  const replaced = await lockWaitingOrders(tx, viewerId)
  const now = new Date()
  const hold = await holdFor(shop, tx, { viewerId, network }, replaced, now)
  const mostOf = mostAtOnce(shop.settings.holds)
  const shortage = await moveStock(tx, { taken: cart.lines, returned: replaced.flatMap(piecesOf), mostOf })
  if (shortage) throw outOfStock(cart, shortage)
  for (const order of replaced) {
    await moveOrder(tx, order, 'CANCELLED', {
      source: 'SHOPPER',
      note: 'Replaced by a newer checkout. The stock went back.',
    })
  }
  const { trace: _trace, totalDiscount: _totalDiscount, ...amounts } = priceOfCart(cart)
  return tx.order.create({
    data: {
      userId: viewerId,
      idempotencyKey: key,
      addressId,
      ...amounts,
      couponCode: cart.coupon?.code ?? null,
      couponPercent: cart.coupon?.percent ?? null,
      couponDescription: cart.coupon?.description ?? null,
      ...deliveryColumns(address),
      provider: shop.payments.name,
      placedAt: now,
      ...hold,
      network,
      lines: { create: cart.lines.map((line, position) => lineColumns(line, position, now)) },
      events: { create: { status: 'AWAITING_PAYMENT', source: 'SHOPPER', note: 'Order placed.', at: now } },
    },
    include: withHistory,
  })
}

/** Orders that a new checkout replaces, held until the transaction ends. Under the cart's lock. */
export async function lockWaitingOrders(tx: Tx, userId: string): Promise<Order[]> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM shop_order WHERE user_id = ${userId}::uuid AND status = 'AWAITING_PAYMENT' ORDER BY id FOR UPDATE`
  return tx.order.findMany({ where: { id: { in: held.map(({ id }) => id) } }, include: withHistory })
}

function outOfStock({ lines }: Cart, { productId, left, possible }: Shortage): DomainError {
  const { title } = lines.find((line) => line.productId === productId)!.product
  const message =
    possible < left
      ? `Only ${possible} of ${title} can be ordered at once.`
      : `There are not enough pieces left of ${title}.`
  return new DomainError('OUT_OF_STOCK', { message })
}

const deliveryColumns = ({ name, street, city, state, country, zipCode, mobile }: Address) => ({
  deliveryName: name,
  deliveryStreet: street,
  deliveryCity: city,
  deliveryState: state,
  deliveryCountry: country,
  deliveryZipCode: zipCode,
  deliveryMobile: mobile,
})

/** The day is that of the cart's line, so that the order keeps what the cart showed. */
const lineColumns = ({ id, product, quantity }: CartLine, position: number, now: Date) => ({
  position,
  productId: product.id,
  title: product.title,
  imageUrl: product.imageUrl,
  imageAlt: product.imageAlt,
  imageWidth: product.imageWidth,
  imageHeight: product.imageHeight,
  discounted: product.discounted,
  original: product.original,
  quantity,
  estimatedDelivery: new Date(estimatedDelivery(id, now)),
})
