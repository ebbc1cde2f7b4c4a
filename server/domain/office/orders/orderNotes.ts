/** Notes about an order that only staff see. */
import type { Prisma } from '../../../generated/prisma/client'
import { officeNote } from '../../../shared/officeInput'
import { parseField } from '../../../shared/validation'
import { orderNumber, type Order } from '../../orders/order'
import type { Shop } from '../../shop'
import { audit } from '../../audit/audit'
import { changeByNumber } from './changeOrder'
import type { Actor } from '../../staff/actor'

const withAuthor = {
  author: { select: { id: true, firstName: true, lastName: true, email: true } },
} satisfies Prisma.OrderNoteInclude

/**
 * A note about an order or an account, as staff see it.
 * @public for codegen.ts
 */
export type Note = Pick<OrderNote, 'id' | 'text' | 'at' | 'author'>

type OrderNote = Prisma.OrderNoteGetPayload<{ include: typeof withAuthor }>

/** Returned in the order of the ids. Each order's notes are sorted oldest first. */
export async function notesByOrderIds({ db }: Shop, orderIds: readonly string[]): Promise<OrderNote[][]> {
  const where = { orderId: { in: [...orderIds] } }
  const found = await db.orderNote.findMany({ where, orderBy: { id: 'asc' }, include: withAuthor })
  return orderIds.map((id) => found.filter(({ orderId }) => orderId === id))
}

/** Ignores a note with the same text and author as the newest one. Throws FORBIDDEN, ORDER_NOT_FOUND, INVALID_INPUT. */
export async function addOrderNote(shop: Shop, actor: Actor, input: { number: string; text: string }): Promise<Order> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const text = parseField('text', officeNote, input.text)
    const { changed } = await changeByNumber(tx, input.number, async (order) => {
      const last = await tx.orderNote.findFirst({ where: { orderId: order.id }, orderBy: { id: 'desc' } })
      if (last?.text === text && last.authorId === actor.id) return order
      await tx.orderNote.create({ data: { orderId: order.id, authorId: actor.id, text } })
      const subject = { type: 'Order', id: orderNumber(order) } as const
      // Without the text, because the log outlives a deleted account.
      await audit(tx, { actorId: actor.id, action: 'addOrderNote', subject })
      return order
    })
    return changed
  })
}
