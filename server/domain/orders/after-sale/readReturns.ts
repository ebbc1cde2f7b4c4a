/** Reads the return requests of orders. */
import type { Tx } from '../../../database/db'
import type { Prisma } from '../../../generated/prisma/client'
import { isKept } from '../../../shared/delivery/returns'
import { inSets, piecesPerItem, singly, type Pieces } from '../../../shared/setPieces'
import type { Shop } from '../../shop'
import { orderNumber, type Order, type OrderLine } from '../order'
import type { Piece } from '../pieces'

/** The status and the counts of the order that replaces the items of a request. */
export const withReplacement = {
  select: {
    serial: true,
    status: true,
    lines: {
      select: {
        ...{ replacesLineId: true, piecesInSet: true, quantity: true },
        ...{ cancelled: true, returned: true, returnedPieces: true },
      },
    },
  },
} satisfies Prisma.OrderReturn$replacementArgs

const withLines = {
  lines: { orderBy: { id: 'asc' }, include: { orderLine: true } },
  photos: { orderBy: { position: 'asc' } },
  replacement: withReplacement,
  order: { select: { isReplacement: true, owedPaise: true } },
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

/** True if the shop has accepted the request and waits for its pieces. */
export const isAwaited = (request: Pick<OrderReturn, 'lines'> | undefined): boolean =>
  request?.lines.some(({ state }) => state === 'ACCEPTED') ?? false

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

/** The requests of an order, as far as they say what became of its pieces. */
export type Requested = readonly {
  replacement: Pick<NonNullable<OrderReturn['replacement']>, 'status' | 'lines'> | null
  lines: readonly Pick<ReturnLine, 'orderLineId' | 'quantity' | 'pieces' | 'reason' | 'state' | 'isBack'>[]
}[]

/**
 * Of a line's returned pieces, those that arrived broken, which stay with the buyer. A returned piece was refunded, or its replacement was
 * cancelled or returned for money. If the replacement was itself replaced, it is not known which piece that was: it counts as a broken one, if
 * any was replaced.
 */
export function brokenPieces(line: OrderLine, requests: Requested): Pieces {
  let kept = 0
  let others = 0
  let keptAndReplaced = 0
  for (const { replacement, lines } of requests)
    for (const part of lines) {
      if (part.orderLineId !== line.id || part.state !== 'COMPLETED') continue
      const count = singly(line, part)
      if (isKept(part) && replacement) keptAndReplaced += count
      else if (isKept(part)) kept += count
      else others += replacement ? Math.min(count, givenUpOf(replacement, line)) : count
    }
  const returned = singly(line, { quantity: line.returned, pieces: line.returnedPieces })
  const left = Math.max(0, returned - kept - others)
  return inSets(line, kept + Math.min(left, keptAndReplaced))
}

/** How many single pieces of the replacement for this line were cancelled, or came back for money. */
function givenUpOf(
  { status, lines }: NonNullable<Requested[number]['replacement']>,
  { id, replacesLineId }: OrderLine,
) {
  const line = lines.find((each) => each.replacesLineId === (replacesLineId ?? id))
  if (!line) return 0
  const { quantity, cancelled, returned, returnedPieces } = line
  if (status === 'CANCELLED') return singly(line, { quantity, pieces: 0 })
  return singly(line, { quantity: cancelled + returned, pieces: returnedPieces })
}

/** What a replacement replaces. */
export interface ReplacedOrder {
  /** The number of the order whose return it belongs to. */
  number: string
  /** True if it is still to be sent, and the shop waits for pieces of that return first. */
  isAwaited: boolean
  /** What the shop owes for the order that was paid, in paise. */
  owedPaise: number
}

/** Null for an order that is not a replacement. */
export async function replacedByOrderIds(
  { db }: Pick<Shop, 'db'>,
  orderIds: readonly string[],
): Promise<(ReplacedOrder | null)[]> {
  const found = await db.orderReturn.findMany({
    where: { replacementId: { in: [...orderIds] } },
    select: {
      replacementId: true,
      order: { select: { serial: true } },
      replacement: {
        select: {
          status: true,
          lines: { take: 1, select: { replaces: { select: { order: { select: { owedPaise: true } } } } } },
        },
      },
      _count: { select: { lines: { where: { state: 'ACCEPTED' } } } },
    },
  })
  const replaced = new Map(
    found.map(({ replacementId, order, replacement, _count: { lines } }) => [
      replacementId,
      {
        number: orderNumber(order),
        isAwaited: lines > 0 && replacement?.status === 'CONFIRMED',
        owedPaise: replacement?.lines[0]?.replaces?.order.owedPaise ?? 0,
      },
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

/** Where buyers send returned pieces, such as `Cerashop, 1 Lake Road, Chennai 600004`. Null if the settings name no address. */
export const addressForReturns = ({ seller }: Shop['settings']): string | null =>
  seller.address === '' ? null : `${seller.name}, ${seller.address}`
