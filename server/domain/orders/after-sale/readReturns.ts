/** Reads the return requests of orders. */
import type { Tx } from '../../../database/db'
import type { Prisma } from '../../../generated/prisma/client'
import { piecesPerItem, singly } from '../../../shared/setPieces'
import type { Shop } from '../../shop'
import { orderNumber, type Order, type OrderLine } from '../order'
import type { Piece } from '../pieces'

const withLines = {
  lines: { orderBy: { id: 'asc' }, include: { orderLine: true } },
  photos: { orderBy: { position: 'asc' } },
  replacement: { select: { serial: true } },
} satisfies Prisma.OrderReturnInclude

export type OrderReturn = Prisma.OrderReturnGetPayload<{ include: typeof withLines }>
/** @public for codegen.ts */
export type ReturnLine = OrderReturn['lines'][number]

export type OpenReturn = Prisma.OrderReturnGetPayload<{ include: { lines: true } }>

/** The newest request, if it is not decided, or the shop waits for its pieces. */
export async function openReturnOf(tx: Tx, { id: orderId }: Order): Promise<OpenReturn | null> {
  const newest = await tx.orderReturn.findFirst({
    where: { orderId },
    orderBy: { id: 'desc' },
    include: { lines: { orderBy: { id: 'asc' } } },
  })
  return newest?.lines.some(({ state }) => state === 'REQUESTED' || state === 'ACCEPTED') ? newest : null
}

/** The pieces of these lines of a request. */
export const piecesIn = (order: Order, lines: OpenReturn['lines']): Piece[] =>
  lines.map(({ orderLineId, quantity, pieces }) => ({
    line: order.lines.find(({ id }) => id === orderLineId)!,
    quantity,
    pieces,
  }))

/** Oldest first, in the order of the ids. */
export async function returnsByOrderIds(
  { db }: Pick<Shop, 'db'>,
  orderIds: readonly string[],
): Promise<OrderReturn[][]> {
  const found = await db.orderReturn.findMany({
    where: { orderId: { in: [...orderIds] } },
    orderBy: { id: 'asc' },
    include: withLines,
  })
  return orderIds.map((id) => found.filter(({ orderId }) => orderId === id))
}

/**
 * The numbers of the orders that these orders replace pieces of, and whether the shop waits for these pieces. Null for an order that is not a
 * replacement.
 */
export async function replacedByOrderIds(
  { db }: Pick<Shop, 'db'>,
  orderIds: readonly string[],
): Promise<({ number: string; isAwaited: boolean } | null)[]> {
  const found = await db.orderReturn.findMany({
    where: { replacementId: { in: [...orderIds] } },
    select: {
      replacementId: true,
      order: { select: { serial: true } },
      _count: { select: { lines: { where: { state: 'ACCEPTED' } } } },
    },
  })
  const replaced = new Map(
    found.map(({ replacementId, order, _count: { lines } }) => [
      replacementId,
      { number: orderNumber(order), isAwaited: lines > 0 },
    ]),
  )
  return orderIds.map((id) => replaced.get(id) ?? null)
}

/** In grams: the share of one item in the weight of its set, by the id of the set's line. A replacement of single items names no product. */
export async function weightsOfSingleItems(
  { db }: Pick<Shop, 'db'>,
  lineIds: readonly string[],
): Promise<(number | null)[]> {
  const lines = await db.orderLine.findMany({
    where: { id: { in: [...lineIds] } },
    select: { id: true, piecesInSet: true, product: { select: { weightGrams: true } } },
  })
  const weights = new Map(
    lines.map(({ id, product, ...line }) => [
      id,
      product?.weightGrams == null ? null : Math.round(product.weightGrams / piecesPerItem(line)),
    ]),
  )
  return lineIds.map((id) => weights.get(id) ?? null)
}

/** Counts the pieces of a line, singly, that the request accepts for money and that are not back yet. */
export const awaitedIn =
  (open: OpenReturn | null) =>
  (line: OrderLine): number =>
    (open?.replacementId === null ? open.lines : [])
      .filter(({ orderLineId, state }) => orderLineId === line.id && state === 'ACCEPTED')
      .reduce((sum, part) => sum + singly(line, part), 0)
