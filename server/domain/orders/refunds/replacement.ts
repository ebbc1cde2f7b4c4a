/** Orders of new pieces for a return. They cost nothing, and their lines name the lines that were paid. */
import type { Tx } from '../../../database/db'
import { estimatedDelivery } from '../../../shared/delivery/delivery'
import { estimateFor } from '../../../shared/delivery/remoteDelivery'
import { DomainError } from '../../../shared/errors'
import type { Shop } from '../../shop'
import { storeOwed } from '../ledger/ledger'
import { notifyOfOrder } from '../messages/writeMessages'
import { orderNumber, withHistory, type Order, type OrderLine } from '../order'
import { lockOrder } from '../state/orderState'
import { moveStock } from '../state/stock'
import { countPieces, inStock } from '../pieces'

type Pieces = { line: OrderLine; quantity: number }[]

/**
 * Takes the pieces from stock and creates the order, which is CONFIRMED. It goes to the address of the first order. Throws OUT_OF_STOCK with
 * the possible quantity. The caller holds the lock of `order`.
 */
export async function createReplacement(shop: Shop, tx: Tx, order: Order, pieces: Pieces): Promise<Order> {
  const gone = pieces.find(({ line }) => line.productId === null)
  if (gone) throw outOfStock(gone.line, 0)
  const shortage = await moveStock(tx, { taken: inStock(pieces) })
  if (shortage) {
    const { line } = pieces.find(({ line: { productId } }) => productId === shortage.productId)!
    throw outOfStock(line, shortage.possible)
  }
  const now = new Date()
  const address = {
    country: order.deliveryCountry,
    countryCode: order.deliveryCountryCode,
    zipCode: order.deliveryZipCode,
  }
  const total = pieces.reduce((sum, { line, quantity }) => sum + line.original * quantity, 0)
  const { userId, addressId, provider, deliveryName, deliveryStreet, deliveryCity, deliveryState } = order
  const { deliveryCountry, deliveryCountryCode, deliveryZipCode, deliveryMobile, invoiceTerms, eraseAddressAt } = order
  const placed = await tx.order.create({
    data: {
      ...{ userId, addressId, provider, deliveryName, deliveryStreet, deliveryCity, deliveryState },
      ...{ deliveryCountry, deliveryCountryCode, deliveryZipCode, deliveryMobile, eraseAddressAt },
      invoiceTerms: invoiceTerms ?? undefined,
      status: 'CONFIRMED',
      isReplacement: true,
      cartTotal: total,
      offerDiscount: total,
      couponDiscount: 0,
      giftWrap: 0,
      convenienceFee: 0,
      totalAmount: 0,
      expiresAt: now,
      // So that it counts as no hold of the account.
      heldSince: order.heldSince,
      placedAt: now,
      lines: {
        create: pieces.map(({ line, quantity }, position) => ({
          position,
          quantity,
          productId: line.productId,
          title: line.title,
          imageUrl: line.imageUrl,
          imageAlt: line.imageAlt,
          imageWidth: line.imageWidth,
          imageHeight: line.imageHeight,
          discounted: 0,
          original: line.original,
          estimatedDelivery: new Date(estimateFor(estimatedDelivery(line.productId!, now), address)),
          replacesLineId: line.replacesLineId ?? line.id,
        })),
      },
      events: {
        create: { status: 'CONFIRMED', source: 'SHOP', note: `Replaces items of ${orderNumber(order)}.`, at: now },
      },
    },
    include: withHistory,
  })
  await countPieces(tx, pieces, (quantity) => ({ replaced: { increment: quantity } }))
  await notifyOfOrder(shop, tx, placed, null)
  return placed
}

function outOfStock({ title, productId }: OrderLine, possible: number): DomainError {
  const left = possible === 0 ? `${title} is out of stock.` : `Only ${possible} of ${title} are left.`
  const message = `${left} Accept the return for money instead.`
  return new DomainError('OUT_OF_STOCK', { message, possible, ...(productId !== null && { productId }) })
}

/**
 * For pieces of a replacement that are cancelled or that came back for money: the shop owes the money for the pieces of the first order. The
 * caller holds the lock of `order`. Takes the lock of the first order, and never the other way round.
 */
export async function giveUpReplaced(shop: Shop, tx: Tx, order: Order, pieces: Pieces): Promise<void> {
  if (!order.isReplacement) return
  const firstLines = await tx.orderLine.findMany({
    where: { id: { in: pieces.flatMap(({ line }) => line.replacesLineId ?? []) } },
  })
  // All pieces of a replacement belong to one first order.
  const firstId = firstLines[0]?.orderId
  if (firstId === undefined) return
  await lockOrder(tx, firstId)
  for (const { line, quantity } of pieces)
    await tx.orderLine.update({
      where: { id: line.replacesLineId! },
      data: { replaced: { decrement: quantity }, returned: { increment: quantity } },
    })
  await storeOwed(tx, await lockOrder(tx, firstId))
}
