/** Orders of new pieces for a return. They cost nothing, and their lines name the lines that were paid. */
import type { Tx } from '../../../database/db'
import type { Prisma } from '../../../generated/prisma/client'
import { estimatedDelivery } from '../../../shared/delivery/delivery'
import { estimateFor } from '../../../shared/delivery/remoteDelivery'
import { DomainError, invalidInput } from '../../../shared/errors'
import { sentPieces } from '../../../shared/money/orderNow'
import { inSets, piecesPerItem, singly, titleOfSingle } from '../../../shared/setPieces'
import type { Shop } from '../../shop'
import { notifyOfOrder } from '../messages/writeMessages'
import { orderNumber, withHistory, type Order, type OrderLine } from '../order'
import { inStock, type Piece } from '../pieces'
import { moveStock } from '../state/stock'
import { withOrder, type LockedOrder } from '../state/withOrder'
import { cancelForShop } from './cancel'

/**
 * Takes the pieces from stock and creates the order that answers the request, which is CONFIRMED. It goes to the address of the first order.
 * If not all pieces of a set come back, the order has single pieces of it: the studio takes them from its shelf, and the stock, which counts
 * whole sets, does not change. Throws OUT_OF_STOCK with the possible quantity.
 */
export async function createReplacement(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { id: requestId }: { id: string },
  pieces: readonly Piece[],
): Promise<Order> {
  const { deletedAt } = await tx.user.findUniqueOrThrow({ where: { id: order.userId }, select: { deletedAt: true } })
  if (deletedAt && order.eraseAddressAt === null)
    throw invalidInput('wish', 'The account was deleted and its address erased. Accept the return for money instead.')
  const stocked = pieces.filter((each) => !isSingle(each))
  const gone = stocked.find(({ line }) => line.productId === null)
  if (gone) throw outOfStock(gone.line, 0)
  const shortage = await moveStock(tx, { taken: inStock(stocked) })
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
  const sent = pieces.map(sentInstead)
  const total = sent.reduce((sum, { original, quantity }) => sum + original * quantity, 0)
  const { userId, addressId, provider, deliveryName, deliveryStreet, deliveryCity, deliveryState } = order
  const { deliveryCountry, deliveryCountryCode, deliveryZipCode, deliveryMobile, invoiceTerms, eraseAddressAt } = order
  const placed = await tx.order.create({
    data: {
      ...{ userId, addressId, provider, deliveryName, deliveryStreet, deliveryCity, deliveryState },
      ...{ deliveryCountry, deliveryCountryCode, deliveryZipCode, deliveryMobile, eraseAddressAt },
      invoiceTerms: invoiceTerms as Prisma.InputJsonValue,
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
        create: pieces.map(({ line }, position) => ({
          ...sent[position]!,
          position,
          imageUrl: line.imageUrl,
          imageAlt: line.imageAlt,
          imageWidth: line.imageWidth,
          imageHeight: line.imageHeight,
          discounted: 0,
          estimatedDelivery: new Date(estimateFor(estimatedDelivery(line.productId ?? line.title, now), address)),
          replacesLineId: line.replacesLineId ?? line.id,
        })),
      },
      events: {
        create: { status: 'CONFIRMED', source: 'SHOP', note: `Replaces items of ${orderNumber(order)}.`, at: now },
      },
    },
    include: withHistory,
  })
  await tx.orderReturn.update({ where: { id: requestId }, data: { replacementId: placed.id } })
  await notifyOfOrder(shop, tx, placed, null)
  return placed
}

/** True for pieces of a set that are fewer than a whole set, and for the single pieces of an earlier replacement. */
const isSingle = ({ line, pieces }: Piece): boolean => pieces > 0 || line.piecesInSet === 1

/** What a line of the replacement sends for these pieces. Single pieces name no product, because the stock counts its whole sets. */
function sentInstead(piece: Piece) {
  const { line, quantity, pieces } = piece
  if (pieces === 0) {
    const { productId, title, original, piecesInSet } = line
    return { productId, title, original, piecesInSet, quantity }
  }
  return {
    productId: null,
    title: titleOfSingle(line.title),
    original: Math.floor(line.original / piecesPerItem(line)),
    piecesInSet: 1,
    quantity: singly(line, piece),
  }
}

function outOfStock({ title, productId }: OrderLine, possible: number): DomainError {
  const left = possible === 0 ? `${title} is out of stock.` : `Only ${possible} of ${title} are left.`
  const message = `${left} Accept the return for money instead.`
  return new DomainError('OUT_OF_STOCK', { message, possible, ...(productId !== null && { productId }) })
}

/**
 * Cancels the new pieces for `lost` pieces, which never arrived, so that they are not packed. Returns a sentence about them for the buyer,
 * or an empty text.
 */
export async function cancelReplacement(
  shop: Shop,
  tx: Tx,
  replacementId: string,
  lost: readonly Piece[],
  actorId: string,
): Promise<string> {
  const lostPieces = new Map(lost.map(({ line, ...some }) => [line.replacesLineId ?? line.id, singly(line, some)]))
  let sentence = ''
  await withOrder(tx, replacementId, async (replacement) => {
    const name = `order ${orderNumber(replacement)}`
    if (replacement.status === 'CANCELLED') return replacement
    if (replacement.status !== 'CONFIRMED') {
      sentence = `The replacement in ${name} is on its way already, and stays yours.`
      return replacement
    }
    const lines = replacement.lines.flatMap((line) => {
      const { quantity: missing } = inSets(line, lostPieces.get(line.replacesLineId ?? '') ?? 0)
      const quantity = Math.min(sentPieces(line), missing)
      return quantity > 0 ? [{ id: line.id, quantity }] : []
    })
    if (lines.length === 0) return replacement
    sentence = `We cancelled the replacement in ${name}.`
    return cancelForShop(shop, tx, replacement, { lines, restock: true, actorId, reason: NEVER_ARRIVED })
  })
  return sentence
}

const NEVER_ARRIVED = 'The items that you return did not arrive.'
