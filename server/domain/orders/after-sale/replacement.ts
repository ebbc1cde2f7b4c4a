/** Orders of new pieces for a return. They cost nothing, and their lines name the lines that were paid. */
import type { Tx } from '../../../database/db'
import type { Prisma } from '../../../generated/prisma/client'
import { estimatedDelivery } from '../../../shared/delivery/delivery'
import { estimateFor } from '../../../shared/delivery/remoteDelivery'
import { DomainError, invalidInput } from '../../../shared/errors'
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
  const { deletedAt } = await tx.user.findUniqueOrThrow({ where: { id: order.userId }, select: { deletedAt: true } })
  if (deletedAt && order.eraseAddressAt === null)
    throw invalidInput('wish', 'The account was deleted and its address erased. Accept the return for money instead.')
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
 * For pieces of a replacement that are cancelled or that came back for money: the shop owes the money for the pieces of the first order. While
 * the shop waits for the pieces that they replace, it owes nothing yet (giveUpReceived). The caller holds the lock of `order`. Takes the lock
 * of the first order, and never the other way round.
 */
export async function giveUpReplaced(shop: Shop, tx: Tx, order: Order, pieces: Pieces): Promise<void> {
  await changeFirst(tx, order, pieces, async (line, quantity) => ({
    replaced: { decrement: quantity },
    ...(!(await isWaitingFor(tx, order, line)) && { returned: { increment: quantity } }),
  }))
}

/**
 * For pieces that are back, and whose replacement was given up before: the buyer has neither, so the shop owes their money now. The caller
 * holds the lock of `order`, and has completed the lines of the request.
 */
export async function giveUpReceived(tx: Tx, order: Order, replacementId: string, pieces: Pieces): Promise<void> {
  if (order.isReplacement)
    return changeFirst(tx, order, pieces, async (line) => {
      const back = (await isWaitingFor(tx, order, line)) ? 0 : await countGivenUp(tx, replacementId, firstLineOf(line))
      return { returned: { increment: back } }
    })
  for (const { line } of pieces) {
    const back = await countGivenUp(tx, replacementId, line.id)
    if (back > 0) await tx.orderLine.update({ where: { id: line.id }, data: { returned: { increment: back } } })
  }
}

type LineOfOrder = Pick<OrderLine, 'id' | 'replacesLineId'>

/** The line that was paid. */
const firstLineOf = ({ id, replacesLineId }: LineOfOrder): string => replacesLineId ?? id

async function changeFirst(
  tx: Tx,
  order: Order,
  pieces: Pieces,
  change: (line: OrderLine, quantity: number) => Promise<Prisma.OrderLineUpdateInput>,
): Promise<void> {
  if (!order.isReplacement) return
  const firstLines = await tx.orderLine.findMany({
    where: { id: { in: pieces.flatMap(({ line }) => line.replacesLineId ?? []) } },
  })
  // All pieces of a replacement belong to one first order.
  const firstId = firstLines[0]?.orderId
  if (firstId === undefined) return
  await lockOrder(tx, firstId)
  for (const { line, quantity } of pieces)
    await tx.orderLine.update({ where: { id: line.replacesLineId! }, data: await change(line, quantity) })
  await storeOwed(tx, await lockOrder(tx, firstId))
}

/** True if the pieces that this line of a replacement, or of an earlier one, replaces are not back: the buyer still has them. */
async function isWaitingFor(tx: Tx, { id }: Order, line: OrderLine): Promise<boolean> {
  for (let replacementId: string | null = id; replacementId !== null;) {
    const request: OfReplacement | null = await tx.orderReturn.findUnique({
      where: { replacementId },
      include: withOrderLines,
    })
    const asked = request?.lines.find(({ orderLine }) => firstLineOf(orderLine) === line.replacesLineId)
    // Pieces that never arrived are REFUSED.
    if (asked && asked.state !== 'COMPLETED') return true
    replacementId = request?.order.isReplacement ? request.orderId : null
  }
  return false
}

const withOrderLines = {
  order: { select: { isReplacement: true } },
  lines: { include: { orderLine: { select: { id: true, replacesLineId: true } } } },
} satisfies Prisma.OrderReturnInclude

type OfReplacement = Prisma.OrderReturnGetPayload<{ include: typeof withOrderLines }>

/**
 * The pieces of a replacement for a paid line that were cancelled or came back for money, with those of its own replacements. Leaves out
 * pieces while the shop waits for those that they replace.
 */
async function countGivenUp(tx: Tx, orderId: string, replacesLineId: string): Promise<number> {
  const line = await tx.orderLine.findFirst({ where: { orderId, replacesLineId }, include: { order: true } })
  if (!line) return 0
  if (line.order.status === 'CANCELLED') return line.quantity
  const completed = await tx.returnLine.findMany({
    where: { orderLineId: line.id, state: 'COMPLETED', request: { replacementId: { not: null } } },
    select: { request: { select: { replacementId: true } } },
  })
  let pieces = line.cancelled + line.returned
  for (const { request } of completed) pieces += await countGivenUp(tx, request.replacementId!, replacesLineId)
  return pieces
}
