/** Notes about an order that only staff see. */
import type { Prisma } from '../../../generated/prisma/client'
import { officeNote } from '../../../shared/officeInput'
import { parseField } from '../../../shared/validation'
import { orderNumber, type Order } from '../../orders/order'
import type { Shop } from '../../shop'
import { audit } from '../audit'
import { lockByNumber } from './changeOrder'
import { requireStaff } from '../staff'

const withAuthor = {
  author: { select: { id: true, firstName: true, lastName: true, email: true } },
} satisfies Prisma.OrderNoteInclude

export type OrderNote = Prisma.OrderNoteGetPayload<{ include: typeof withAuthor }>

/** In the order of the ids. Each order's notes are sorted oldest first. */
export async function notesByOrderIds({ db }: Shop, orderIds: readonly string[]): Promise<OrderNote[][]> {
  const where = { orderId: { in: [...orderIds] } }
  const found = await db.orderNote.findMany({ where, orderBy: { id: 'asc' }, include: withAuthor })
  return orderIds.map((id) => found.filter(({ orderId }) => orderId === id))
}

/** Ignores a note with the same text and author as the newest one. Throws FORBIDDEN, ORDER_NOT_FOUND, INVALID_INPUT. */
export async function addOrderNote(
  { db }: Shop,
  viewerId: string,
  input: { number: string; text: string },
): Promise<Order> {
  return db.$transaction(async (tx) => {
    await requireStaff(tx, viewerId)
    const text = parseField('text', officeNote, input.text)
    const order = await lockByNumber(tx, input.number)
    const last = await tx.orderNote.findFirst({ where: { orderId: order.id }, orderBy: { id: 'desc' } })
    if (last?.text === text && last.authorId === viewerId) return order
    await tx.orderNote.create({ data: { orderId: order.id, authorId: viewerId, text } })
    const subject = { type: 'Order', id: orderNumber(order) } as const
    await audit(tx, { actorId: viewerId, action: 'addOrderNote', subject, after: { text } })
    return order
  })
}
